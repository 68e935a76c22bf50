import type { Ambiente, importacion } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import type { ImportScope } from '../../domain/comprobantes/imports/conditions.ts';
import { type ReviewedNumbers, reviewImport } from '../../domain/comprobantes/imports/review.ts';
import {
  countHidden,
  markToSign,
  type Pedido,
  SIGN,
  takeToSend,
} from '../../domain/comprobantes/imports/signing-repo.ts';
import { sendJob } from '../../domain/comprobantes/issue/store.ts';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';
import { demandRead } from './demand-read.ts';
import { PROCESS } from './libro/process.ts';
import * as repo from './repo.ts';
import { lackingImports } from './tally-repo.ts';

const firstPasos: importacion.Paso[] = (['readingFile', 'parsingData', 'generatingXML'] as const).map((nombre) => ({
  nombre,
  estado: 'pendiente',
  hechos: 0,
  total: 0,
}));

/**
 * Workbooks of one company that may be read or wait for reading, so that one company does not delay the others for
 * long.
 */
const atOnce = 5;
const retryAfterS = 10;

/** A workbook that was uploaded. */
interface Upload {
  /** Null where a program uploads it. */
  readonly usuarioId: string | null;
  /** Name of the file. */
  readonly archivo: string;
  readonly contenido: Buffer;
  /** The pilot works with it. */
  readonly dePiloto?: boolean;
}

/**
 * Stores an uploaded workbook and queues its reading. Returns the import's id.
 *
 * @throws Problem `archivo/en-espera`
 */
export async function createImport(
  { db, clock, queue, events }: Pick<Context, 'clock' | 'db' | 'events' | 'queue'>,
  empresaId: string,
  { usuarioId, archivo, contenido, dePiloto = false }: Upload,
): Promise<string> {
  const now = clock.now();
  const id = newId(now);
  await db.tenant(empresaId, async (tx) => {
    if ((await repo.countUnread(tx, empresaId, atOnce)) === atOnce)
      throw new Problem('archivo/en-espera', undefined, undefined, { retryAfterS });
    const row = { id, archivo: archivo.slice(0, 200), contenido, pasos: firstPasos, usuarioId, creada: now, dePiloto };
    await repo.insertImport(tx, empresaId, row);
    await queue.enqueue(tx, [{ clase: PROCESS, empresaId, sujeto: id }]);
    await events.append(tx, empresaId, [{ tipo: 'importacion', sujeto: id, datos: { id } }]);
  });
  return id;
}

/**
 * Opens an import that no workbook fills: another feature stores its documents. The screen of workbooks does not list
 * it.
 *
 * @param nombre used instead of the name of a file
 * @returns its id
 */
export async function openOwnImport(tx: Tx, empresaId: string, nombre: string, now: Date): Promise<string> {
  const id = newId(now);
  await repo.insertOwnImport(tx, empresaId, { id, archivo: nombre, creada: now });
  return id;
}

/**
 * A sentence with the eNCFs that lack until the DGII accepted each one of a workbook in an environment, whichever workbook
 * it was sent from; undefined if none lacks. The newest workbook is named.
 */
