import { X509Certificate } from 'node:crypto';
import { avisoDeCertificado } from '@timbre/contract';
import { displayFecha, formatFecha, formatISODate, formatTaxId, parseRNC } from '@timbre/values';
import {
  type CertificateRefusal,
  certificateRefusal,
  describeCertificate,
  isSoundlySigned,
  readCertificateUse,
  SignatureError,
  trustChain,
} from '@timbre/xml/node';
import type { Clock } from '../../platform/process/clock.ts';
import type { Config } from '../config.ts';

/** The advice for a certificate that the DGII does not accept: which certificate to ask a certification authority for. */
const askFor =
  'Pida a su entidad de certificación (Avansi, Digifirma, OGTIC o Novofirma) un certificado de persona física para procedimientos tributarios: con llave RSA de 2048 bits o más, con uso de firma digital y con la cédula, el RNC o el pasaporte del titular en el campo SN (serialNumber)';

const dayOf = (date: string): string => displayFecha(formatISODate(formatFecha(Date.parse(date))));

/** Why a certificate may not sign, and what to do, in one text. */
export function refusalText(refusal: CertificateRefusal, { validFrom, validTo }: X509Certificate): string {
  if (refusal === 'firma/certificado-vencido')
    return `El certificado venció el ${dayOf(validTo)}. Pida la renovación a su entidad de certificación`;
  if (refusal === 'firma/certificado-no-vigente')
    return `El certificado vale desde el ${dayOf(validFrom)}: todavía no está vigente. Espere a esa fecha, o revise la fecha y la hora del servidor`;
  return `${new SignatureError(refusal).message}. ${askFor}`;
}

/** The company that uses a certificate, and the instant at which it is checked. */
export interface CertificateAsked {
  /** RNC of the company that signs with it. */
  readonly rnc: string;
  readonly at: Date;
  /** The certification authorities to trust, as PEM; none = the list is not installed. */
  readonly roots: readonly string[];
}

/** The check of a certificate for a company, now. */
export const askedBy = (
  { clock, config }: { readonly clock: Clock; readonly config: Pick<Config, 'receiverRoots'> },
  rnc: string,
): CertificateAsked => ({
  rnc,
  at: clock.now(),
  roots: config.receiverRoots,
});

/** The texts about a certificate for a screen: why it may not sign (null: it may), or the notices if it may. */
export function judgedCertificate(der: Uint8Array, asked: CertificateAsked) {
  const certificate = new X509Certificate(der);
  const refusal = certificateRefusal(certificate, asked.at);
  return refusal === undefined
    ? { rechazo: null, avisos: noticesOf(certificate, asked) }
    : { rechazo: `${refusalText(refusal, certificate)}.`, avisos: [] };
}

function noticesOf(certificate: X509Certificate, { rnc, at, roots }: CertificateAsked): string[] {
  const { keyUsage, ...use } = readCertificateUse(certificate);
  const { holderId = '' } = describeCertificate(certificate.raw);
  // Not by checkIssued, which is false for a certificate that may not issue others.
  const isOwnIssuer = certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey);
  const isKnown = roots.length === 0 || trustChain({ roots, at })(certificate) === 'trusted';
  const notices: readonly (string | false | undefined)[] = [
    avisoDeCertificado(new Date(certificate.validTo).toISOString(), at.getTime()) !== undefined &&
      `Vence el ${dayOf(certificate.validTo)}. Pida la renovación y cargue el nuevo antes de esa fecha.`,
    isOwnIssuer && 'No lo emitió una entidad de certificación: sirve con la DGII simulada, y la DGII lo rechaza.',
    !isOwnIssuer &&
      !isKnown &&
      'No lo respalda ninguna de las entidades de certificación instaladas en este servidor. Confirme que su entidad está autorizada por el INDOTEL.',
    !isOwnIssuer &&
      !isSoundlySigned({ keyUsage, ...use }) &&
      'La entidad lo firmó con un algoritmo débil. Pida uno firmado con SHA-256.',
    keyUsage !== undefined &&
      !keyUsage.has('digitalSignature') &&
      'Permite firmar documentos (no repudio), y no dice que sirva para identificarse. Si la DGII no lo acepta, pida uno con uso de firma digital (digitalSignature).',
    ofHolder(holderId, rnc),
  ];
  return notices.filter((one) => typeof one === 'string');
}

/** The notice about the holder of a certificate, if there is one. @source Descripción técnica, p. 60; Instructivo de delegaciones */
function ofHolder(holderId: string, rnc: string): string | undefined {
  const id = parseRNC(holderId);
  if (id === rnc) return undefined;
  if (id === undefined)
    return `Su campo SN dice «${holderId.slice(0, 60)}», que no es un RNC ni una cédula. Si no es el pasaporte del titular, pida que lo corrijan.`;
  const whose =
    id.length === 9 ? `el RNC ${formatTaxId(id)}, que no es el de la empresa` : `la cédula ${formatTaxId(id)}`;
  return `Es de quien tiene ${whose}. La DGII acepta sus firmas si tiene delegado el rol de Firmante de la empresa en la Oficina Virtual.`;
}
