import { asBuffer } from '@timbre/worker/as-buffer';
import { canonicalize } from '../canonicalize.ts';
import type { XmlElement } from '../element.ts';
import { readXml } from '../read-xml.ts';
import { decode, fail } from '../source.ts';
import { findSignatures, isSignature } from './find-signatures.ts';
import { SignatureError } from './signature-error.ts';
import {
  base64Of,
  childrenOf,
  type Departure,
  hasId,
  isBlank,
  readKeyInfo,
  readSignedInfo,
} from './signature-shape.ts';

/** The parts of a signed document needed to verify it; digest, value and certificates are base64 in one line. */
export interface SignedParts {
  /** The document without its signature, in canonical form: the input of the digest. */
  readonly canonical: string;
  /** SignedInfo in canonical form: the signed text. */
  readonly signedInfo: string;
  readonly digest: string;
  readonly signatureValue: string;
  /** In the order of KeyInfo, each once. Only the signature shows which one is the signer's. */
  readonly certificates: readonly string[];
  /** Departures of the signature from the DGII's form. */
  readonly departures: readonly Departure[];
}

/** Limits of a document to verify. */
export interface VerifyLimits {
  /** Bytes, or UTF-16 units if the input is a string. It also limits the canonical form. */
  readonly size: number;
  /** Elements, attributes, comments and CDATA sections. */
  readonly nodes: number;
}

/**
 * Splits a signed document, after checking that its signature has a form that can be verified: one enveloped Signature,
 * last child of the root, with one Reference to the whole document and sound algorithms. Comments between elements are
 * left out, as the standard requires. A comment inside a value or inside SignedInfo is refused, because readers
 * interpret it differently.
 *
 * @throws XmlError if it cannot be read; SignatureError if its signature is missing or has another form
 * @source XML Signature Syntax and Processing
 */
export function readParts(input: string | Uint8Array, limits: VerifyLimits): SignedParts {
  const root = readXml(input, { ...limits, comments: 'between' });
  const departures = new Set<Departure>();
  const departed = (departure: Departure) => departures.add(departure);
  const signature = soleSignature(root);
  const [info, value, keyInfo] = childrenOf(signature, ['SignedInfo', 'SignatureValue', 'KeyInfo'], [], ['Id']);
  if (hasId(signature) || hasId(value)) departed('identificador');
  if (hasComment(input)) {
    refuseWithin(decode(input), info, value);
    departed('comentarios');
  }
  const { digest, own, document } = readSignedInfo(info, departed);
  return {
    canonical: canonicalize(root, { omit: signature, exclusive: document }),
    signedInfo: canonicalize(info, { ancestors: [root, signature], exclusive: own }),
    digest,
    signatureValue: base64Of(value, ['Id']),
    certificates: readKeyInfo(keyInfo, departed),
    departures: [...departures],
  };
}

const comment = '<!--';

/** Whether the input may have a comment: the characters may also be part of a CDATA section. */
const hasComment = (input: string | Uint8Array): boolean =>
  typeof input === 'string' ? input.includes(comment) : asBuffer(input).includes(comment);

/** @throws XmlError if there is a comment between the beginning of one element and that of another */
function refuseWithin(text: string, from: XmlElement, to: XmlElement): void {
  const at = text.slice(0, to.offset).indexOf(comment, from.offset);
  if (at >= 0) fail('xml/comentario', text, at);
}

/** Returns the only signature of a document, which must be the last child of its root. @throws SignatureError */
export function soleSignature(root: XmlElement): XmlElement {
  const [signature, ...others] = findSignatures(root);
  if (signature === undefined) throw new SignatureError('firma/falta');
  if (others.length > 0) throw new SignatureError('firma/varias');
  if (root.children.findLast((child) => typeof child !== 'string') !== signature)
    throw new SignatureError('firma/posicion');
  const after = root.children.at(-1);
  if (typeof after === 'string' && !isBlank(after)) throw new SignatureError('firma/posicion');
  if (!isSignature(signature)) throw new SignatureError('firma/falta');
  return signature;
}
