import type { X509Certificate } from 'node:crypto';
import { describeCertificate } from './certificate.ts';
import { maySignDocuments, readCertificateUse } from './certificate-use.ts';
import { SignatureError, type SignatureErrorCode } from './signature-error.ts';
import { publicKeyOf } from './signer.ts';

/** Why a certificate cannot sign documents for the DGII. */
export type CertificateRefusal = Extract<
  SignatureErrorCode,
  'firma/certificado' | `firma/certificado-${string}` | 'firma/llave' | 'firma/llave-debil'
>;

/**
 * Whether a certificate may sign documents for the DGII at an instant: its key, that it is no authority's, its uses, its holder
 * and its dates. Every place that loads, uses or verifies a certificate asks this function, so that all of them agree. Who
 * issued it is not judged here.
 *
 * @returns why not; undefined when it may
 * @source Descripción técnica, p. 60 (the field SN); RFC 5280, §4.2.1.3, §4.2.1.9, §4.2.1.12
 */
export function certificateRefusal(certificate: X509Certificate, at: Date): CertificateRefusal | undefined {
  if (!unfit.has(certificate)) unfit.set(certificate, findUnfitness(certificate));
  const unfitness = unfit.get(certificate);
  // A certificate without a holder's id may still sign what is not for the DGII, so its dates are told first.
  if (unfitness !== undefined && unfitness !== 'firma/certificado-titular') return unfitness;
  if (at < new Date(certificate.validFrom)) return 'firma/certificado-no-vigente';
  return at > new Date(certificate.validTo) ? 'firma/certificado-vencido' : unfitness;
}

/** Cache of what does not depend on the time. An issuer's certificate is the same object for all of its documents. */
const unfit = new WeakMap<X509Certificate, CertificateRefusal | undefined>();

function findUnfitness(certificate: X509Certificate): CertificateRefusal | undefined {
  try {
    publicKeyOf(certificate);
    const use = readCertificateUse(certificate);
    if (use.isAuthority) return 'firma/certificado-autoridad';
    if (!maySignDocuments(use)) return 'firma/certificado-uso';
    return isTaxId(describeCertificate(certificate.raw).holderId) ? undefined : 'firma/certificado-titular';
  } catch (error) {
    if (error instanceof SignatureError) return error.code as CertificateRefusal;
    throw error;
  }
}

/** Whether a text can be an RNC, a cédula or a passport: letters and digits, with a digit, perhaps with separators. */
const isTaxId = (id: string | undefined): boolean =>
  id !== undefined && /^(?=.*\d)[A-Z0-9]{5,20}$/i.test(id.replace(/[-. ]/g, ''));
