import { readReceipt } from '@timbre/reports';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Core } from '../comprobantes/core.ts';
import { recordDamaged, requeueDamaged } from './damaged-repo.ts';
import { derivado, isStorable, sentidoOfIssued } from './derive-rows.ts';
import {
  type FuenteDeDocumento,
  listPendingIssued,
  listPendingReceived,
  type Pending,
  type Place,
  removeLines,
  xmlOf,
} from './pending-repo.ts';
import { analyzeReceipts, lockReceipts, outdatedReceipts } from './receipts-repo.ts';
import { type Days, monthsOf, type Scope } from './scope.ts';
import { type Brought, changeWithRows, deriveStored, storeWithRows } from './store-rows.ts';

/** The services needed to read documents. */
type CatchUpContext = Pick<Core, 'db' | 'desk' | 'clock' | 'log'>;

/** Documents of one batch: one transaction stores their receipts and rows. */
const batchSize = 200;

/** Number of documents after which the statistics of the tables are updated; then again after five times as many. */
const firstAnalysis = 1_000;

/** Limit of the work of one call. */
interface Effort {
  /** Maximum number of batches; left out: no limit. */
  readonly batches?: number;
}

/**
 * Reads the documents of some days that have no receipt yet, and updates receipts after later changes: commercial
 * answers, states at the DGII, rows of an older version. Only documents that changed are read. Each batch is stored
 * whole or not at all, and stored results are not computed again, so it may be interrupted anywhere, and several
 * processes may run it at once.
 *
 * @param onProgress receives the number of documents done so far, and of those known in total
 * @returns whether all was done
 */
export async function bringUpToDate(
  ctx: CatchUpContext,
  scope: Scope,
  days: Days,
  onProgress: (done: number, total: number) => void = () => undefined,
  { batches = Number.POSITIVE_INFINITY }: Effort = {},
): Promise<boolean> {
  let left = batches;
  let done = 0;
  let analyzeAt = firstAnalysis;
  const step = async (count: number) => {
    left--;
    done += count;
    // After a full batch it is not known how many documents follow.
    onProgress(done, count < batchSize ? done : done + batchSize);
    if (done < analyzeAt) return;
    analyzeAt = done * 5;
    await ctx.db.system(analyzeReceipts);
  };
  await ctx.db.tenant(scope.empresaId, (tx) => requeueDamaged(tx, scope, days, derivado));
  for (const fuente of ['emitido', 'recibido'] as const) {
    let after: Place | undefined = { fecha: days.desde, orden: -1 };
    while (after !== undefined && left > 0) after = await readBatch(ctx, scope, days, fuente, after, step);
    if (after !== undefined) return false;
  }
  const months = monthsOf(days);
  for (const sentido of ['compra', 'venta'] as const) {
    let isAll = false;
    while (!isAll && left > 0) {
      const count = await ctx.db.tenant(scope.empresaId, async (tx) => {
        const keys = await outdatedReceipts(tx, scope, sentido, months, derivado, batchSize);
        const locked = keys.length === 0 ? [] : await lockReceipts(tx, scope, sentido, keys);
        await changeWithRows(tx, scope, await deriveStored(tx, scope, locked), ctx.clock.now(), 'documento');
        return keys.length;
      });
      isAll = count === 0;
      if (count > 0) await step(count);
    }
    if (!isAll) return false;
  }
  return true;
}

/** Reads one batch. Returns where the next one begins; undefined after the last. */
async function readBatch(
  ctx: CatchUpContext,
  scope: Scope,
  days: Days,
  fuente: FuenteDeDocumento,
  after: Place,
  step: (count: number) => Promise<void>,
): Promise<Place | undefined> {
  const find = fuente === 'emitido' ? listPendingIssued : listPendingReceived;
  const batch = await ctx.db.reading(scope.empresaId, (tx) => find(tx, scope, days, after, batchSize));
  if (batch.length === 0) return undefined;
  // If two documents have one number, the one that counts comes first.
  const pending = distinct(batch, 'leer').sort((a, b) => Number(a.excluido !== null) - Number(b.excluido !== null));
  const { brought, damaged } = await readDocuments(ctx, scope, fuente, pending);
  const now = ctx.clock.now();
  const newlyDamaged = await ctx.db.tenant(scope.empresaId, async (tx) => {
    await storeWithRows(tx, scope, brought, now, 'documento');
    await changeExclusion(tx, scope, distinct(batch, 'cambiar'), now);
    await removeLines(tx, scope, fuente, batch);
    return recordDamaged(tx, scope, fuente, pending, damaged, derivado);
  });
  for (const { id, ncf } of damaged)
    if (newlyDamaged.includes(id))
      ctx.log.warn({ empresaId: scope.empresaId, documento: id, ncf }, 'A document cannot be read for the reports');
  await step(batch.length);
  return batch.length < batchSize ? undefined : batch.at(-1);
}

/** The documents of a batch with a certain task, each once. */
function distinct(batch: readonly Pending[], wanted: Pending['tarea']): Pending[] {
  return [...new Map(batch.filter(({ tarea }) => tarea === wanted).map((each) => [each.id, each])).values()];
}

/** The receipts of a batch of documents, and the documents that cannot be parsed because they are damaged. */
async function readDocuments(
  { db, desk }: CatchUpContext,
  { empresaId }: Scope,
  fuente: FuenteDeDocumento,
  pending: readonly Pending[],
): Promise<{ readonly brought: Brought[]; readonly damaged: Pending[] }> {
  const small = pending.filter(({ xml }) => xml !== null);
  const size = small.reduce((sum, { bytes }) => sum + bytes, 0);
  const texts = new Map<string, string | null>();
  const read =
    small.length === 0
      ? []
      : await desk.readReceipts(
          size,
          small.map(({ xml }) => xml!),
        );
  for (const [i, { id }] of small.entries()) texts.set(id, read[i]!);
  for (const { id, bytes, xml } of pending) {
    if (xml !== null) continue;
    const table = fuente === 'emitido' ? 'documento' : 'recibido';
    const large = await db.reading(empresaId, (tx) => xmlOf(tx, empresaId, table, id));
    const [recibo = null] = large === undefined ? [] : await desk.readReceipts(bytes, [large]);
    texts.set(id, recibo);
  }
  const brought: Brought[] = [];
  const damaged: Pending[] = [];
  for (const document of pending) {
    const { id, excluido } = document;
    const recibo = texts.get(id) ?? null;
    const receipt = recibo === null ? undefined : readReceipt(recibo);
    if (recibo === null || receipt === undefined || !isStorable(receipt)) {
      damaged.push(document);
      continue;
    }
    const sentido = fuente === 'recibido' ? 'compra' : sentidoOfIssued(receipt);
    brought.push({ receipt, recibo, sentido, fuente, documento_id: id, excluido, respuestas: {} });
  }
  return { brought, damaged };
}

/**
 * Excludes known receipts from the reports, or includes them again, according to the present state of their documents.
 */
async function changeExclusion(tx: Tx, scope: Scope, known: readonly Pending[], now: Date): Promise<void> {
  if (known.length === 0) return;
  const reasons = new Map(known.map(({ id, excluido }) => [id, excluido]));
  const locked = await lockReceipts(tx, scope, 'compra', known);
  // Another document of the number may have taken its place.
  const changed = locked.flatMap((each) => {
    const excluido = each.documento_id === null ? undefined : reasons.get(each.documento_id);
    return excluido === undefined ? [] : [{ ...each, excluido }];
  });
  await changeWithRows(tx, scope, await deriveStored(tx, scope, changed), now, 'documento');
}
