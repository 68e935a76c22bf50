import type { Comprobante } from '../api.ts';
import { showCell } from './cell-value.ts';
import { type AnswerField, mayAnswer } from './fields.ts';
import type { Change } from './saver.ts';

/** What a cell shows, and why. */
export interface CellState {
  readonly shown: string;
  /** `pendiente`, `estimado`, `respondido`… as the server marks it; `sin-guardar` for what is on its way. */
  readonly mark: string;
  readonly editable: boolean;
  /** What is likely, where nobody has answered: accepted by one press. */
  readonly suggested: string | undefined;
  readonly why: string;
}

/** The value that a field has now: what was typed last, else what the row says. */
export function currentValue(row: Comprobante, key: string, change: Change | undefined): string | undefined {
  const typed = change?.respuestas[key];
  if (typed !== undefined) return typed ?? undefined;
  return row.respuestas[key] ?? row.fila[key];
}

/** The state of a cell of the grid. */
export function cellState(row: Comprobante, field: AnswerField, change: Change | undefined): CellState {
  const typed = change?.respuestas[field.key];
  const reason = row.razones[field.key];
  const waits = row.excluido === null && row.pendientes.includes(field.key);
  const known = reason?.marca === 'pendiente' ? 'dato' : (reason?.marca ?? 'dato');
  // A suggestion waits too, but shows what is likely.
  const mark = typed !== undefined ? 'sin-guardar' : waits && known !== 'estimado' ? 'pendiente' : known;
  return {
    shown: showCell(field, currentValue(row, field.key, change)),
    mark,
    editable: mayAnswer(row, field.key),
    suggested: mark === 'estimado' ? row.sugerencias[field.key] : undefined,
    why: typed !== undefined ? 'Todavía no se ha guardado' : (reason?.texto ?? ''),
  };
}

/** The fields of a row that nobody has answered, nor is answering. */
export const waitingFields = (row: Comprobante, change: Change | undefined): readonly string[] =>
  row.excluido !== null ? [] : row.pendientes.filter((key) => typeof change?.respuestas[key] !== 'string');

/** A cell by its position. */
interface At {
  readonly row: number;
  readonly column: number;
}

/**
 * The next cell that waits for an answer, after a cell and around the end; undefined for none.
 *
 * @param fields keys of the columns, in their order
 * @param first the column of the first of them
 */
export function nextWaiting(
  rows: readonly Comprobante[],
  fields: readonly string[],
  first: number,
  from: At | undefined,
  changes: ReadonlyMap<string, Change>,
): At | undefined {
  const start = from ?? { row: 0, column: -1 };
  for (let step = 0; step <= rows.length; step++) {
    const at = (start.row + step) % rows.length;
    const row = rows[at];
    if (row === undefined) return undefined;
    const waiting = waitingFields(row, changes.get(row.id));
    const column = fields.findIndex((key, i) => waiting.includes(key) && (step > 0 || first + i > start.column));
    if (column >= 0) return { row: at, column: first + column };
  }
  return undefined;
}
