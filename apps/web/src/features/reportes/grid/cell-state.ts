import type { Comprobante } from '../api.ts';
import { showCell } from './cell-value.ts';
import { type AnswerField, mayAnswer } from './fields.ts';
import type { Change } from './saver.ts';

/** The content of a cell, and its reason. */
interface CellState {
  readonly shown: string;
  /**
   * `pendiente`, `estimado`, `respondido`… as marked by the server; `sin-guardar` for a change that is not saved yet.
   */
  readonly mark: string;
  readonly editable: boolean;
  /** The suggestion for a field without an answer, accepted with one click. */
  readonly suggested: string | undefined;
  readonly why: string;
}

/** The current value of a field: the value typed last, or else the value of the row. */
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
  // A suggestion also waits for an answer, but its value is shown.
  const mark = typed !== undefined ? 'sin-guardar' : waits && known !== 'estimado' ? 'pendiente' : known;
  return {
    shown: showCell(field, currentValue(row, field.key, change)),
    mark,
    editable: mayAnswer(row, field.key),
    suggested: mark === 'estimado' ? row.sugerencias[field.key] : undefined,
    why: typed !== undefined ? 'Todavía no se ha guardado' : (reason?.texto ?? ''),
  };
}

/** The fields of a row that have no answer, not even an unsaved one. */
export const waitingFields = (row: Comprobante, change: Change | undefined): readonly string[] =>
  row.excluido !== null ? [] : row.pendientes.filter((key) => typeof change?.respuestas[key] !== 'string');

/** A cell by its position. */
interface At {
  readonly row: number;
  readonly column: number;
}

/**
 * The next cell without an answer after a cell, continuing from the first row; undefined for none.
 *
 * @param keys of the fields of the columns, in order; undefined for a column that is no field
 */
export function nextWaiting(
  rows: readonly Comprobante[],
  keys: readonly (string | undefined)[],
  from: At | undefined,
  changes: ReadonlyMap<string, Change>,
): At | undefined {
  const start = from ?? { row: 0, column: -1 };
  for (let step = 0; step <= rows.length; step++) {
    const at = (start.row + step) % rows.length;
    const row = rows[at];
    if (row === undefined) return undefined;
    const waiting = waitingFields(row, changes.get(row.id));
    const column = keys.findIndex(
      (key, i) => key !== undefined && waiting.includes(key) && (step > 0 || i > start.column),
    );
    if (column >= 0) return { row: at, column };
  }
  return undefined;
}
