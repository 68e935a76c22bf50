import type { XmlErrorCode } from '../src/index.ts';
import type { SignatureErrorCode } from '../src/node/index.ts';
import { makeCertificate } from './certificates.ts';
import { type LooseOptions, signLoosely } from './loose-signer.ts';

/** A forgery: the text of the document, and the code with which it is refused. */
export type Forgery = [xml: () => string, code: SignatureErrorCode | XmlErrorCode];

/** A signed document, what forgeries take of it, and the identities used in them. */
export type Genuine = ReturnType<typeof makeGenuine>;

/**
 * @param document in canonical form, with RNCEmisor, Encabezado and a MontoTotal of 100.00
 * @param evil the document with another content, which the owner did not sign
 */
export function makeGenuine(document: string, evil: string) {
  const authority = makeCertificate({ subject: '/CN=Entidad de Prueba', isAuthority: true });
  const owner = makeCertificate({ issuer: authority });
  const attacker = makeCertificate({ subject: '/CN=Persona de Prueba/serialNumber=IDCDO-00113918205' });
  const signed = signLoosely(document, owner);

  /** The signature of the genuine document, and parts of it. */
  const signature = () => /<Signature .*<\/Signature>/.exec(signed)?.[0] ?? '';
  const signedInfo = () => /<SignedInfo>.*<\/SignedInfo>/.exec(signed)?.[0] ?? '';
  const digestValue = () => /<DigestValue>(.*)<\/DigestValue>/.exec(signed)?.[1] ?? '';
  const signatureValue = () => /<SignatureValue>(.*)<\/SignatureValue>/.exec(signed)?.[1] ?? '';
  const evilDigest = () => /<DigestValue>(.*)<\/DigestValue>/.exec(signLoosely(evil, attacker))?.[1] ?? '';
  const withSignature = (xml: string, text: string) =>
    xml.replace(/<\/(\w+)>$/, () => `${text}</${/(\w+)>$/.exec(xml)?.[1]}>`);
  const inGenuine = (from: string | RegExp, to: string) => signed.replace(from, () => to);
  /** The altered document with the genuine signature, one part of which is changed. */
  const inEvil = (from: string | RegExp, to: string) =>
    withSignature(
      evil,
      signature().replace(from, () => to),
    );
  const loosely = (options: LooseOptions) => signLoosely(document, owner, options);

  const identities = { authority, owner, attacker };
  const parts = { signature, signedInfo, digestValue, signatureValue, evilDigest };
  return { document, evil, signed, ...identities, ...parts, withSignature, inGenuine, inEvil, loosely };
}
