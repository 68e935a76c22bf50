import {
  indexMapping,
  isQuickBooksEntity,
  type MapeoDeCuentas,
  type QuickBooksContext,
  type QuickBooksDirectory,
  readQuickBooks,
} from '@timbre/reports';
import type { Core } from '../comprobantes/core.ts';
import type { Tx } from '../db/transactions.ts';
import { type Filed, type KeyOfReceipt, keyOf, nameOf, withoutFiled, withoutRepeated } from './quickbooks-checks.ts';
import { type FedDocument, type ReadDocument, readFed } from './quickbooks-receipt.ts';
import {
  forgetDocuments,
  knownDocuments,
  markSeen,
  numbersOf,
  type QuickBooksKey,
  type QuickBooksRow,
  type RealmScope,
  saveDocuments,
  unseenDocuments,
} from './quickbooks-repo.ts';
import { lockReceipts } from './receipts-repo.ts';
import type { Days } from './scope.ts';
import { type Brought, changeWithRows, deriveStored, storeWithRows } from './store-rows.ts';
import type { EstadoQuickBooks } from './tables.ts';
import { excluidoPor } from './unread-repo.ts';

/** What storing documents of QuickBooks needs. */
export type QuickBooksStoreContext = Pick<Core, 'db' | 'clock'>;

/** Documents as they come, credits after what they are linked with. Entities that the reports do not read are passed over. */
export type QuickBooksFeed = AsyncIterable<{ readonly entity: string; readonly json: unknown }>;

/** How documents are read and stored. */
export interface QuickBooksOptions {
  readonly mapeo: MapeoDeCuentas;
  readonly directory: QuickBooksDirectory;
  readonly filed: Filed;
  /** Whether reports that were filed may change. */
  readonly aunquePresentado?: boolean;
  /** Told after each batch. */
  readonly onBatch?: (counts: QuickBooksCounts) => void;
}

/** Documents by what became of them; `iguales` came as they were known. */
export type QuickBooksCounts = Record<EstadoQuickBooks | 'iguales', number>;

const noCounts = (): QuickBooksCounts => ({ recibo: 0, falla: 0, omitido: 0, espera: 0, borrado: 0, iguales: 0 });

/** Documents of one batch: one transaction stores them with their receipts and rows. */
const batchSize = 200;

/**
 * Stores the receipts of documents of QuickBooks, with their rows. A document that comes again as it was changes nothing; one that
 * changed changes its receipt, and keeps what a person answered. What cannot be reported is stored with its reason. A document
 * that would change a report that was filed waits. Each batch is stored whole or not at all, and may come again.
 *
 * @returns how many documents became what
 */
export async function storeQuickBooks(
  ctx: QuickBooksStoreContext,
  scope: RealmScope,
  feed: QuickBooksFeed,
  options: QuickBooksOptions,
): Promise<QuickBooksCounts> {
  const counts = noCounts();
  const mapping = indexMapping(options.mapeo);
  const store = async (batch: readonly FedDocument[]) => {
    const context = { declarant: { rnc: scope.rnc }, mapping, directory: options.directory };
    for (const estado of await storeBatch(ctx, scope, batch, context, options)) counts[estado]++;
    options.onBatch?.(counts);
  };
  let batch: FedDocument[] = [];
  for await (const { entity, json } of feed) {
    if (!isQuickBooksEntity(entity)) continue;
    batch.push({ entity, json });
    if (batch.length < batchSize) continue;
    await store(batch);
    batch = [];
  }
  if (batch.length > 0) await store(batch);
  return counts;
}

/** Stores one batch. Gives what became of each document. */
async function storeBatch(
  { db, clock }: QuickBooksStoreContext,
  scope: RealmScope,
  batch: readonly FedDocument[],
  reading: Omit<QuickBooksContext, 'numberOf'>,
  options: QuickBooksOptions,
): Promise<(EstadoQuickBooks | 'iguales')[]> {
  const now = clock.now();
  const links = batch.flatMap(linksOf);
  return db.tenant(scope.empresaId, async (tx) => {
    const numbers = new Map(await numbersOf(tx, scope, links));
    // Of a document that comes twice in a batch the last counts.
    const documents = new Map<string, ReadDocument>();
    for (const fed of batch) {
      const numberOf = (entity: string, id: string) => numbers.get(`${entity}:${id}`);
      const document = readFed(fed, { ...reading, numberOf }, now);
      const { entidad, qb_id, ncf } = document.row;
      documents.set(nameOf(document.row), document);
      if (ncf !== null) numbers.set(`${entidad}:${qb_id}`, ncf);
    }
    const known = await knownDocuments(
      tx,
      scope,
      [...documents.values()].map(({ row }) => row),
    );
    const before = new Map(known.map((row) => [nameOf(row), row]));
    const isAlike = ({ row }: ReadDocument) => {
      const old = before.get(nameOf(row));
      return old?.estado === 'recibo' && row.estado === 'recibo' && old.huella === row.huella;
    };
    const all = [...documents.values()].flatMap((each) => deletedAs(each, before.get(nameOf(each.row))) ?? []);
    const alike = all.filter(isAlike);
    await markSeen(
      tx,
      scope,
      alike.map(({ row }) => row),
      now,
    );
    const fresh = await withoutRepeated(
      tx,
      scope,
      all.filter((each) => !isAlike(each)),
    );
    const olds = new Map<string, KeyOfReceipt>();
    for (const { row, read } of fresh) {
      const old = before.get(nameOf(row));
      if (old !== undefined && hasReceipt(old) && (read === undefined || keyOf(old) !== keyOf(row)))
        olds.set(nameOf(row), old);
    }
    const settled = options.aunquePresentado ? fresh : await withoutFiled(tx, scope, fresh, olds, options.filed);
    await storeReceiptsOf(tx, scope, settled, olds, now);
    await saveDocuments(
      tx,
      scope,
      settled.map(({ row }) => row),
    );
    return [...alike.map(() => 'iguales' as const), ...settled.map(({ row }) => row.estado)];
  });
}

