import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto';
import { SignatureError } from './signature-error.ts';

/** A private key ready to sign, and its certificate as written in a signature (base64 DER, one line). */
export interface Signer {
  readonly key: KeyObject;
  /** The public key of the certificate, used by every receiver to verify. */
  readonly publicKey: KeyObject;
  readonly certificate: string;
}

/** Bits of the RSA keys that are accepted. Above the maximum, verifying a key from an untrusted source costs too much. */
const bits = { least: 2048, most: 8192 };
/**
 * With an exponent of 1, any text is its own signature. Small or even exponents are unsafe too.
 * @source NIST SP 800-56B, §6.2
 */
const leastExponent = 65_537n;
/**
 * Whoever may choose a long exponent finds a key under which the signature value of another person's document is that
 * of their own: they then have the same security code. A long exponent also makes verifying as slow as signing.
 * @source S. Blake-Wilson, A. Menezes, Unknown Key-Share Attacks on the Station-to-Station Protocol, duplicate-signature
 * key selection
 */
const mostExponent = 2n ** 64n;

/** @throws SignatureError `firma/llave`, `firma/llave-debil` */
function checkRsa(key: KeyObject): void {
  if (key.asymmetricKeyType !== 'rsa') throw new SignatureError('firma/llave');
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < bits.least || modulusLength > bits.most) throw new SignatureError('firma/llave-debil');
  if (publicExponent < leastExponent || publicExponent > mostExponent || publicExponent % 2n === 0n)
    throw new SignatureError('firma/llave-debil');
}

/**
 * Parses key and certificate once, so that each signature costs only its arithmetic.
 *
 * @param material `key`: a KeyObject or a PEM; `certificate`: PEM or DER, only of the leaf
 * @throws SignatureError if the key is not RSA, is weak, or is not the certificate's
 */
export function createSigner(material: { key: KeyObject | string; certificate: string | Uint8Array }): Signer {
  const key = material.key instanceof KeyObject ? material.key : createPrivateKey(material.key);
  checkRsa(key);
  const certificate = readCertificate(material.certificate);
  if (!certificate.checkPrivateKey(key)) throw new SignatureError('firma/llave-ajena');
  return { key, publicKey: publicKeyOf(certificate), certificate: certificate.raw.toString('base64') };
}

/**
 * Reads a certificate. Refuses one whose dates cannot be read, because its validity could not be checked.
 * @throws SignatureError `firma/certificado`
 */
export function readCertificate(source: string | Uint8Array): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(source);
  } catch (cause) {
    throw new SignatureError('firma/certificado', cause);
  }
  const { validFrom, validTo } = certificate;
  if (Number.isNaN(Date.parse(validFrom)) || Number.isNaN(Date.parse(validTo)))
    throw new SignatureError('firma/certificado');
  return certificate;
}

/** @throws SignatureError `firma/certificado` if its key cannot be read; `firma/llave`, `firma/llave-debil` */
export function publicKeyOf(certificate: X509Certificate): KeyObject {
  let key: KeyObject;
  try {
    key = certificate.publicKey;
  } catch (cause) {
    throw new SignatureError('firma/certificado', cause);
  }
  checkRsa(key);
  return key;
}
