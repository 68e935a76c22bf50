import type { Tx } from '../../../platform/db/transactions.ts';
import { reportesDe } from '../answer-keys.ts';
import { type Changing, changingOf } from '../changed-months.ts';
import { filedMonths, type ReportMonth } from '../filed-repo.ts';
import { excluidoPor } from '../pending-repo.ts';
import { findReceipts, lockReceipts } from '../receipts-repo.ts';
import { rowsOfReceipts } from '../rows-repo.ts';
import { type Brought, changeWithRows, deriveStored, storeWithRows } from '../store-rows.ts';
import { failRepeated, holdFiled, nameOfMonth, receiptsOf, type StoredReceipts, withMonths } from './admit.ts';
import { type ChangedDocument, compareDocuments, leftReceipt } from './compare.ts';
import {
  documentsOfNumbers,
  forgetDocuments,
  knownDocuments,
  lockBooks,
  markSeen,
  type QuickBooksRow,
  type RealmScope,
  saveDocuments,
} from './documents-repo.ts';
import { type KeyOfReceipt, keyOf } from './keys.ts';
import { type FedDocument, type ReadingOptions, readDocuments } from './read.ts';

/** Options for reading and storing documents. */
export interface QuickBooksOptions extends ReadingOptions {
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
  const keys = documents.map(({ row }) => row);
  const { rows: stored } = await knownDocuments(scope, keys).execute(tx);
  const { forgotten, alike, changed } = compareDocuments(documents, stored);
  const admitted = await admitDocuments(tx, scope, changed, options);
  await forgetDocuments(tx, scope, forgotten);
  await markSeen(tx, scope, alike, now);
  await storeReceiptsOf(tx, scope, admitted, { now, changing: changingOf(options.aunquePresentado) });
  const rows = admitted.map(({ row }) => row);
  await saveDocuments(tx, scope, rows);
  return [...alike.map((row) => ({ ...row, estado: 'iguales' as const })), ...rows];
}

/** Sets aside documents whose number another one has, and those that would change a filed report. */
async function admitDocuments(
  tx: Tx,
  scope: RealmScope,
  changed: readonly ChangedDocument[],
  { aunquePresentado = false }: QuickBooksOptions,
): Promise<readonly ChangedDocument[]> {
  const keyed = changed.filter(({ read }) => read !== undefined).map(({ row }) => row as QuickBooksRow & KeyOfReceipt);
  const owners = keyed.length === 0 ? [] : await documentsOfNumbers(tx, scope, keyed);
  const unique = failRepeated(changed, owners);
  if (aunquePresentado) return unique;
  const receipts = await readReceipts(tx, scope, unique.flatMap(receiptsOf));
  const dated = unique.map((document) => withMonths(document, receipts, scope.rnc));
  const months = new Map(dated.flatMap((each) => each.months).map((month) => [nameOfMonth(month), month]));
  return holdFiled(dated, await filedMonths(tx, scope, [...months.values()]));
}

/** Reads the stored receipts of some keys, and the months of their rows. */
async function readReceipts(tx: Tx, scope: RealmScope, keys: readonly KeyOfReceipt[]): Promise<StoredReceipts> {
  const better = new Set<string>();
  const months = new Map<string, ReportMonth[]>();
  for (const sentido of ['compra', 'venta'] as const) {
    const side = keys.filter((key) => key.sentido === sentido);
    if (side.length === 0) continue;
    for (const receipt of await findReceipts(tx, scope, sentido, side))
      if (receipt.fuente !== 'quickbooks') better.add(keyOf(receipt));
    const { rows } = await rowsOfReceipts(scope, reportesDe[sentido], side).execute(tx);
    for (const { emisor, ncf, reporte, periodo } of rows) {
      const key = keyOf({ sentido, emisor, ncf });
      months.set(key, [...(months.get(key) ?? []), { reporte, periodo }]);
    }
  }
  return { better, months };
}

/** When receipts change, and the origin of the change. */
interface Moment {
  readonly now: Date;
  readonly changing: Changing;
}

/**
 * Stores the receipts of documents, each with the answers of its previous receipt; excludes receipts that are made no
 * longer.
 */
async function storeReceiptsOf(
  tx: Tx,
  scope: RealmScope,
  documents: readonly ChangedDocument[],
  moment: Moment,
): Promise<void> {
  const leaving = documents.flatMap((each) => (each.row.estado === 'espera' ? [] : (leftReceipt(each) ?? [])));
  const answers = await withdraw(tx, scope, leaving, moment);
  const brought = documents.flatMap((document): Brought[] => {
    const { read, recibo } = document;
    if (read === undefined || recibo === undefined) return [];
    const left = leftReceipt(document);
    const respuestas = JSON.parse((left && answers.get(keyOf(left))) ?? '{}');
    const { sentido, receipt } = read;
    return [{ receipt, recibo, sentido, fuente: 'quickbooks', documento_id: null, excluido: null, respuestas }];
  });
  await storeWithRows(tx, scope, brought, moment.now, moment.changing);
}

/** Excludes receipts of QuickBooks from the reports. Returns their answers, by their keys as texts. */
async function withdraw(
  tx: Tx,
  scope: RealmScope,
  keys: readonly KeyOfReceipt[],
  { now, changing }: Moment,
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