/** A document that was deleted, as it was known; undefined where it was not. */
function deletedAs(document: ReadDocument, old: QuickBooksRow | undefined): ReadDocument | undefined {
  const { estado, motivo, visto } = document.row;
  if (estado !== 'borrado') return document;
  return old && { row: { ...old, estado, motivo, codigo: null, visto } };
}

/** Whether a document made a receipt when it came last: one that waits may have made it before. */
const hasReceipt = (
  row: Pick<QuickBooksRow, 'estado' | 'sentido' | 'emisor' | 'ncf'>,
): row is typeof row & KeyOfReceipt => (row.estado === 'recibo' || row.estado === 'espera') && row.ncf !== null;

/** The documents that a document is linked with, of the entities that the reports read. */
function linksOf({ entity, json }: FedDocument): QuickBooksKey[] {
  const read = readQuickBooks(entity, json);
  if ('failure' in read) return [];
  return read.linked.flatMap(({ type, id }) => (isQuickBooksEntity(type) ? [{ entidad: type, qb_id: id }] : []));
}

/** Stores the receipts of documents, each with the answers of the one that it made before; takes those out that it makes no more. */
async function storeReceiptsOf(
  tx: Tx,
  scope: RealmScope,
  documents: readonly ReadDocument[],
  olds: ReadonlyMap<string, KeyOfReceipt>,
  now: Date,
): Promise<void> {
  const leaving = documents.filter(({ row }) => row.estado !== 'espera' && olds.has(nameOf(row)));
  const answers = await withdraw(
    tx,
    scope,
    leaving.map(({ row }) => olds.get(nameOf(row))!),
    now,
  );
  const brought = documents.flatMap(({ row, read, recibo }): Brought[] => {
    if (read === undefined || recibo === undefined) return [];
    const old = olds.get(nameOf(row));
    const respuestas = (old && answers.get(keyOf(old))) ?? '{}';
    const { sentido, receipt } = read;
    return [
      {
        receipt,
        recibo,
        sentido,
        fuente: 'quickbooks',
        documento_id: null,
        excluido: null,
        respuestas: JSON.parse(respuestas),
      },
    ];
  });
  await storeWithRows(tx, scope, brought, now);
}

/** Takes receipts of QuickBooks out of the reports. Gives their answers. */
async function withdraw(
  tx: Tx,
  scope: RealmScope,
  keys: readonly KeyOfReceipt[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for (const sentido of ['compra', 'venta'] as const) {
    const side = keys.filter((key) => key.sentido === sentido);
    if (side.length === 0) continue;
    const locked = (await lockReceipts(tx, scope, sentido, side)).filter(({ fuente }) => fuente === 'quickbooks');
    for (const receipt of locked) answers.set(keyOf(receipt), receipt.respuestas);
    const gone = locked.map((receipt) => ({ ...receipt, excluido: receipt.excluido ?? excluidoPor.quickbooks }));
    await changeWithRows(tx, scope, await deriveStored(tx, scope, gone), now);
  }
  return answers;
}

/**
 * Tells the documents of some days that are no longer in QuickBooks: those that did not come since an instant, when all of the
 * days came. Their receipts leave the reports, and come back with them.
 *
 * @param since when the first of the days began to come
 * @returns how many are gone, and how many wait because a report was filed
 */
export async function closeQuickBooks(
  { db, clock }: QuickBooksStoreContext,
  scope: RealmScope,
  days: Days,
  since: Date,
  options: Pick<QuickBooksOptions, 'filed' | 'aunquePresentado'>,
): Promise<Pick<QuickBooksCounts, 'borrado' | 'espera'>> {
  const counts = { borrado: 0, espera: 0 };
  for (;;) {
    const now = clock.now();
    const found = await db.tenant(scope.empresaId, async (tx) => {
      const unseen = await unseenDocuments(tx, scope, days, since, batchSize);
      await forgetDocuments(
        tx,
        scope,
        unseen.filter(({ estado }) => estado === 'falla' || estado === 'omitido'),
      );
      const gone = unseen
        .filter(({ estado }) => estado === 'recibo' || estado === 'espera')
        .map(
          (row): ReadDocument => ({
            row: { ...row, estado: 'borrado', motivo: excluidoPor.quickbooks, codigo: null, visto: now },
          }),
        );
      const olds = new Map(
        gone.flatMap(({ row }) => (row.ncf === null ? [] : [[nameOf(row), row as QuickBooksRow & KeyOfReceipt]])),
      );
      const settled = options.aunquePresentado ? gone : await withoutFiled(tx, scope, gone, olds, options.filed);
      await storeReceiptsOf(tx, scope, settled, olds, now);
      await saveDocuments(
        tx,
        scope,
        settled.map(({ row }) => ({ ...row, visto: now })),
      );
      for (const { row } of settled) counts[row.estado === 'borrado' ? 'borrado' : 'espera']++;
      return unseen.length;
    });
    if (found < batchSize) return counts;
  }
}
