import type { simulacion } from '@timbre/contract';
import * as autoridadCalls from '../../calls/autoridad.generated.ts';
import * as contribuyentesCalls from '../../calls/contribuyentes.generated.ts';
import * as documentosCalls from '../../calls/documentos.generated.ts';
import * as empresaCalls from '../../calls/empresa.generated.ts';
import * as importacionCalls from '../../calls/importacion.generated.ts';
import * as simulacionCalls from '../../calls/simulacion.generated.ts';
import { caller } from '../../lib/api.ts';

export type Simulacion = simulacion.Simulacion;
export type TipoSimulado = simulacion.TipoSimulado;
export type ClaseDeLote = simulacion.ClaseDeLote;
export type Configuracion = simulacion.ConfiguracionDeGeneracion;

const manyRows = { timeout: 60_000 }; // hundreds of receipts are written

export const readSimulacion = caller(simulacionCalls.verSimulacion);
export const generate = caller(simulacionCalls.generarSimulacion, manyRows);
export const generateBatch = caller(simulacionCalls.generarLoteDeSimulacion, manyRows);
export const deleteReceipt = caller(simulacionCalls.eliminarSimulado);
export const clearReceipts = caller(simulacionCalls.borrarSimulacion, manyRows);
export const readDocumento = caller(documentosCalls.verDocumento);
export const listFilas = caller(importacionCalls.listarFilas);
export const closeAutoridad = caller(autoridadCalls.cerrarAutoridad);
export const findTaxpayer = caller(contribuyentesCalls.consultaContribuyente);

const readEmpresa = caller(empresaCalls.verEmpresa);
const authenticate = caller(autoridadCalls.autenticar, {
  timeout: 60_000, // the server asks for the seed up to three times
});

/** The key belongs to another company. */
export class OtherCompany extends Error {}

/**
 * Authenticates the company with the authority, by an API key. The key is used once and not stored.
 *
 * @param rnc of the company: a key of another one is refused
 */
export async function authenticateWith(apiKey: string, rnc: string) {
  if ((await readEmpresa({ apiKey })).rnc !== rnc) throw new OtherCompany('The key belongs to another company');
  return authenticate({ body: {}, apiKey });
}

/** The receipts of types 31 and 32 that match a text and were not rejected: those that a note may modify. */
export async function findModified(importacionId: string, text: string, signal?: AbortSignal) {
  const asked = text === '' ? ['E31', 'E32'] : [text];
  const params = { id: importacionId };
  const pages = await Promise.all(
    asked.map((buscar) => listFilas({ params, query: { rfce: false, buscar, limite: 20 }, signal })),
  );
  return pages
    .flatMap(({ documentos }) => documentos)
    .filter(({ tipo, estado }) => (tipo === '31' || tipo === '32') && estado !== 'rechazado' && estado !== 'error');
}
