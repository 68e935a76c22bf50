import { refuse } from '@timbre/refusal';
import { displayFecha } from '@timbre/values';
import type { Tx } from '../../platform/db/transactions.ts';
import { reportesDe } from './answer-keys.ts';
import type { DerivedRow } from './derive-rows.ts';
import { type FiledMonth, filedMonths, type ReportMonth } from './filed-repo.ts';
import type { ReceiptKey, StoredReceipt } from './receipts-repo.ts';
import { rowsOfReceipts } from './rows-repo.ts';
import type { Scope } from './scope.ts';

/**
 * The origin of a change of rows, which decides how a filed month is treated. `documento`: an automatic change of a
 * document (a verdict of the DGII, a newer version of the derivations); it is never refused, and is reported as a
 * rectification. `persona`: a call of a person or a program; refused in a filed month. `confirmada`: the same, after it
 * was confirmed.
 */
export type Changing = 'documento' | 'persona' | 'confirmada';

/**
 * The origin of a call's change of rows. @param aunquePresentado whether the call allows changes of months that were
 * filed
 */
export const changingOf = (aunquePresentado: boolean | undefined): Changing =>
  aunquePresentado === true ? 'confirmada' : 'persona';

/** A row that receipts had, or have. */
type ReceiptRow = ReceiptKey & Pick<DerivedRow, 'reporte' | 'periodo' | 'momento' | 'fila'>;

/** The rows that receipts have in the reports now. */
export async function rowsBefore(tx: Tx, scope: Scope, receipts: readonly StoredReceipt[]): Promise<ReceiptRow[]> {
  const rows: ReceiptRow[] = [];
  for (const sentido of ['compra', 'venta'] as const) {
    const side = receipts.filter((receipt) => receipt.sentido === sentido);
    if (side.length > 0) rows.push(...(await rowsOfReceipts(scope, reportesDe[sentido], side).execute(tx)).rows);
  }
  return rows;
}

/** The months in which a row is added, removed or changed. */
export function changedMonths(before: readonly ReceiptRow[], after: readonly ReceiptRow[]): ReportMonth[] {
  const named = ({ emisor, ncf, reporte, periodo, momento }: ReceiptRow) =>
    [reporte, periodo, momento, emisor, ncf].join('|');
  const old = new Map(before.map((row) => [named(row), row]));
  const months = new Map<string, ReportMonth>();
  const change = ({ reporte, periodo }: ReceiptRow) => months.set(`${reporte}|${periodo}`, { reporte, periodo });
  for (const row of after) {
    const name = named(row);
    if (old.get(name)?.fila !== row.fila) change(row);
    old.delete(name);
  }
  for (const row of old.values()) change(row);
  return [...months.values()];
}

/**
 * Requires that the months are open, or that the change of filed ones is confirmed.
 *
 * @returns whether one of them was filed
 * @throws Problem `reportes/presentado`, which names each filing
 */
export async function demandOpen(
  tx: Tx,
  scope: Scope,
  months: readonly ReportMonth[],
  changing: Changing,
): Promise<boolean> {
  if (changing === 'documento') return false;
  const filed = await filedMonths(tx, scope, months);
  if (filed.length > 0 && changing === 'persona')
    refuse('reportes/presentado', [...new Set(filed.map(wordsOf))].join('; '));
  return filed.length > 0;
}

const wordsOf = ({ presentado, periodo, fecha, numero }: FiledMonth): string =>
  `El ${presentado === 'it1' ? 'IT-1' : presentado} de ${monthWords(periodo)} se presentó el ${displayFecha(fecha)} con el número ${numero}`;

const months = new Intl.DateTimeFormat('es-DO', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const monthWords = (periodo: number): string =>
  months.format(Date.UTC(Math.trunc(periodo / 100), (periodo % 100) - 1, 1));
