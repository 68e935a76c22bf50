import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto';
import { SignatureError } from './signature-error.ts';

/** A private key ready to sign, and its certificate as it stands in a signature (base64 DER, one line). */
export interface Signer {
  readonly key: KeyObject;
  /** The certificate's: what everybody else will check with. */
  readonly publicKey: KeyObject;
  readonly certificate: string;
}

/** Bits of the RSA keys that are accepted. Above, one check costs too much to owe to a stranger. */
const bits = { least: 2048, most: 8192 };

/** @throws SignatureError `firma/llave`, `firma/llave-debil` */
function checkRsa(key: KeyObject): void {
  if (key.asymmetricKeyType !== 'rsa') throw new SignatureError('firma/llave');
  const length = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (length < bits.least || length > bits.most) throw new SignatureError('firma/llave-debil');
}

/**
 * Parses key and certificate once, so that each signature costs only its arithmetic.
 *
 * @param material `key`: a KeyObject or a PEM; `certificate`: PEM or DER, of the leaf alone
 * @throws SignatureError when the key is not RSA, is weak, or is not the certificate's
 */
export function createSigner(material: { key: KeyObject | string; certificate: string | Uint8Array }): Signer {
  const key = material.key instanceof KeyObject ? material.key : createPrivateKey(material.key);
  checkRsa(key);
  const certificate = readCertificate(material.certificate);
  if (!certificate.checkPrivateKey(key)) throw new SignatureError('firma/llave-ajena');
  return { key, publicKey: publicKeyOf(certificate), certificate: certificate.raw.toString('base64') };
}

/** @throws SignatureError `firma/certificado` */
export function readCertificate(source: string | Uint8Array): X509Certificate {
  try {
    return new X509Certificate(source);
  } catch (cause) {
    throw new SignatureError('firma/certificado', cause);
  }
}

/** @throws SignatureError `firma/certificado` where the key inside cannot be read; `firma/llave`, `firma/llave-debil` */
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
