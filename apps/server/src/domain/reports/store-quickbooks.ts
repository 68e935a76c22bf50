import { isQuickBooksEntity, type MappingIndex, type QuickBooksDirectory } from '@timbre/reports';
import { inSlices } from '@timbre/worker/in-slices';
import type { Tx } from '../../platform/db/transactions.ts';
import { type Changing, changingOf } from './changed-months.ts';
import { type KeyOfReceipt, keyOf, nameOf, withoutFiled, withoutRepeated } from './quickbooks-checks.ts';
import { type FedDocument, type ParsedDocument, parseFed, type ReadDocument, readFed } from './quickbooks-receipt.ts';
import {
  forgetDocuments,
  knownDocuments,
  lockBooks,
  markSeen,
  numbersOf,
  type QuickBooksKey,
  type QuickBooksRow,
  type RealmScope,
  saveDocuments,
} from './quickbooks-repo.ts';
import { lockReceipts } from './receipts-repo.ts';
import { type Brought, changeWithRows, deriveStored, storeWithRows } from './store-rows.ts';
import { excluidoPor } from './unread-repo.ts';

/** Options for reading and storing documents. */
export interface QuickBooksOptions {
  readonly mapping: MappingIndex;
  readonly directory: QuickBooksDirectory;
  /** Whether reports that were filed may change. */
  readonly aunquePresentado?: boolean;
}

/** The result for a document; `iguales`: it arrived unchanged. */
export type QuickBooksEnd = Pick<QuickBooksRow, 'entidad' | 'qb_id' | 'ncf' | 'motivo'> & {
  readonly estado: QuickBooksRow['estado'] | 'iguales';
};

/**
 * Stores the receipts of some hundred documents of QuickBooks, with their rows: credits come after the documents that
 * they are linked with. A document that arrives unchanged changes nothing. One that changed changes its receipt, and
 * the answers of a person are retained. A document that cannot be reported is stored with the reason. A document that
 * would change a filed report waits.
 */
export async function storeQuickBooks(
  tx: Tx,
  scope: RealmScope,
  fed: readonly FedDocument[],
  options: QuickBooksOptions,
  now: Date,
): Promise<QuickBooksEnd[]> {
  await lockBooks(tx, scope);
  const documents = await readDocuments(tx, scope, fed, options, now);
  const { rows: known } = await knownDocuments(
    scope,
    documents.map(({ row }) => row),
  ).execute(tx);
  const before = new Map(known.map((row) => [nameOf(row), row]));
  const isAlike = ({ row }: ReadDocument) => {
    const old = before.get(nameOf(row));
    return old?.estado === 'recibo' && row.estado === 'recibo' && old.huella === row.huella;
  };
  const isGone = ({ row }: ReadDocument) => row.estado === 'borrado' && !madeReceipt(before.get(nameOf(row)));
  await forgetDocuments(
    tx,
    scope,
    documents.filter(isGone).map(({ row }) => row),
  );
  const all = documents.filter((each) => !isGone(each)).map((each) => asKnown(each, before.get(nameOf(each.row))));
  const alike = all.filter(isAlike).map(({ row }) => row);
  await markSeen(tx, scope, alike, now);
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
  const settled = options.aunquePresentado ? fresh : await withoutFiled(tx, scope, fresh, olds);
  await storeReceiptsOf(tx, scope, settled, olds, now, changingOf(options.aunquePresentado));
  const rows = settled.map(({ row }) => row);
  await saveDocuments(tx, scope, rows);
  return [...alike.map((row) => ({ ...row, estado: 'iguales' as const })), ...rows];
}

/**
 * Reads documents; credits get the numbers of the documents that they are linked with. If a document arrives twice, the
 * last counts.
 */
async function readDocuments(
  tx: Tx,
  scope: RealmScope,
  fed: readonly FedDocument[],
  { mapping, directory }: QuickBooksOptions,
  now: Date,
): Promise<ReadDocument[]> {
  const parsed = await inSlices(fed, parseFed);
  const numbers = new Map(await numbersOf(tx, scope, parsed.flatMap(linksOf)));
  const numberOf = (entity: string, id: string) => numbers.get(`${entity}:${id}`);
  const context = { declarant: { rnc: scope.rnc }, mapping, directory, numberOf };
  const read = await inSlices(parsed, (each) => {
    const document = readFed(each, context, now);
    const { ncf } = document.row;
    if (ncf !== null) numbers.set(nameOf(document.row), ncf);
    return document;
  });
  return [...new Map(read.map((document) => [nameOf(document.row), document])).values()];
}

/** A deleted document contains no data: the row stays as it was stored. */
function asKnown(document: ReadDocument, old: QuickBooksRow | undefined): ReadDocument {
  const { estado, motivo, visto } = document.row;
  return estado === 'borrado' && old !== undefined
    ? { row: { ...old, estado, motivo, codigo: null, visto } }
    : document;
}

/** Whether a document has made a receipt, which may have been excluded from the reports since. */
const madeReceipt = (row: QuickBooksRow | undefined): boolean =>
  row !== undefined && row.estado !== 'falla' && row.estado !== 'omitido';

/** Whether a document made a receipt when it last arrived: a waiting one may have made it before. */
const hasReceipt = (row: QuickBooksRow): row is QuickBooksRow & KeyOfReceipt =>
  (row.estado === 'recibo' || row.estado === 'espera') && row.ncf !== null;

/** The documents that a document is linked with, of the entities that the reports read. */
function linksOf({ document }: ParsedDocument): QuickBooksKey[] {
  if ('failure' in document) return [];
  return document.linked.flatMap(({ type, id }) => (isQuickBooksEntity(type) ? [{ entidad: type, qb_id: id }] : []));
}

/**
 * Stores the receipts of documents, each with the answers of its previous receipt; excludes receipts that are made no
 * longer.
 */
async function storeReceiptsOf(
  tx: Tx,
  scope: RealmScope,
  documents: readonly ReadDocument[],
  olds: ReadonlyMap<string, KeyOfReceipt>,
  now: Date,
  changing: Changing,
): Promise<void> {
  const leaving = documents.filter(({ row }) => row.estado !== 'espera' && olds.has(nameOf(row)));
  const answers = await withdraw(
    tx,
    scope,
    leaving.map(({ row }) => olds.get(nameOf(row))!),
    now,
    changing,
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
  await storeWithRows(tx, scope, brought, now, changing);
}

/** Excludes receipts of QuickBooks from the reports. Returns their answers. */
async function withdraw(
  tx: Tx,
  scope: RealmScope,
  keys: readonly KeyOfReceipt[],
  now: Date,
  changing: Changing,
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for (const sentido of ['compra', 'venta'] as const) {
    const side = keys.filter((key) => key.sentido === sentido);
    if (side.length === 0) continue;
    const locked = (await lockReceipts(tx, scope, sentido, side)).filter(({ fuente }) => fuente === 'quickbooks');
    for (const receipt of locked) answers.set(keyOf(receipt), receipt.respuestas);
    const gone = locked.map((receipt) => ({ ...receipt, excluido: receipt.excluido ?? excluidoPor.quickbooks }));
    await changeWithRows(tx, scope, await deriveStored(tx, scope, gone), now, changing);
  }
  return answers;
}
