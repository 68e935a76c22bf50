import type { Core } from '../comprobantes/core.ts';
import type { Tx } from '../db/transactions.ts';
import { refuse } from '../http/problem.ts';
import { faultOfAnswer, type Respuestas, reportesDe, sentidoDe } from './answer-keys.ts';
import { lockReceipts, type ReceiptKey, type StoredReceipt } from './receipts-repo.ts';
import { rowsOfReceipts } from './rows-repo.ts';
import type { Scope } from './scope.ts';
import { changeWithRows, deriveStored, isReported, type WithRows } from './store-rows.ts';
import { learnedOf, supplierOf } from './suggestions.ts';
import { learn } from './suggestions-repo.ts';
import type { ReporteDeRenglones } from './tables.ts';
import { excluidoPor } from './unread-repo.ts';

/** What a person answers of a receipt: null takes an answer back, or the receipt back in. */
export interface Change extends ReceiptKey {
  readonly respuestas: Readonly<Record<string, string | null>>;
  readonly excluido?: string | null | undefined;
}

/** A month of a report whose rows an answer changes. */
export interface ChangedMonth {
  readonly reporte: ReporteDeRenglones;
  readonly periodo: number;
}

/** How answers are taken. */
export interface AnswerOptions {
  readonly demandOpen: (months: readonly ChangedMonth[]) => Promise<void>;
  readonly teach: boolean;
}

/**
 * Stores answers for receipts, with the rows that follow and with what is learned for their suppliers. The receipts are locked, so
 * of two people at once the last decides each key, and no other key is lost.
 *
 * @param options `demandOpen` is told the months whose rows change, before anything is written, and may refuse; `teach`: suggestions
 * learn from the answers
 * @returns the receipts with their new rows, as they are without what is learned of them
 * @throws Problem `recurso/no-encontrado`, `reportes/respuesta`
 */
export async function answerReceipts(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  scope: Scope,
  reporte: ReporteDeRenglones,
  changes: readonly Change[],
  { demandOpen, teach }: AnswerOptions,
): Promise<WithRows[]> {
  const byKey = new Map<string, Change>();
  for (const change of changes) byKey.set(keyOf(change), merged(byKey.get(keyOf(change)), change));
  const sentido = sentidoDe(reporte);
  const keys = [...byKey.values()];
  const locked = await lockReceipts(tx, scope, sentido, keys);
  if (locked.length < keys.length) refuse('recurso/no-encontrado');
  const { rows: before } = await rowsOfReceipts(scope, reportesDe[sentido], keys).execute(tx);
  const derived = await deriveStored(
    tx,
    scope,
    locked.map((stored) => answered(stored, byKey.get(keyOf(stored))!)),
  );
  for (const { stored, receipt } of derived) demandSound(reporte, receipt, byKey.get(keyOf(stored))!);
  await demandOpen(changedMonths(before, derived));
  const now = clock.now();
  await changeWithRows(tx, scope, derived, now);
  if (teach && sentido === 'compra') await learn(tx, scope.empresaId, learnedIn(derived, byKey, scope.rnc), now);
  return derived;
}

const keyOf = ({ emisor, ncf }: ReceiptKey): string => `${emisor}|${ncf}`;

/** Two changes of one receipt, which has two rows when it was paid later. */
const merged = (first: Change | undefined, then: Change): Change =>
  first === undefined ? then : { ...first, ...then, respuestas: { ...first.respuestas, ...then.respuestas } };

/** A receipt with new answers. @throws Problem `reportes/respuesta` */
function answered(stored: StoredReceipt, { respuestas, excluido }: Change): StoredReceipt {
  const now: Record<string, string> = JSON.parse(stored.respuestas);
  for (const [key, text] of Object.entries(respuestas)) {
    if (text === null) delete now[key];
    else now[key] = text.trim();
  }
  const isAutomatic = Object.values<string | null>(excluidoPor).includes(stored.excluido);
  if (excluido !== undefined && isAutomatic)
    refuse('reportes/respuesta', `${stored.ncf}: ${stored.excluido}. Vuelve solo cuando eso cambie`);
  return {
    ...stored,
    respuestas: JSON.stringify(now),
    excluido: excluido === undefined ? stored.excluido : excluido,
  };
}

function demandSound(reporte: ReporteDeRenglones, receipt: WithRows['receipt'], { respuestas }: Change): void {
  for (const [key, text] of Object.entries(respuestas)) {
    const fault = text === null ? undefined : faultOfAnswer(reporte, key, text.trim(), receipt);
    if (fault !== undefined) refuse('reportes/respuesta', fault);
  }
}

/** A row that receipts had, or have. */
type Told = ReceiptKey & Pick<WithRows['rows'][number], 'reporte' | 'periodo' | 'momento' | 'fila'>;

/** The months of which a row comes, goes or says something else. */
function changedMonths(before: readonly Told[], derived: readonly WithRows[]): ChangedMonth[] {
  const after = derived
    .filter(isReported)
    .flatMap(({ stored: { emisor, ncf }, rows }) => rows.map((row) => ({ ...row, emisor, ncf })));
  const named = ({ emisor, ncf, reporte, periodo, momento }: Told) =>
    [reporte, periodo, momento, emisor, ncf].join('|');
  const old = new Map(before.map((row) => [named(row), row]));
  const months = new Map<string, ChangedMonth>();
  const change = ({ reporte, periodo }: Told) => months.set(`${reporte}|${periodo}`, { reporte, periodo });
  for (const row of after) {
    const name = named(row);
    if (old.get(name)?.fila !== row.fila) change(row);
    old.delete(name);
  }
  for (const row of old.values()) change(row);
  return [...months.values()];
}

/** What the new answers teach, by supplier: the last receipt of the list counts. */
function learnedIn(
  derived: readonly WithRows[],
  changes: ReadonlyMap<string, Change>,
  rnc: string,
): ReadonlyMap<string, Respuestas> {
  const learned = new Map<string, Respuestas>();
  for (const { stored, receipt } of derived) {
    const given = Object.entries(changes.get(keyOf(stored))!.respuestas).filter(([, text]) => text !== null);
    const of = learnedOf(receipt, Object.fromEntries(given) as Respuestas);
    const supplier = supplierOf(receipt, rnc);
    if (supplier !== '' && Object.keys(of).length > 0) learned.set(supplier, { ...learned.get(supplier), ...of });
  }
  return learned;
}
