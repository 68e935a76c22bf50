import { createVerify, hash, type KeyObject, type X509Certificate } from 'node:crypto';
import { XmlError } from '../xml-error.ts';
import { readPlainParts } from './plain-signature.ts';
import { codigoSeguridadOf } from './sign.ts';
import { SignatureError } from './signature-error.ts';
import { readParts, type SignedParts, type VerifyLimits } from './signed-parts.ts';
import { publicKeyOf, readCertificate } from './signer.ts';
import type { Trust } from './trust.ts';

/** The signed data. */
export interface Verified {
  /** The document without its signature, in canonical form: the exact input of the digest. */
  readonly canonical: string;
  readonly certificate: X509Certificate;
  /** Base64 in one line. */
  readonly signatureValue: string;
  readonly codigoSeguridad: string;
}

const usualLimits: VerifyLimits = { size: 5_000_000, nodes: 50_000 };

/**
 * Verifies a signed document. Accepts the forms that XML-DSig allows for an enveloped signature of a whole document
 * with sound algorithms: one Signature, last child of the root, one Reference with URI "", RSA of 2048 bits or more,
 * SHA-256, canonical form 1.0 inclusive or exclusive. The key is taken only from the certificate that verifies the
 * signature. Read the document's data from the result, never from the input.
 *
 * @param options `trust`: decides whether the certificate is trusted (see `trustChain`); `limits`: replace the
 * defaults, for example for notes of thousands of lines
 * @throws XmlError if it cannot be read; SignatureError if the signature is refused
 * @source Firmado de e-CF; XML Signature Syntax and Processing
 */
export function verifyXml(
  input: string | Uint8Array,
  { trust, limits }: { trust: Trust; limits?: Partial<VerifyLimits> },
): Verified {
  const within = { ...usualLimits, ...limits };
  const parts = readPlainParts(input, within) ?? readParts(input, within);
  const { canonical, signatureValue } = parts;
  const signers = signersOf(parts);
  if (hash('sha256', canonical, 'base64') !== parts.digest) throw new SignatureError('firma/alterado');
  const { certificate } = trustedOf(signers, trust);
  if (canonical.length > within.size) throw new XmlError('xml/demasiado-grande', within.size, 1, 1);
  return { canonical, certificate, signatureValue, codigoSeguridad: codigoSeguridadOf(signatureValue) };
}

interface Identity {
  readonly base64: string;
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

/**
 * The certificates of a signature whose key made it: one, unless several certificates have the same key.
 *
 * @throws SignatureError if there is none
 */
export function signersOf({
  certificates,
  signedInfo,
  signatureValue,
}: SignedParts): readonly [Identity, ...Identity[]] {
  const faults: SignatureError[] = [];
  const signers = certificates.flatMap((base64) => {
    try {
      const identity = trusted.get(base64) ?? readIdentity(base64);
      if (createVerify('sha256').update(signedInfo).verify(identity.key, signatureValue, 'base64')) return [identity];
      faults.unshift(new SignatureError('firma/no-corresponde'));
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      faults.push(error);
    }
    return [];
  });
  const [first, ...others] = signers;
  if (first === undefined) throw faults[0];
  return [first, ...others];
}

/** The first trusted signer. @throws SignatureError with the verdict on the first signer, if none is trusted */
function trustedOf(signers: readonly [Identity, ...Identity[]], trust: Trust): Identity {
  const verdicts = signers.map(({ certificate }) => trust(certificate));
  const identity = signers[verdicts.indexOf('trusted')];
  if (identity === undefined) throw new SignatureError(verdicts[0] as Exclude<ReturnType<Trust>, 'trusted'>);
  remember(identity);
  return identity;
}

/**
 * A person's certificate takes one or two kilobytes. The limit bounds the data that the server reads and stores for an
 * untrusted sender.
 */
const mostCertificateBytes = 16 * 1024;

/** Recently trusted certificates by their base64: an issuer sends many documents with the same certificate. */
const trusted = new Map<string, Identity>();
const mostTrusted = 256;

/** Caches a certificate only after its signature was valid and it was trusted, so that untrusted senders use no memory. */
function remember(identity: Identity): void {
  if (trusted.has(identity.base64)) return;
  if (trusted.size >= mostTrusted) trusted.clear();
  trusted.set(identity.base64, identity);
}

/** Reads the certificate of a signature and its key. @throws SignatureError */
export function readIdentity(base64: string): Identity {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > mostCertificateBytes) throw new SignatureError('firma/certificado-grande');
  const certificate = readCertificate(bytes);
  // Refuses octets after the certificate: they would be ignored.
  if (!certificate.raw.equals(bytes)) throw new SignatureError('firma/certificado');
  return { base64, certificate, key: publicKeyOf(certificate) };
}
