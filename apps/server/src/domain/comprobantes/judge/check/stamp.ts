import type { ensayo } from '@timbre/contract';
import { ambientes } from '@timbre/contract';
import { type ECFHead, esResumen, timbreUrl } from '@timbre/ecf';
import { stampPath } from '@timbre/representacion';
import { type ReadDocument, textAt } from './document.ts';
import { check, finding, notVerifiable } from './finding.ts';
import type { Invoice } from './invoice.ts';

/** Elements that the URL of every stamp contains, and those of a document that is sent whole. */
const ofAll = ['Encabezado.Emisor.RNCEmisor', 'Encabezado.IdDoc.eNCF', 'Encabezado.Totales.MontoTotal'];
const ofWhole = [...ofAll, 'Encabezado.Emisor.FechaEmision', 'FechaHoraFirma'];

/** Characters of a security code. @source Formato RFCE v1.0, CodigoSeguridadeCF */
const codeLength = 6;

/** The security code of a document, and its check. */
interface SecurityCode {
  readonly codigo: string | undefined;
  readonly comprobacion: ensayo.Comprobacion;
}

/**
 * The security code: the first six characters of the SignatureValue of the e-CF. A summary states that of its invoice.
 *
 * @param factura the invoice of a summary, if available
 * @source Descripción técnica v1.6, pp. 36-38; Formato RFCE v1.0
 */
export function checkCode(
  read: ReadDocument,
  signatureValue: string | undefined,
  factura: Invoice | undefined,
): SecurityCode {
  if (read.kind === 'RFCE') return ofSummary(textAt(read, 'Encabezado.CodigoSeguridadeCF'), factura);
  const none = 'Son los seis primeros caracteres de SignatureValue: sin firma no hay código.';
  const own = codeOf(signatureValue);
  if (own === undefined) return { codigo: undefined, comprobacion: notVerifiable('codigoSeguridad', none) };
  const says = `Los seis primeros caracteres de SignatureValue: ${own}. Va impreso y en el QR; el XML no lo repite.`;
  return { codigo: own, comprobacion: check('codigoSeguridad', says) };
}

function ofSummary(stated: string | undefined, factura: Invoice | undefined): SecurityCode {
  if (stated === undefined)
    return {
      codigo: undefined,
      comprobacion: notVerifiable('codigoSeguridad', 'El resumen no trae CodigoSeguridadeCF.'),
    };
  const expected = codeOf(factura?.signatureValue);
  const says = `El resumen dice ${stated.slice(0, 60)}; debe ser el comienzo de SignatureValue de su factura.`;
  return { codigo: stated, comprobacion: check('codigoSeguridad', says, ofInvoice(stated, expected)) };
}

function ofInvoice(stated: string, expected: string | undefined): ensayo.Hallazgo[] {
  if (stated === expected) return [];
  const place = 'Encabezado.CodigoSeguridadeCF';
  if (expected === undefined) {
    const says = 'Se compara con la firma de la factura completa, que no está aquí: añádala';
    return [finding('ENSAYO-CODIGO', 'no-verificable', says, place)];
  }
  const says = `CodigoSeguridadeCF dice ${stated.slice(0, 60)} y la firma de la factura empieza por ${expected}`;
  return [finding('ENSAYO-CODIGO-DISTINTO', 'mal', says, place)];
}

const codeOf = (signatureValue: string | undefined) => signatureValue?.slice(0, codeLength);

/**
 * The QR codes that the printed form must have, by environment, and their check: an XML does not contain its
 * environment.
 */
export function checkQr(
  read: ReadDocument,
  codigo: string | undefined,
): { readonly qr: ensayo.QrDeEnsayo[]; readonly comprobacion: ensayo.Comprobacion } {
  const cannot = (why: string) => ({ qr: [], comprobacion: notVerifiable('qr', why) });
  if (codigo === undefined) return cannot('La dirección lleva el código de seguridad, que sale de la firma.');
  const missing = ofAll.find((path) => textAt(read, path) === undefined);
  if (missing !== undefined) return cannot(`La dirección lleva ${missing}, que falta.`);
  const head = read.tree as ECFHead;
  const whole = read.kind === 'ECF' && !esResumen(head);
  const absent = whole ? ofWhole.find((path) => textAt(read, path) === undefined) : undefined;
  if (absent !== undefined) return cannot(`La dirección lleva ${absent}, que falta.`);
  try {
    const qr = ambientes.map((ambiente) => {
      const url = timbreUrl(ambiente, head, codigo);
      const { side, path } = stampPath(url);
      return { ambiente, url, lado: side, trazo: path };
    });
    return { qr, comprobacion: check('qr', whole ? explained.whole : explained.summary) };
  } catch (error) {
    // A value is far too long for its element.
    if (error instanceof RangeError) return cannot('Sus valores no caben en el código QR.');
    throw error;
  }
}

const explained = {
  whole:
    'La dirección que debe imprimirse: ConsultaTimbre con emisor, comprador, e-NCF, fechas, total y código de seguridad, tal como están en el XML.',
  summary:
    'La dirección que debe imprimirse: ConsultaTimbreFC, la de las facturas de consumo menores de RD$250,000.00, con emisor, e-NCF, total y código de seguridad.',
} as const;
