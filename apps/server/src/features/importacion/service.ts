import type { Ambiente, importacion } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import { addMonths, formatFecha, lastDay, parseISODate, periodoOf } from '@timbre/values';
import { sendJob } from '../../domain/comprobantes/issue/store.ts';
import { firstExpiry } from '../../domain/comprobantes/numbers/ranges-repo.ts';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { markToSign, type Pedido, takeToSend } from '../../domain/comprobantes/queries/imported.ts';
import { buildMuestra } from '../../domain/comprobantes/workbooks/muestra.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import { highestSigned, isAnyAccepted, noTally, tallyImports } from './tally-repo.ts';

export { writeLibro } from '../../domain/comprobantes/workbooks/muestra.ts';

import { mustBeRead } from './must-be-read.ts';
import { PROCESS } from './process.ts';
import * as repo from './repo.ts';
import { SIGN } from './sign.ts';

export { reviewNotes } from './notes.ts';
export { openOwnImport, storeDocuments } from './own-import.ts';
export { forgetRehearsal, rehearseSending, rehearseSigning } from './rehearsal.ts';
export { reviewNumbers } from './review.ts';
export type { DocumentoDeImportacion } from './rows.ts';
export { progressOf, viewImport, viewIncidencias } from './view.ts';

const firstPasos: importacion.Paso[] = (['readingFile', 'parsingData', 'generatingXML'] as const).map((nombre) => ({
  nombre,
  estado: 'pendiente',
  hechos: 0,
  total: 0,
}));

const RECENT = 20;
const ENQUEUED_AT_ONCE = 1_000;

/**
 * Workbooks of one company that may be read or wait for reading, so that one company does not delay the others for
 * long.
 */
const AT_ONCE = 5;
const RETRY_AFTER_S = 10;

/**
 * Stores an uploaded workbook and queues its reading. Returns the import's id.
 *
 * @throws Problem `archivo/en-espera`
 */
export async function createImport(
  { db, clock, queue, events }: Context,
  empresaId: string,
  usuarioId: string | null,
  archivo: string,
  contenido: Buffer,
): Promise<string> {
  const now = clock.now();
  const id = newId(now);
  await db.tenant(empresaId, async (tx) => {
    if ((await repo.countUnread(tx, empresaId, AT_ONCE)) === AT_ONCE)
      throw new Problem('archivo/en-espera', undefined, undefined, { retryAfterS: RETRY_AFTER_S });
    const given = { id, archivo: archivo.slice(0, 200), contenido, pasos: firstPasos, usuarioId, creada: now };
    await repo.insertImport(tx, empresaId, given);
    await queue.enqueue(tx, [{ clase: PROCESS, empresaId, sujeto: id }]);
    await events.append(tx, empresaId, [{ tipo: 'importacion', sujeto: id, datos: { id } }]);
  });
  return id;
}

/** The latest imports, newest first. */
export async function recentImports({ db }: Context, empresaId: string) {
  return db.tenant(empresaId, async (tx) => {
    const rows = await repo.latestImports(tx, empresaId, RECENT);
    const ids = rows.map(({ id }) => id);
    const tallies = await tallyImports(tx, empresaId, ids);
    return rows.map((row) => ({
      ...row,
      creada: row.creada.toISOString(),
      pasos: [...row.pasos],
      ...(tallies.get(row.id) ?? noTally),
    }));
  });
}

/** Whether the DGII accepted every document of one of the latest workbooks, in an environment. */
export async function hasAcceptedImport(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<boolean> {
  const rows = await repo.latestImports(tx, empresaId, RECENT);
  return isAnyAccepted(
    tx,
    empresaId,
    ambiente,
    rows.map(({ id }) => id),
  );
}

/**
 * Requests the signing of an import's documents: the named ones, or all that can be signed. Naming a summary names its
 * invoice.
 *
 * @returns how many will be signed, summaries included
 * @throws Problem `certificado/falta`, `certificado/vencido` before anything is requested; `recurso/no-encontrado` for
 * an import that is not the company's, or a document that is not the import's
 */
export async function askToSign(
  context: Context,
  empresaId: string,
  importacionId: string,
  ids: readonly string[] | undefined,
  agregarFechaHoraFirma: boolean,
): Promise<number> {
  await context.signers.of(empresaId);
  return context.db.tenant(empresaId, (tx) =>
    requestSigning(tx, context, empresaId, importacionId, ids, 'firma', agregarFechaHoraFirma),
  );
}

/**
 * Requests the sending of an import's signed documents: the named ones, or all that can be sent. With the simulator,
 * unsigned documents are signed first; with the real authority, they are left out.
 *
 * @returns how many will be sent, with the invoices that are sent as their summary
 * @throws Problem `documento/sin-firmar`, `documento/ya-enviado` when exactly one is named and it cannot be sent
 */
export async function askToSend(
  context: Context,
  empresaId: string,
  importacionId: string,
  ids: readonly string[] | undefined,
): Promise<number> {
  const signOnTheWay = context.config.authority === 'simulador';
  if (signOnTheWay) await context.signers.of(empresaId);
  return context.db.tenant(empresaId, async (tx) => {
    await mustBeRead(tx, empresaId, importacionId, ids);
    const rows = await takeToSend(tx, empresaId, importacionId, ids);
    const signing = signOnTheWay ? await requestSigning(tx, context, empresaId, importacionId, ids, 'envio', true) : 0;
    if (rows.length + signing === 0 && ids?.length === 1) await refuseSending(tx, empresaId, ids[0] ?? '');
    // Ten thousand at once would block all other requests.
    for (let from = 0; from < rows.length; from += ENQUEUED_AT_ONCE) {
      const some = rows.slice(from, from + ENQUEUED_AT_ONCE);
      await context.queue.enqueue(
        tx,
        some.map((row) => sendJob(empresaId, row)),
      );
    }
    // a summary also counts its invoice
    return rows.length + rows.filter(({ es_rfce }) => es_rfce).length + signing;
  });
}

async function requestSigning(
  tx: Tx,
  context: Context,
  empresaId: string,
  importacionId: string,
  ids: readonly string[] | undefined,
  pedido: Pedido,
  agregarFechaHoraFirma: boolean,
): Promise<number> {
  await mustBeRead(tx, empresaId, importacionId, ids);
  const asked = await markToSign(tx, empresaId, importacionId, ids, pedido);
  if (asked === 0) return 0;
  await context.queue.enqueue(tx, [
    { clase: SIGN, empresaId, sujeto: importacionId, datos: { agregarFechaHoraFirma } },
  ]);
  return asked;
}

async function refuseSending(tx: Tx, empresaId: string, id: string): Promise<never> {
  const { estado } = (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  return refuse(estado === 'pendiente' || estado === 'error' ? 'documento/sin-firmar' : 'documento/ya-enviado');
}

/** A sample workbook for a company, with numbers that it has not used, and the expiry of its ranges. */
export async function sampleFor(context: Context, empresaId: string): Promise<Buffer> {
  const { rnc, razonSocial, ambiente } = await context.issuers.of(empresaId);
  const [last, vence] = await context.db.tenant(empresaId, (tx) =>
    Promise.all([highestSigned(tx, empresaId, ambiente, rnc), firstExpiry(tx, empresaId, ambiente)]),
  );
  const now = context.clock.now().getTime();
  const fecha = formatFecha(now);
  const vencimiento = parseISODate(vence ?? '') ?? lastDay(addMonths(periodoOf(fecha), 12));
  return buildMuestra({ rnc, razonSocial, desde: (last ?? 0) + 1, fecha, vencimiento }, now);
}
