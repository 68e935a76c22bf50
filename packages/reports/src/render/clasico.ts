import type { Periodo } from '@timbre/values';
import type { Row606 } from '../layout/606.ts';
import type { Row607 } from '../layout/607.ts';
import { formatOf, type Rows } from '../layout/formats.ts';
import { cellWriter, headerLine, joinLines, oficial, type TxtHeader, type TxtStyle } from './txt.ts';

// The variants of the product's specification, §9. The official form is the default everywhere; a variant is chosen
// explicitly.

/** Style of the 607 in whole pesos. */
const pesos: TxtStyle = { ...oficial, amounts: 'pesos' };

/** Value of the field that the specification's 606 has after the official fields. */
export const clasicoEnd = '4';

/**
 * The specification's 606: the 23 official fields with id type always 1, and a 24th that is always 4.
 * @returns pieces of the file, as `writeTxt`
 */
export function* writeClasico606(header: TxtHeader, rows: Iterable<Row606>): Generator<string> {
  yield* joinLines(headerLine('606', header), header.cantidad, mapped(rows, clasicoLine('606')));
}

/**
 * The specification's 607: the official fields with amounts in whole pesos, blank for zero.
 * @returns pieces of the file, as `writeTxt`
 */
export function* writeClasico607(header: TxtHeader, rows: Iterable<Row607>): Generator<string> {
  yield* joinLines(headerLine('607', header), header.cantidad, mapped(rows, clasicoLine('607')));
}

/** Returns a writer of single lines of a variant, for callers that read rows in portions. */
export function clasicoLine<Code extends '606' | '607'>(code: Code): (row: Rows[Code]) => string {
  if (code === '607') return variantWriter('607', pesos, {});
  const line = variantWriter('606', oficial, { tipo_id: '1' });
  return (row) => `${line(row)}|${clasicoEnd}`;
}

function variantWriter(code: '606' | '607', style: TxtStyle, fixed: Readonly<Record<string, string>>) {
  const cells = formatOf(code).fields.map((field) => ({
    key: field.key,
    write: cellWriter({ ...field, required: false }, style),
  }));
  return (row: object): string => {
    const values = row as Readonly<Record<string, unknown>>;
    return cells.map(({ key, write }) => fixed[key] ?? write(values[key])).join('|');
  };
}

function* mapped<Row>(rows: Iterable<Row>, line: (row: Row) => string): Generator<string> {
  for (const row of rows) yield line(row);
}

/** `606_132111117_202608.txt`, `607_132111117_202608.txt`. */
export const clasicoFileName = (code: '606' | '607', rnc: string, periodo: Periodo): string =>
  `${code}_${rnc}_${periodo}.txt`;
