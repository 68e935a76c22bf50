import { refuse } from '@timbre/refusal';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Core } from '../comprobantes/core.ts';
import { faultOfAnswer, type Respuestas, sentidoDe } from './answer-keys.ts';
import type { Changing } from './changed-months.ts';
import { excluidoPor } from './pending-repo.ts';
import { lockReceipts, type ReceiptKey, type StoredReceipt } from './receipts-repo.ts';
import type { Scope } from './scope.ts';
import { changeWithRows, deriveStored, type WithRows } from './store-rows.ts';
import { learnedOf, supplierOf } from './suggestions.ts';
import { learn } from './suggestions-repo.ts';
import type { ReporteDeRenglones } from './tables.ts';

/** A person's change to a receipt: null removes an answer or, for `excluido`, includes the receipt again. */
export interface Change extends ReceiptKey {
  /** The id by which a caller named it. */
  readonly id?: string;
  readonly respuestas: Readonly<Record<string, string | null>>;
  readonly excluido?: string | null | undefined;
}

/** Options for storing answers. */
interface AnswerOptions {
  readonly changing: Changing;
  /** Suggestions learn from the answers. */
  readonly teach: boolean;
}

/**
 * Stores answers for receipts, with the resulting rows and with the suggestions learned for their suppliers. The
 * receipts are locked, so that of two people at once the last one decides each key, and no other key is lost.
 *
 * @returns the receipts with their new rows, derived without the suggestions just learned, and whether a filed month
 * changed
 * @throws Problem `recurso/no-encontrado`, `reportes/respuesta`, `reportes/presentado`
 */
export async function answerReceipts(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  scope: Scope,
  reporte: ReporteDeRenglones,
  changes: readonly Change[],
  { changing, teach }: AnswerOptions,
): Promise<{ readonly derived: WithRows[]; readonly presentado: boolean }> {
  const byKey = new Map<string, Change>();
  for (const change of changes) byKey.set(keyOf(change), merged(byKey.get(keyOf(change)), change));
  const sentido = sentidoDe(reporte);
  const keys = [...byKey.values()];
  const locked = await lockReceipts(tx, scope, sentido, keys);
  if (locked.length < keys.length) refuse('recurso/no-encontrado', unknownOf(keys, locked));
  const derived = await deriveStored(
    tx,
    scope,
    locked.map((stored) => answered(stored, byKey.get(keyOf(stored))!)),
  );
  for (const { stored, receipt } of derived) demandSound(reporte, receipt, byKey.get(keyOf(stored))!);
  const now = clock.now();
  const presentado = await changeWithRows(tx, scope, derived, now, changing);
  if (teach && sentido === 'compra') await learn(tx, scope.empresaId, learnedIn(derived, byKey, scope.rnc), now);
  return { derived, presentado };
}

/** Maximum number of unknown receipts that a refusal names. */
const mostNamed = 10;

/** Which of some receipts do not exist, in Spanish, by the ids of the call. */
function unknownOf(keys: readonly Change[], locked: readonly ReceiptKey[]): string {
  const known = new Set(locked.map(keyOf));
  const unknown = keys.filter((key) => !known.has(keyOf(key)));
  const named = unknown.slice(0, mostNamed).map((change) => `«${change.id ?? keyOf(change)}»`);
  const more = unknown.length > named.length ? ` y ${unknown.length - named.length} más` : '';
  const what = unknown.length === 1 ? 'No hay un comprobante' : 'No hay comprobantes';
  return `${what} ${named.join(', ')}${more}. No se guardó ninguna respuesta`;
}

const keyOf = ({ emisor, ncf }: ReceiptKey): string => `${emisor}|${ncf}`;

/** Merges two changes of one receipt, which has two rows if it was paid later. */
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

/** The suggestions learned from the new answers, by supplier: the last receipt of the list counts. */
function learnedIn(
  derived: readonly WithRows[],
  changes: ReadonlyMap<string, Change>,
  rnc: string,
): ReadonlyMap<string, Respuestas> {
  const learned = new Map<string, Respuestas>();
  for (const { stored, receipt } of derived) {
    const filled = Object.entries(changes.get(keyOf(stored))!.respuestas).filter(([, text]) => text !== null);
    const of = learnedOf(receipt, Object.fromEntries(filled) as Respuestas);
    const supplier = supplierOf(receipt, rnc);
    if (supplier !== '' && Object.keys(of).length > 0) learned.set(supplier, { ...learned.get(supplier), ...of });
  }
  return learned;
}
