import { type Receipt, readReceipt } from '@timbre/reports';
import { formatISODate, periodoOf } from '@timbre/values';
import { inSlices } from '@timbre/worker/in-slices';
import type { Tx } from '../../platform/db/transactions.ts';
import { reportesDe } from './answer-keys.ts';
import { type Changing, changedMonths, demandOpen, rowsBefore } from './changed-months.ts';
import { type DerivedRow, derivado, deriveRows } from './derive-rows.ts';
import { changeReceipts, type NewReceipt, type StoredReceipt, storeReceipts } from './receipts-repo.ts';
import { insertRows, type KeyedRow, removeRows } from './rows-repo.ts';
import type { Scope } from './scope.ts';
import { supplierOf } from './suggestions.ts';
import { learnedFrom } from './suggestions-repo.ts';
import type { Fuente, Sentido } from './tables.ts';

/** A receipt that was read, and its source. */
export interface Brought extends Pick<NewReceipt, 'documento_id' | 'excluido' | 'respuestas' | 'recibo' | 'sentido'> {
  readonly receipt: Receipt;
  readonly fuente: Fuente;
}

/** The columns of a receipt. Its name is that of the other party. */
function columnsOf({ receipt, ...brought }: Brought, rnc: string): NewReceipt {
  const { emisor, comprador, ncf, fecha } = receipt;
  const other = emisor.id === rnc ? (comprador?.nombre ?? '') : (emisor.nombre ?? '');
  return {
    ...brought,
    emisor: emisor.id ?? '',
    ncf,
    periodo: Number(periodoOf(fecha)),
    fecha: formatISODate(fecha),
    nombre: other === '' && brought.sentido === 'compra' ? (emisor.nombre ?? '') : other,
  };
}

/**
 * Stores receipts with their rows, in the transaction. If several have the same number, the first of the list counts; a
 * receipt that comes from a document stays unchanged.
 *
 * @returns the receipts that were stored, and whether that changes a month that was filed
 * @throws Problem `reportes/presentado` if a person changes one without confirming it
 */
export async function storeWithRows(
  tx: Tx,
  scope: Scope,
  brought: readonly Brought[],
  now: Date,
  changing: Changing,
): Promise<{ readonly stored: StoredReceipt[]; readonly presentado: boolean }> {
  const unique = new Map<string, NewReceipt>();
  for (const one of brought) {
    const row = columnsOf(one, scope.rnc);
    const key = `${row.sentido}|${row.emisor}|${row.ncf}`;
    if (!unique.has(key)) unique.set(key, row);
  }
  if (unique.size === 0) return { stored: [], presentado: false };
  const stored = await storeReceipts(tx, scope, [...unique.values()], derivado, now);
  const derived = await deriveStored(tx, scope, stored);
  const known = stored.filter(({ nuevo }) => !nuevo);
  const presentado = await demandMayChange(tx, scope, known, derived, changing);
  await removeRowsOf(tx, scope, known);
  await insertRowsOf(tx, scope, derived);
  return { stored, presentado };
}

/**
 * Stores changed receipts, and their rows.
 *
 * @returns whether that changes a month that was filed
 * @throws Problem `reportes/presentado` if a person changes one without confirming it
 */
export async function changeWithRows(
  tx: Tx,
  scope: Scope,
  derived: readonly WithRows[],
  now: Date,
  changing: Changing,
): Promise<boolean> {
  if (derived.length === 0) return false;
  const receipts = derived.map(({ stored }) => stored);
  const presentado = await demandMayChange(tx, scope, receipts, derived, changing);
  await Promise.all([changeReceipts(tx, scope, receipts, derivado, now), removeRowsOf(tx, scope, receipts)]);
  await insertRowsOf(tx, scope, derived);
  return presentado;
}

/**
 * Requires that the rows of receipts may be replaced by those derived now.
 *
 * @param known the receipts that may have rows already
 * @returns whether that changes a month that was filed; not checked for automatic changes of documents
 * @throws Problem `reportes/presentado`
 */
export async function demandMayChange(
  tx: Tx,
  scope: Scope,
  known: readonly StoredReceipt[],
  derived: readonly WithRows[],
  changing: Changing,
): Promise<boolean> {
  if (changing === 'documento') return false;
  const before = await rowsBefore(tx, scope, known);
  return demandOpen(tx, scope, changedMonths(before, reportedRows(derived)), changing);
}

/** A stored receipt, read, with its rows, or those that it would have if it were reported. */
export interface WithRows {
  readonly stored: StoredReceipt;
  readonly receipt: Receipt;
  readonly rows: readonly DerivedRow[];
}

/** Derives the rows of receipts from their answers and from the suggestions learned for their suppliers. */
export async function deriveStored(
  tx: Tx,
  { empresaId, rnc }: Scope,
  stored: readonly StoredReceipt[],
): Promise<WithRows[]> {
  const read = await inSlices(stored, (each) => ({ stored: each, receipt: readReceipt(each.recibo) }));
  const purchases = read.filter(({ stored: { sentido } }) => sentido === 'compra');
  const suppliers = new Set(purchases.map(({ receipt }) => supplierOf(receipt, rnc)));
  const known = await learnedFrom(tx, empresaId, suppliers);
  return inSlices(read, ({ stored: each, receipt }) => {
    const { sentido } = each;
    const learned = known.get(supplierOf(receipt, rnc)) ?? {};
    const source = { sentido, receipt, respuestas: JSON.parse(each.respuestas), learned };
    return { stored: each, receipt, rows: deriveRows(source, rnc) };
  });
}

/** The rows of the receipts that are reported. */
const reportedRows = (derived: readonly WithRows[]): KeyedRow[] =>
  derived
    .filter(({ stored }) => stored.excluido === null)
    .flatMap(({ rows, stored: { emisor, ncf } }) => rows.map((row) => ({ emisor, ncf, ...row })));

async function removeRowsOf(tx: Tx, scope: Scope, receipts: readonly StoredReceipt[]): Promise<void> {
  const sides: readonly Sentido[] = ['compra', 'venta'];
  await Promise.all(
    sides.map((side) => {
      const keys = receipts.filter(({ sentido }) => sentido === side).map(({ emisor, ncf }) => ({ emisor, ncf }));
      return keys.length === 0 ? undefined : removeRows(tx, scope, reportesDe[side], keys);
    }),
  );
}

/** Stores rows; none of receipts that are not reported. */
async function insertRowsOf(tx: Tx, scope: Scope, derived: readonly WithRows[]): Promise<void> {
  const rows = reportedRows(derived);
  if (rows.length > 0) await insertRows(tx, scope, rows);
}
