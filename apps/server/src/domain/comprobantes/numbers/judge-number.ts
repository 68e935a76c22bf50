import type { ProblemCode } from '@timbre/contract';
import { isoDate } from '../judge/draft.ts';
import type { Range } from './lock-ranges.ts';

/** A number that may be used, with its range's expiry (yyyy-MM-dd; null if the range has none). */
export interface Numbered {
  readonly numero: number;
  readonly vence: string | null;
}

/** Why no number is available. */
export type NoNumber = Extract<ProblemCode, `secuencia/${string}` | 'ecf/duplicado'>;

/** A number that a document brings. */
interface OwnNumber {
  readonly tipo: number;
  readonly numero: number;
  /** The expiry that the document brings, yyyy-MM-dd. */
  readonly brought: string | undefined;
}

/**
 * Whether a document may use the number that it brings: it must be in a range that has not expired, and the expiry must
 * be that of the range. Whether another document holds it is checked separately, for all documents of a batch at once.
 *
 * @param today yyyy-MM-dd
 */
export function judgeOwnNumber(
  ranges: readonly Range[],
  { tipo, numero, brought }: OwnNumber,
  today: string,
): Numbered | NoNumber {
  const range = ranges.find((one) => one.tipo === tipo && one.desde <= numero && numero <= one.hasta);
  if (!range) return 'secuencia/falta';
  if (!isValid(range, today) || isPast(brought, today)) return 'secuencia/vencida';
  return allowsExpiry(range, brought) ? { numero, vence: range.vence } : 'secuencia/vencimiento';
}

/**
 * The ranges of a type that provide numbers today, or why none does.
 *
 * @param today yyyy-MM-dd: a range is valid through its expiry day
 * @param brought the expiry that the documents bring, yyyy-MM-dd: only ranges that expire that day, that never expire,
 * or that allow any expiry provide numbers
 */
export function openRanges(
  ranges: readonly Range[],
  tipo: number,
  { today, brought }: { readonly today: string; readonly brought?: string | undefined },
): readonly Range[] | NoNumber {
  const own = ranges.filter((range) => range.tipo === tipo);
  if (own.length === 0) return 'secuencia/falta';
  const valid = own.filter((range) => isValid(range, today));
  if (valid.length === 0 || isPast(brought, today)) return 'secuencia/vencida';
  const open = valid.filter((range) => allowsExpiry(range, brought));
  return open.length === 0 ? 'secuencia/vencimiento' : open;
}

const isValid = (range: Range, today: string) => range.vence === null || range.vence >= today;
const isPast = (brought: string | undefined, today: string) => brought !== undefined && brought < today;
/** Whether a document of this range may state this expiry. */
const allowsExpiry = (range: Range, brought: string | undefined) =>
  brought === undefined || range.vence === null || range.vence === brought || range.isOpen === true;

/** The expiry of its number that a document brings, yyyy-MM-dd; undefined if it is to get the expiry of its range. */
export const expiryOf = (tree: {
  readonly Encabezado: { readonly IdDoc: { readonly FechaVencimientoSecuencia?: string } };
}): string | undefined => isoDate(tree.Encabezado.IdDoc.FechaVencimientoSecuencia);
