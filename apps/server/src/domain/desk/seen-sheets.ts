import type { Sheet } from '@timbre/workbook';

/** The visible sheets, and the names of the hidden ones. If all are hidden, all are read. */
export function seenSheets(all: readonly Sheet[]): { readonly sheets: readonly Sheet[]; readonly hidden: string[] } {
  const sheets = all.filter((sheet) => !sheet.hidden);
  if (sheets.length === 0) return { sheets: all, hidden: [] };
  return { sheets, hidden: all.filter((sheet) => sheet.hidden).map(({ name }) => name) };
}

/** The notice of a hidden sheet, in Spanish. */
export const hiddenSheet = (name: string): string =>
  `La hoja «${name}» está oculta y no se lee: si trae datos, muéstrela en Excel y suba el libro de nuevo`;
