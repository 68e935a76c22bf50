import { hash } from 'node:crypto';
import type { reportes } from '@timbre/contract';
import { type Difference, differences, type FormatCode, formatOf, rowFromTexts } from '@timbre/reports';
import { formatDecimal } from '@timbre/values';
import { startSlices } from '@timbre/worker/in-slices';

type Fila = reportes.FilaDeReporte;
type Pages = () => AsyncIterable<readonly Fila[]>;

/** Rows that differ between two states of a report. The first differences are listed, the rest only counted. */
export interface Compared {
  readonly agregadas: number;
  readonly quitadas: number;
  readonly cambiadas: number;
  /** Numbers of the receipts that differ, without repetition. */
  readonly ncf: readonly string[];
  readonly diferencias: readonly FieldDifference[];
}

/** A difference as the contract shows it. */
export interface FieldDifference {
  readonly ncf: string;
  readonly clase: Difference['kind'];
  readonly campo: string | null;
  readonly antes: string | null;
  readonly despues: string | null;
}

/**
 * Compares two states of a report, whose rows are read page by page. Of the first state only a short digest of each row
 * is held in memory.
 *
 * @param most maximum differences and numbers of the answer
 */
export async function compareRows(code: FormatCode, before: Pages, after: Pages, most: number): Promise<Compared> {
  const digestOf = digester(code);
  const left = new Map<string, string>();
  const slices = startSlices();
  for await (const rows of before())
    for (const row of rows) {
      if (slices.isOver()) await slices.next();
      left.set(row.id, digestOf(row));
    }
  const changed = new Map<string, Fila>();
  const ncf = new Set<string>();
  const tell = (number: string) => {
    if (ncf.size < most) ncf.add(number);
  };
  let [agregadas, cambiadas] = [0, 0];
  const added: Fila[] = [];
  for await (const rows of after())
    for (const row of rows) {
      if (slices.isOver()) await slices.next();
      const known = left.get(row.id);
      left.delete(row.id);
      if (known === digestOf(row)) continue;
      tell(row.ncf);
      if (known === undefined) {
        agregadas++;
        if (added.length < most) added.push(row);
      } else {
        cambiadas++;
        if (changed.size < most) changed.set(row.id, row);
      }
    }
  const removed = [...left.keys()].slice(0, most);
  for (const id of removed) tell(numberIn(id));
  const fields = changed.size === 0 ? [] : await fieldsOf(code, before(), changed);
  const diferencias = [
    ...fields,
    ...removed.map((id) => whole(numberIn(id), 'quitada')),
    ...added.map((row) => whole(row.ncf, 'agregada')),
  ].slice(0, most);
  return { agregadas, quitadas: left.size, cambiadas, ncf: [...ncf], diferencias };
}

/** A digest of a row's contents. A missing amount and a zero amount have the same digest. */
function digester(code: FormatCode): (row: Fila) => string {
  const fields = formatOf(code).fields.map(({ key, kind }) => ({ key, isAmount: kind === 'amount' }));
  return ({ fila }) =>
    hash(
      'sha1',
      fields.map(({ key, isAmount }) => (isAmount && fila[key] === '0.00' ? '' : (fila[key] ?? ''))).join('|'),
      'base64',
    );
}

/** The fields of the changed rows whose values differ. */
async function fieldsOf(
  code: FormatCode,
  before: AsyncIterable<readonly Fila[]>,
  changed: ReadonlyMap<string, Fila>,
): Promise<FieldDifference[]> {
  const changes: FieldDifference[] = [];
  for await (const rows of before)
    for (const { id, fila } of rows) {
      const now = changed.get(id);
      if (now === undefined) continue;
      const pair = [[rowFromTexts(code, fila)], [rowFromTexts(code, now.fila)]] as const;
      for (const difference of differences(code, ...pair)) changes.push(fieldOf(now.ncf, difference));
    }
  return changes;
}

const fieldOf = (ncf: string, { kind, field, before, after }: Difference): FieldDifference => ({
  ncf,
  clase: kind,
  campo: field ?? null,
  antes: textOf(before),
  despues: textOf(after),
});

const textOf = (value: Difference['before']): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : formatDecimal(value, 2);

const whole = (ncf: string, clase: 'agregada' | 'quitada'): FieldDifference => ({
  ncf,
  clase,
  campo: null,
  antes: null,
  despues: null,
});

/** The number in the id of a row: `{suplidor}|{ncf}|{momento}`. */
const numberIn = (id: string): string => id.split('|')[1]!;
