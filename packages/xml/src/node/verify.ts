import { createVerify, hash, type KeyObject, type X509Certificate } from 'node:crypto';
import { XmlError } from '../xml-error.ts';
import { readPlainParts } from './plain-signature.ts';
import { codigoSeguridadOf } from './sign.ts';
import { SignatureError } from './signature-error.ts';
import { readParts, type VerifyLimits } from './signed-parts.ts';
import { publicKeyOf, readCertificate } from './signer.ts';
import type { Trust } from './trust.ts';

/** The signed data. */
export interface Verified {
  /** The document without its signature, in canonical form: the exact text that was digested. */
  readonly canonical: string;
  readonly certificate: X509Certificate;
  /** Base64 in one line. */
  readonly signatureValue: string;
  readonly codigoSeguridad: string;
}

const usualLimits: VerifyLimits = { size: 5_000_000, nodes: 50_000 };

/**
 * Verifies a signed document. Accepts only the one form of signature that the DGII prescribes:
 * one enveloped Signature, last child of the root, one Reference to the whole document, the prescribed algorithms, one
 * certificate, RSA of 2048 bits or more, no comments. Read the document's data from the result, never from the input.
 *
 * @param options `trust`: decides whether the certificate is trusted (see `trustChain`); `limits`: in place of the
 * usual ones, as notes of thousands of lines need
 * @throws XmlError when it cannot be read; SignatureError when the signature is refused
 * @source Firmado de e-CF; XML Signature Syntax and Processing
 */
export function verifyXml(
  input: string | Uint8Array,
  { trust, limits }: { trust: Trust; limits?: Partial<VerifyLimits> },
): Verified {
  const within = { ...usualLimits, ...limits };
  const parts = readPlainParts(input, within) ?? readParts(input, within);
  const { canonical, signatureValue } = parts;
  const identity = trusted.get(parts.certificate) ?? readIdentity(parts.certificate);
  const { certificate, key } = identity;
  if (!createVerify('sha256').update(parts.signedInfo).verify(key, signatureValue, 'base64')) {
    throw new SignatureError('firma/no-corresponde');
  }
  if (hash('sha256', canonical, 'base64') !== parts.digest) throw new SignatureError('firma/alterado');
  const verdict = trust(certificate);
  if (verdict !== 'trusted') throw new SignatureError(verdict);
  remember(parts.certificate, identity);
  if (canonical.length > within.size) throw new XmlError('xml/demasiado-grande', within.size, 1, 1);
  return { canonical, certificate, signatureValue, codigoSeguridad: codigoSeguridadOf(signatureValue) };
}

interface Identity {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

/** A person's certificate takes one or two kilobytes; the limit bounds what an untrusted sender makes the server read and keep. */
const mostCertificateBytes = 16 * 1024;

/** Recently trusted certificates by their base64: an issuer sends many documents with the same certificate. */
const trusted = new Map<string, Identity>();
const mostKept = 256;

/** Caches a certificate only after its signature was valid and it was trusted, so that untrusted senders use no memory. */
function remember(base64: string, identity: Identity): void {
  if (trusted.has(base64)) return;
  if (trusted.size >= mostKept) trusted.clear();
  trusted.set(base64, identity);
}

/** The certificate of a signature and its key. @throws SignatureError */
export function readIdentity(base64: string): Identity {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > mostCertificateBytes) throw new SignatureError('firma/certificado-grande');
  const certificate = readCertificate(bytes);
  // Refuses octets after the certificate, which would be ignored.
  if (!certificate.raw.equals(bytes)) throw new SignatureError('firma/certificado');
  return { certificate, key: publicKeyOf(certificate) };
}
