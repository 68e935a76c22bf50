import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import type { CertificateMaterial } from './certificate-material.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** The validity of a certificate, in days around the moment at which it is made. */
const usual = { daysBefore: 1, daysAfter: 5 * 365 };

/**
 * Creates a self-signed certificate for the demonstration company: the simulator accepts it, the DGII does not.
 *
 * @param holder its holder; `id` is a cédula or an RNC
 * @param password of the .p12
 * @param validity days before and after `now`; a day before and five years after unless given
 */
export async function makeDemoCertificate(
  holder: { readonly name: string; readonly id: string },
  password: string,
  now: Date,
  { daysBefore, daysAfter }: typeof usual = usual,
): Promise<CertificateMaterial> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { format: 'pem', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  });
  const privateKey = forge.pki.privateKeyFromPem(pair.privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  certificate.serialNumber = now.getTime().toString(16).padStart(12, '0');
  certificate.validity.notBefore = new Date(now.getTime() - daysBefore * dayMs);
  certificate.validity.notAfter = new Date(now.getTime() + daysAfter * dayMs);
  const name = [
    { shortName: 'C', value: 'DO' },
    { shortName: 'O', value: 'Timbre (demostración)', valueTagClass: forge.asn1.Type.UTF8 as never },
    { shortName: 'CN', value: holder.name, valueTagClass: forge.asn1.Type.UTF8 as never },
    { type: '2.5.4.5', value: `IDCDO-${holder.id}` },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(privateKey, forge.md.sha256.create());
  const p12 = forge.pkcs12.toPkcs12Asn1(privateKey, certificate, password, { algorithm: 'aes256' });
  return {
    fileName: 'demostracion.p12',
    p12: Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary'),
    password,
    key: pair.privateKey,
    certificate: forge.pki.certificateToPem(certificate),
  };
}
