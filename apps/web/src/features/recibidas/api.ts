import type { recibidas } from '@timbre/contract';
import * as recibidasCalls from '../../calls/recibidas.generated.ts';
import { caller, callerWithHeaders } from '../../lib/api.ts';
import { saveFile } from '../../lib/files.ts';
import { datesOf, type Filters } from './filters.ts';

export type Recibida = recibidas.Recibida;
export type RecibidaCompleta = recibidas.RecibidaCompleta;

/** Rows of a page. @source specification 001 §9 */
export const pageSize = 10;

const list = callerWithHeaders(recibidasCalls.listarRecibidas);
export const readRecibida = caller(recibidasCalls.verRecibida);
export const readXml = caller(recibidasCalls.xmlRecibida);
const readAnswer = caller(recibidasCalls.xmlDeRespuesta);
const readAcuse = caller(recibidasCalls.acuseRecibida);
const readPdf = caller(recibidasCalls.pdfRecibida);
export const answer = caller(recibidasCalls.responderRecibida, { rectifies: true });
export const upload = caller(recibidasCalls.subirRecibida);
export const listRefused = caller(recibidasCalls.listarNoRecibidas);

/** A page of the list, and the cursor of the next one if there is one. */
export async function listRecibidas(filters: Filters, cursor: string | undefined, now: number, signal: AbortSignal) {
  const { tipo, doc: _, pagina: __, todas: ___, desde: ____, hasta: _____, ...rest } = filters;
  const { desde, hasta } = datesOf(filters, now);
  const { answer: page, headers } = await list({
    query: {
      pageSize,
      sinXml: true,
      ...rest,
      ...(tipo && { tipoDocumento: tipo }),
      ...(desde && { fechaDesde: desde }),
      ...(hasta && { fechaHasta: hasta }),
      ...(cursor && { cursor }),
    },
    signal,
  });
  return { ...page, siguiente: headers.get('x-siguiente') ?? undefined };
}

/** The fields that name a document's files. */
export type RecibidaRef = Pick<Recibida, 'id' | 'encF'>;

/** Downloads a file of a document. Returns its name. @source specification 001 §7, "Received invoices" */
export const downloadXml = async ({ id, encF }: RecibidaRef) =>
  saveFile(await readXml({ params: { id } }), `factura_${encF}.xml`);
export const downloadAcuse = async ({ id, encF }: RecibidaRef) =>
  saveFile(await readAcuse({ params: { id } }), `acuse_${encF}.xml`);
export const downloadAnswer = async (
  { id, rncEmisor, encF }: RecibidaRef & Pick<Recibida, 'rncEmisor'>,
  respuesta: string,
) => saveFile(await readAnswer({ params: { id, respuesta } }), `aprobacion_${rncEmisor}${encF}.xml`);
export const downloadPdf = async ({ id, rncEmisor, encF }: RecibidaRef & Pick<Recibida, 'rncEmisor'>) =>
  saveFile(await readPdf({ params: { id } }), `${rncEmisor}${encF}.pdf`);
