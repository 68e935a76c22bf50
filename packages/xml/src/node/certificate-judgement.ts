import type { X509Certificate } from 'node:crypto';
import { describeCertificate } from './certificate.ts';
import { maySignDocuments, readCertificateUse } from './certificate-use.ts';
import { SignatureError, type SignatureErrorCode } from './signature-error.ts';
import { publicKeyOf } from './signer.ts';

/** Reason for which a certificate cannot sign documents for the DGII. */
export type CertificateRefusal = Extract<
  SignatureErrorCode,
  'firma/certificado' | `firma/certificado-${string}` | 'firma/llave' | 'firma/llave-debil'
>;

/**
 * Checks whether a certificate may sign documents for the DGII at an instant: its key, that it is not an authority's,
 * its uses, its holder and its dates. All code that loads, uses or verifies a certificate calls this function, so that
 * the results agree. The issuer is not checked here.
 *
 * @returns the reason for refusing it; undefined if it may sign
 * @source Descripción técnica, p. 60 (the field SN); RFC 5280, §4.2.1.3, §4.2.1.9, §4.2.1.12
 */
export function certificateRefusal(certificate: X509Certificate, at: Date): CertificateRefusal | undefined {
  if (!unfit.has(certificate)) unfit.set(certificate, findUnfitness(certificate));
  const unfitness = unfit.get(certificate);
  // A certificate without a holder's id may still sign documents that are not for the DGII, so its dates are checked
  // before the missing id is reported.
  if (unfitness !== undefined && unfitness !== 'firma/certificado-titular') return unfitness;
  if (at < new Date(certificate.validFrom)) return 'firma/certificado-no-vigente';
  return at > new Date(certificate.validTo) ? 'firma/certificado-vencido' : unfitness;
}

/** Cache of the checks that do not depend on the time. All documents of an issuer share one certificate object. */
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

/**
 * Whether a text can be an RNC, a cédula or a passport: letters and digits, at least one digit, optional separators.
 */
const isTaxId = (id: string | undefined): boolean =>
  id !== undefined && /^(?=.*\d)[A-Z0-9]{5,20}$/i.test(id.replace(/[-. ]/g, ''));
