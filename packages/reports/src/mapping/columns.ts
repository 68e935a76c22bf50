import { type MappedReport, mappingFields } from './fields.ts';

/** The columns of a workbook that may be chosen: A to Z, AA to AZ. @source specification 002 §9 */
export const columnLetterChoices: readonly string[] = ['', 'A'].flatMap((first) =>
  Array.from({ length: 26 }, (_, at) => first + String.fromCharCode(65 + at)),
);

/** Column by field, of both reports. @source specification 002 §3 */
export interface ExcelColumns {
  readonly columnasExcel606: Readonly<Record<string, string>>;
  readonly columnasExcel607: Readonly<Record<string, string>>;
}

const initial = (reporte: MappedReport) =>
  Object.fromEntries(mappingFields[reporte].map(({ id, columnaExcel }) => [id, columnaExcel]));

/** Columns of a company that has not chosen any. */
export const initialColumns: ExcelColumns = {
  columnasExcel606: initial('606'),
  columnasExcel607: initial('607'),
};

/** Letters shared by several fields of a report, with the names of the fields. */
export function repeatedColumns(
  reporte: MappedReport,
  columnas: Readonly<Record<string, string>>,
): { readonly letra: string; readonly campos: readonly string[] }[] {
  const byLetter = new Map<string, string[]>();
  for (const { id, nombre, columnaExcel } of mappingFields[reporte]) {
    const letra = columnas[id] ?? columnaExcel;
    byLetter.set(letra, [...(byLetter.get(letra) ?? []), nombre]);
  }
  return [...byLetter].flatMap(([letra, campos]) => (campos.length > 1 ? [{ letra, campos }] : []));
}

/**
 * Reads columns of a file or of a call. A field that is not configurable keeps its own column; fields that are left out
 * keep the initial one.
 *
 * @returns undefined if neither `columnasExcel606` nor `columnasExcel607` is present, or if a field or a letter does
 * not exist
 */
export function readExcelColumns(value: unknown): ExcelColumns | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { columnasExcel606, columnasExcel607 } = value as Record<string, unknown>;
  if (columnasExcel606 === undefined && columnasExcel607 === undefined) return undefined;
  const [of606, of607] = [readPart('606', columnasExcel606), readPart('607', columnasExcel607)];
  return of606 && of607 && { columnasExcel606: of606, columnasExcel607: of607 };
}

function readPart(reporte: MappedReport, value: unknown): Record<string, string> | undefined {
  if (value !== undefined && (typeof value !== 'object' || value === null)) return undefined;
  const letters = (value ?? {}) as Readonly<Record<string, unknown>>;
  const known = new Set(mappingFields[reporte].map(({ id }) => id));
  if (Object.keys(letters).some((id) => !known.has(id))) return undefined;
  const entries = mappingFields[reporte].map(({ id, columnaExcel, esConfigurable }) => {
    const letter = letters[id];
    return [id, esConfigurable && letter !== undefined ? letter : columnaExcel] as const;
  });
  const valid = entries.every(([, letter]) => columnLetterChoices.includes(letter as string));
  return valid ? (Object.fromEntries(entries) as Record<string, string>) : undefined;
}
