import type { Comprobante } from '../api.ts';
import { mayAnswer } from './fields.ts';
import type { Change } from './saver.ts';

/** Answers of many receipts. */
export type Changes = readonly (Change & { readonly id: string })[];

/** The suggestions of some receipts as answers: those of the fields that lack one. */
export const suggestionsOf = (rows: readonly Comprobante[]): Changes =>
  rows
    .map(({ id, sugerencias, pendientes, excluido }) => ({
      id,
      respuestas: Object.fromEntries(
        Object.entries(excluido === null ? sugerencias : {}).filter(([key]) => pendientes.includes(key)),
      ),
    }))
    .filter(({ respuestas }) => Object.keys(respuestas).length > 0);

/** One answer for some receipts, without those that do not admit it. */
export const sameAnswer = (rows: readonly Comprobante[], key: string, value: string | null): Changes =>
  rows.filter((row) => mayAnswer(row, key)).map(({ id }) => ({ id, respuestas: { [key]: value } }));

/** How many fields are answered. */
export const countOf = (changes: Changes): number =>
  changes.reduce((sum, { respuestas }) => sum + Object.keys(respuestas).length, 0);

/** The changes that restore what the receipts had before some changes. */
export function undoOf(changes: Changes, rows: readonly Comprobante[]): Changes {
  const before = new Map(rows.map((row) => [row.id, row]));
  return changes.map(({ id, respuestas }) => ({
    id,
    respuestas: Object.fromEntries(
      Object.keys(respuestas).map((key) => [key, before.get(id)?.respuestas[key] ?? null]),
    ),
  }));
}
