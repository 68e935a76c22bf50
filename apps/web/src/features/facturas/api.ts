import type { correo, facturas } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as correoCalls from '../../calls/correo.generated.ts';
import * as documentosCalls from '../../calls/documentos.generated.ts';
import * as facturasCalls from '../../calls/facturas.generated.ts';
import { caller, callerWithHeaders, partsOf, send } from '../../lib/api.ts';
import { datesOf, type Filters } from './filters.ts';

/** Rows of a call: five pages of the list. */
const callSize = 50;
const list = callerWithHeaders(facturasCalls.listarFacturas);
const summarize = caller(facturasCalls.resumirFacturas);

/** The key of the saved filters in the cache. */
export const vistasKey = ['vistas'];

export const listVistas = caller(facturasCalls.listarVistas);
export const saveVista = caller(facturasCalls.guardarVista);
export const changeVista = caller(facturasCalls.cambiarVista);
export const removeVista = caller(facturasCalls.eliminarVista);

export const sendDocumento = caller(documentosCalls.enviarDocumento);
export const resendDocumento = caller(documentosCalls.reenviarDocumento);
export const readCorreos = caller(correoCalls.verCorreos);
export const sendByMail = caller(correoCalls.enviarPorCorreo);
export type CorreosDeDocumento = AnswerOf<typeof correo.verCorreos>;

/** A page of the list and the cursor of the next one, if there is one. */
export interface Page {
  readonly facturas: facturas.Factura[];
  readonly siguiente: string | undefined;
}

/**
 * Returns a page of the issued invoices.
 *
 * @param cursor of the page, from the previous page
 * @param now for the default dates: today's
 * @param limit of its rows
 */
export async function listFacturas(
  filters: Filters,
  cursor: string | undefined,
  now: number,
  signal: AbortSignal,
  limit = callSize,
): Promise<Page> {
  const { orden } = filters;
  const { answer, headers } = await list({
    query: { limit, sinXml: true, ...queryOf(filters, now), ...(orden && { orden }), ...(cursor && { cursor }) },
    signal,
  });
  return { facturas: answer, siguiente: headers.get('x-siguiente') ?? undefined };
}

/** Returns how many invoices match, their sum and how many were rejected. */
export const summarizeFacturas = (filters: Filters, now: number, signal: AbortSignal): Promise<facturas.Resumen> =>
  summarize({ query: queryOf(filters, now), signal });

/** The formats of an export file, with their names. */
export const formatos = { csv: 'CSV', xlsx: 'Excel', zip: 'ZIP con XML y PDF' } as const;
export type Formato = keyof typeof formatos;

/** Requests an export file of the invoices of a filter. @param ids if set, only these of them */
export function startExport(
  formato: Formato,
  filters: Filters,
  ids: readonly string[] | undefined,
  now: number,
  signal: AbortSignal,
): Promise<Response> {
  const { method, path } = partsOf(facturasCalls.exportarFacturas);
  const { orden } = filters;
  return send(method, path, { json: { formato, ...queryOf(filters, now), ...(orden && { orden }), ids }, signal });
}

const prepare = caller(facturasCalls.prepararHoja);

/** Notifies the server that the invoices of a filter are printed. @param ids if set, only these of them */
export const preparePrint = (filters: Filters, ids: readonly string[] | undefined, now: number, signal: AbortSignal) =>
  prepare({ body: { ...queryOf(filters, now), ...(ids && { ids: [...ids] }) }, signal });

/** The filters in the form of the server's query. */
function queryOf({ ambiente, estado, tipo, eNCF, trackId, buscar, ...dates }: Filters, now: number) {
  const { desde, hasta } = datesOf(dates, now);
  return {
    ...(desde && { fechaDesde: desde }),
    ...(hasta && { fechaHasta: hasta }),
    ...(ambiente && { ambiente }),
    ...(estado && { estado }),
    ...(tipo && { tipo }),
    ...(eNCF && { eNCF }),
    ...(trackId && { trackId }),
    ...(buscar && { buscar }),
  };
}
