import { quickbooksFailure } from '@timbre/reports';
import type { Tx } from '../../platform/db/transactions.ts';
import { reportesDe } from './answer-keys.ts';
import { deriveRows } from './derive-rows.ts';
import { filedMonths, type ReportMonth } from './filed-repo.ts';
import { failed, type ReadDocument } from './quickbooks-receipt.ts';
import { documentsOfNumbers, type QuickBooksKey, type QuickBooksRow, type RealmScope } from './quickbooks-repo.ts';
import { findReceipts, type ReceiptKey } from './receipts-repo.ts';
import { rowsOfReceipts } from './rows-repo.ts';
import type { Sentido } from './tables.ts';

/** The name of a document: its entity and id. */
export const nameOf = ({ entidad, qb_id }: QuickBooksKey): string => `${entidad}:${qb_id}`;

/** The key of the receipt that a document makes. */
export interface KeyOfReceipt extends ReceiptKey {
  readonly sentido: Sentido;
}

/** The key of a receipt: its side, issuer and number. */
export const keyOf = ({ sentido, emisor, ncf }: Pick<QuickBooksRow, 'sentido' | 'emisor' | 'ncf'>): string =>
  `${sentido}|${emisor}|${ncf}`;

/** Documents with the number of another one fail: the number belongs to the document that arrived first. */
export async function withoutRepeated(
  tx: Tx,
  scope: RealmScope,
  documents: readonly ReadDocument[],
): Promise<ReadDocument[]> {
  const keyed = documents
    .filter(({ read }) => read !== undefined)
    .map(({ row }) => row as QuickBooksRow & KeyOfReceipt);
  const taken = keyed.length === 0 ? [] : await documentsOfNumbers(tx, scope, keyed);
  const coming = new Set(documents.map(({ row }) => nameOf(row)));
  const owners = new Map(taken.filter((row) => !coming.has(nameOf(row))).map((row) => [keyOf(row), nameOf(row)]));
  return documents.map((document) => {
    const { row, read } = document;
    if (read === undefined) return document;
    const owner = owners.get(keyOf(row));
    if (owner === undefined) owners.set(keyOf(row), nameOf(row));
    return owner === undefined ? document : { row: failed(row, quickbooksFailure('QB-REPETIDO', owner)) };
  });
}

/** Documents that would change a filed report wait. They do not change receipts that come from a better source. */
export async function withoutFiled(
  tx: Tx,
  scope: RealmScope,
  documents: readonly ReadDocument[],
  olds: ReadonlyMap<string, KeyOfReceipt>,
): Promise<ReadDocument[]> {
  const keys = documents.flatMap(({ row, read }) => [
    ...(read === undefined ? [] : [row as QuickBooksRow & KeyOfReceipt]),
    ...(olds.has(nameOf(row)) ? [olds.get(nameOf(row))!] : []),
  ]);
  const months = new Map<string, ReportMonth[]>();
  const better = new Set<string>();
  for (const sentido of ['compra', 'venta'] as const) {
    const side = keys.filter((key) => key.sentido === sentido);
    if (side.length === 0) continue;
    for (const found of await findReceipts(tx, scope, sentido, side))
      if (found.fuente !== 'quickbooks') better.add(keyOf(found));
    const { rows } = await rowsOfReceipts(scope, reportesDe[sentido], side).execute(tx);
    for (const { emisor, ncf, reporte, periodo } of rows) {
      const key = keyOf({ sentido, emisor, ncf });
      months.set(key, [...(months.get(key) ?? []), { reporte, periodo }]);
    }
  }
  const changed = documents.map(({ row, read }) => {
    const touched = [row, olds.get(nameOf(row))].flatMap((key) =>
      key === undefined || better.has(keyOf(key)) ? [] : (months.get(keyOf(key)) ?? []),
    );
    const own =
      read === undefined || better.has(keyOf(row))
        ? []
        : deriveRows({ sentido: row.sentido, receipt: read.receipt, respuestas: {}, learned: {} }, scope.rnc);
    return [...touched, ...own.map(({ reporte, periodo }) => ({ reporte, periodo }))];
  });
  const asked = new Map(changed.flat().map((month) => [`${month.reporte}|${month.periodo}`, month]));
  const closed = await filedMonths(tx, scope, [...asked.values()]);
  const isClosed = new Set(closed.map(({ reporte, periodo }) => `${reporte}|${periodo}`));
  return documents.map((document, i) => {
    const month = changed[i]!.find(({ reporte, periodo }) => isClosed.has(`${reporte}|${periodo}`));
    if (month === undefined) return document;
    const told = failed(document.row, quickbooksFailure('QB-PRESENTADO', `${month.reporte} de ${month.periodo}`));
    const { emisor, ncf } = olds.get(nameOf(document.row)) ?? document.row;
    return { row: { ...told, emisor, ncf } };
  });
}
