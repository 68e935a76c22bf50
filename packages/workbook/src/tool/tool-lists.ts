import type { Sheet } from '../read/sheet.ts';
import { TagReader } from '../read/tag-reader.ts';
import { columnIndex, type ToolSheet } from './columns.ts';

/** For each column, the text of its list by code. */
export type ToolLists = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Maximum number of cells of a list. */
const mostCells = 200;

/**
 * Reads the texts of a tool's own lists for the codes of its columns, from the validations of its sheet. A list that
 * cannot be found is left out.
 *
 * @param opened the sheets of the tool
 * @param workbook source of the part that names them
 * @param after source of the sheet after its rows, where the validations are
 */
export function readLists(
  opened: readonly Sheet[],
  workbook: string,
  after: string,
  { name, columns }: ToolSheet,
): ToolLists {
  const named = definedNames(workbook);
  const validations = listValidations(after);
  return Object.fromEntries(
    columns.flatMap(({ letter, cell, field }) => {
      const formula = cell === 'lista' ? validations.get(letter) : undefined;
      if (formula === undefined) return [];
      const texts = cellsOf(opened, named.get(formula) ?? formula, name);
      return [[letter, byCode(texts, Object.keys(field.codes ?? {}))]];
    }),
  );
}

/** Column → formula of the permitted values of its cells, for the validations that are lists. */
function listValidations(after: string): ReadonlyMap<string, string> {
  const formulas = new Map<string, string>();
  const tags = new TagReader(after);
  let column: string | undefined;
  while (tags.next()) {
    if (tags.closing) continue;
    if (tags.name === 'dataValidation')
      column = tags.attr('type') === 'list' ? /^([A-Z]{1,3})\d/.exec(tags.attr('sqref') ?? '')?.[1] : undefined;
    else if (tags.name === 'formula1' && column !== undefined) formulas.set(column, tags.text());
  }
  return formulas;
}

/** Name → the cells to which it refers. */
function definedNames(workbook: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const tags = new TagReader(workbook);
  while (tags.next()) if (tags.name === 'definedName' && !tags.closing) names.set(tags.attr('name') ?? '', tags.text());
  return names;
}

const range = /^=?(?:'?([^'!]{1,31})'?!)?\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/;

/** The texts of the cells to which a formula refers; empty unless they are of one column. */
function cellsOf(opened: readonly Sheet[], formula: string, own: string): string[] {
  const [, sheet = own, letter = '', from, until = '', to] = range.exec(formula) ?? [];
  if (letter === '' || letter !== until || Number(to) - Number(from) >= mostCells) return [];
  const texts: string[] = [];
  for (const { number, cells } of opened.find(({ name }) => name.trim() === sheet)?.rows() ?? []) {
    if (number > Number(to)) break;
    const text = cells[columnIndex(letter)];
    if (number >= Number(from) && text !== undefined) texts.push(text);
  }
  return texts;
}

/** Code → the text that begins with its number. */
const byCode = (texts: readonly string[], codes: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    codes.flatMap((code) => {
      const text = texts.find((each) => Number(/^\s*(\d{1,2})\b/.exec(each)?.[1]) === Number(code));
      return text === undefined ? [] : [[code, text]];
    }),
  );