export async function lackingOfImports(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<string | undefined> {
  const rows = await repo.latestImports(tx, empresaId);
  const ids = rows.map(({ id }) => id);
  const books = await lackingImports(tx, empresaId, ambiente, ids);
  const [newest] = books;
  if (newest === undefined) return 'Ningún libro de Excel tiene comprobantes en este ambiente';
  if (books.some(({ faltan }) => faltan === 0)) return undefined;
  const { archivo, total, faltan, eNCFs } = newest;
  const more = faltan > eNCFs.length ? ` y ${faltan - eNCFs.length} más` : '';
  return `De «${archivo}», la DGII no ha aceptado ${faltan} de ${total}: ${eNCFs.map((eNCF) => eNCF || 'una fila sin eNCF').join(', ')}${more}`;
}

/** The documents of an import that are asked for. */
interface Asked {
  /** Undefined: all of them. Naming a summary names its invoice. */
  readonly ids: readonly string[] | undefined;
}

/** A request to sign. */
interface ToSign extends Asked {
  readonly agregarFechaHoraFirma: boolean;
  /** Whether those of hidden rows are signed too. Undefined: it was not decided. */
  readonly filasOcultas?: boolean | undefined;
}

/**
 * Requests the signing of an import's documents: the named ones, or all that can be signed.
 *
 * @returns how many will be signed, summaries included
 * @throws Problem `certificado/falta`, `certificado/vencido` before anything is requested; `recurso/no-encontrado` for
 * an import that is not the company's, or a document that is not the import's; `archivo/filas-ocultas` if none is named
 * and it was not decided whether those of hidden rows are signed
 */
export async function askToSign(
  ctx: Pick<Context, 'db' | 'queue' | 'signers'>,
  of: ImportScope,
  { ids, agregarFechaHoraFirma, filasOcultas }: ToSign,
): Promise<number> {
  await ctx.signers.of(of.empresaId);
  return ctx.db.tenant(of.empresaId, async (tx) => {
    await demandRead(tx, of, ids);
    if (ids === undefined && filasOcultas === undefined) await demandNoneHidden(tx, of);
    return requestSigning(tx, ctx, of, { ids, pedido: 'firma', agregarFechaHoraFirma, filasOcultas });
  });
}

/** Throws Problem `archivo/filas-ocultas` if documents to be signed have hidden rows. */
async function demandNoneHidden(tx: Tx, of: ImportScope): Promise<void> {
  const count = await countHidden(tx, of);
  if (count === 0) return;
  const are = count === 1 ? '1 comprobante está en una fila oculta' : `${count} comprobantes están en filas ocultas`;
  refuse('archivo/filas-ocultas', `${are} o que un filtro deja fuera. Diga si se firman también.`);
}

/** Documents enqueued in one query: ten thousand at once would block all other requests. */
const enqueuedAtOnce = 1_000;

/**
 * Requests the sending of an import's signed documents: the named ones, or all that can be sent. With the simulator,
 * unsigned documents are signed first, except those of hidden rows that are not named; with the real authority, they
 * are left out.
 *
 * @returns how many will be sent, with the invoices that are sent as their summary
 * @throws Problem `documento/sin-firmar`, `documento/ya-enviado` when exactly one is named and it cannot be sent
 */
export async function askToSend(
  ctx: Pick<Context, 'config' | 'db' | 'queue' | 'signers'>,
  of: ImportScope,
  { ids }: Asked,
): Promise<number> {
  const { empresaId } = of;
  const signOnTheWay = ctx.config.authority === 'simulador';
  if (signOnTheWay) await ctx.signers.of(empresaId);
  return ctx.db.tenant(empresaId, async (tx) => {
    await demandRead(tx, of, ids);
    const rows = await takeToSend(tx, of, ids);
    const signing = signOnTheWay
      ? await requestSigning(tx, ctx, of, { ids, pedido: 'envio', agregarFechaHoraFirma: true })
      : 0;
    if (rows.length + signing === 0 && ids?.length === 1) await refuseSending(tx, empresaId, ids[0] ?? '');
    for (let from = 0; from < rows.length; from += enqueuedAtOnce) {
      const some = rows.slice(from, from + enqueuedAtOnce);
      await ctx.queue.enqueue(
        tx,
        some.map((row) => sendJob(empresaId, row)),
      );
    }
    // A summary also counts its invoice.
    return rows.length + rows.filter(({ es_rfce }) => es_rfce).length + signing;
  });
}

async function requestSigning(
  tx: Tx,
  { queue }: Pick<Context, 'queue'>,
  of: ImportScope,
  { ids, pedido, agregarFechaHoraFirma, filasOcultas = false }: ToSign & { readonly pedido: Pedido },
): Promise<number> {
  const asked = await markToSign(tx, of, { ids, pedido, filasOcultas: ids !== undefined || filasOcultas });
  if (asked === 0) return 0;
  await queue.enqueue(tx, [
    { clase: SIGN, empresaId: of.empresaId, sujeto: of.importacionId, datos: { agregarFechaHoraFirma } },
  ]);
  return asked;
}

async function refuseSending(tx: Tx, empresaId: string, id: string): Promise<never> {
  const { estado } = (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  return refuse(estado === 'pendiente' || estado === 'error' ? 'documento/sin-firmar' : 'documento/ya-enviado');
}

/**
 * Judges again now what the rows of an import wait for. See {@link reviewImport}.
 *
 * @throws Problem `recurso/no-encontrado`
 */
export async function reviewRows(
  ctx: Pick<Context, 'clock' | 'db' | 'desk' | 'events' | 'issuers' | 'quarantine'>,
  of: ImportScope,
): Promise<ReviewedNumbers> {
  const row = await ctx.db.tenant(of.empresaId, (tx) => repo.findImport(tx, of));
  if (row === undefined) refuse('recurso/no-encontrado');
  return reviewImport(ctx, of);
}
