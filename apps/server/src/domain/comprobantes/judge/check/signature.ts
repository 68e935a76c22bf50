import type { X509Certificate } from 'node:crypto';
import type { ensayo } from '@timbre/contract';
import {
  type CertificateFacts,
  departures,
  describeCertificate,
  type Inspected,
  SignatureError,
  trustAnyIssuer,
  trustChain,
} from '@timbre/xml/node';
import { check, finding, notVerifiable } from './finding.ts';

const unsigned = 'El documento no está firmado.';

/** Whether a document has a signature at all, in any form. */
const isUnsigned = ({ faults: [first] }: Inspected): boolean => first?.code === 'firma/falta';

/**
 * The check of the signature: its form, its digest, its value. A missing signature is only a warning, as is a valid
 * signature in a form other than the DGII's own.
 */
export function checkSignature(inspected: Inspected): ensayo.Comprobacion {
  const grado = isUnsigned(inspected) ? 'advertencia' : 'mal';
  const findings = [
    ...inspected.faults.map(({ code, message }) => finding(code, grado, message, 'Signature')),
    ...inspected.departures.map((one) => finding('ENSAYO-FIRMA', 'advertencia', departures[one], 'Signature')),
  ];
  return check('firma', 'Perfil que exige la DGII, resumen (digest) del documento y valor de la firma.', findings);
}

/** The facts of a certificate; undefined if they cannot be read. */
export function readCertificateFacts(certificate: X509Certificate | undefined): CertificateFacts | undefined {
  try {
    return certificate && describeCertificate(certificate.raw);
  } catch (error) {
    if (error instanceof SignatureError) return undefined;
    throw error;
  }
}

/** The issuer that a certificate is checked against, and the time. */
interface Signer {
  readonly rncEmisor: string | undefined;
  /** Possible times of signing, in epoch milliseconds: one of them must be within the dates of the certificate. */
  readonly moments: readonly number[];
  /** The certification authorities to trust, as PEM; none = the list is not installed. */
  readonly roots: readonly string[];
}

/** The check of the certificate: dates, use, issuer, and holder. */
export function checkCertificate(
  inspected: Inspected,
  facts: CertificateFacts | undefined,
  { rncEmisor, moments, roots }: Signer,
): ensayo.Comprobacion {
  const { certificate } = inspected;
  if (isUnsigned(inspected)) return notVerifiable('certificado', unsigned);
  if (certificate === undefined || facts === undefined)
    return check('certificado', 'El certificado que va dentro de la firma.', [refused('firma/certificado')]);
  const verdicts = moments.map((moment) => verdictOf(certificate, new Date(moment), roots));
  const verdict = verdicts.includes('trusted') ? 'trusted' : verdicts[0]!;
  const findings = [
    ...(verdict === 'trusted' ? [] : [refused(verdict)]),
    ...(roots.length > 0 || verdict !== 'trusted' ? [] : [untold]),
    ...ofHolder(facts.holderId, rncEmisor),
  ];
  return check('certificado', 'Titular, emisor, uso, y vigencia al momento de la firma.', findings);
}

/**
 * The verdict on a certificate at an instant: `trusted`, or the code of its fault.
 *
 * @param roots the certification authorities to trust, as PEM; none = any issuer
 */
export function verdictOf(certificate: X509Certificate, at: Date, roots: readonly string[]) {
  try {
    return (roots.length === 0 ? trustAnyIssuer(at) : trustChain({ roots, at }))(certificate);
  } catch (error) {
    if (error instanceof SignatureError) return error.code;
    throw error;
  }
}

const place = 'Signature.KeyInfo.X509Data.X509Certificate';

const refused = (code: SignatureError['code']): ensayo.Hallazgo =>
  finding(code, 'mal', new SignatureError(code).message, place);

const untold = finding(
  'ENSAYO-CADENA',
  'no-verificable',
  'No está instalada la lista de entidades de certificación: no se comprobó quién respalda este certificado',
  place,
);

/** The finding for a certificate that is not the issuer's own. A certificate without a holder was refused before. */
function ofHolder(holderId: string | undefined, rncEmisor: string | undefined): ensayo.Hallazgo[] {
  if (holderId === undefined || holderId === rncEmisor) return [];
  return [
    finding(
      'ENSAYO-DELEGACION',
      'no-verificable',
      `El certificado es de ${holderId.slice(0, 60)}, no del emisor: si puede firmar por él, solo lo sabe la DGII`,
      place,
    ),
  ];
}
