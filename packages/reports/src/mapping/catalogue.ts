import { type Account, accountLimits, foldText, readAccount } from './account.ts';

/** Rows in which the headers of a catalogue are looked for. @source specification 002 §9 */
const headersWithin = 5;

/** Names of the columns, in English and in Spanish; the first field that takes a header has it. @source specification 002 §5 */
const columnas = [
  ['detailType', /^(detail ?type|tipo de detalle|detalle|sub ?tipo|sub ?type)/],
  ['type', /^(account type|type|tipo)/],
  ['description', /^(description|descripcion)/],
  ['accountNumber', /(number|codigo|numero|^no\.?$|^num|acctnum|^code$|^cuenta$|^account ?#|^id$)/],
  ['name', /(name|nombre|^account$|^descripcion de)/],
  ['currency', /^(currency|moneda)/],
] as const;

type Columna = (typeof columnas)[number][0];

/** What is said when a sheet gives no accounts. @source specification 002 §5 */
export const catalogueFaults = {
  vacia: 'La hoja no contiene datos',
  encabezados: 'No se pudieron encontrar los encabezados de las columnas',
  columnas: 'No se pudieron identificar las columnas necesarias',
  cuentas: 'No se encontró cuentas válidas en el archivo',
} as const;

/** A row of a sheet: the texts of its cells. */
type Fila = readonly (string | undefined)[];

/**
 * Reads the accounts of a sheet: the headers within its first five rows, its columns by their names, or else the first ones.
 * A row needs number and name.
 *
 * @param filas the rows that are not empty, from the top
 * @returns the accounts, the first of each number, at most 20,000; or why there are none
 * @source specification 002 §5
 */
export function readCatalogue(filas: readonly Fila[]): { readonly cuentas: Account[]; readonly falta: string | null } {
  const none = (falta: keyof typeof catalogueFaults) => ({ cuentas: [], falta: catalogueFaults[falta] });
  if (filas.length === 0) return none('vacia');
  const at = filas.slice(0, headersWithin).findIndex(isHeader);
  if (at < 0) return none('encabezados');
  const columns = columnsOf(filas[at]!);
  if (columns === undefined) return none('columnas');
  const found = new Map<string, Account>();
  for (const fila of filas.slice(at + 1)) {
    const text = (field: Columna) => fila[columns.get(field) ?? -1]?.trim() ?? '';
    const fields = Object.fromEntries(columnas.map(([field]) => [field, text(field)]));
    const cuenta = text('accountNumber') === '' ? undefined : readAccount({ ...fields, id: text('accountNumber') });
    if (cuenta !== undefined && !found.has(cuenta.id)) found.set(cuenta.id, cuenta);
    if (found.size === accountLimits.cuentas) break;
  }
  return found.size === 0 ? none('cuentas') : { cuentas: [...found.values()], falta: null };
}

/** A row that speaks of accounts, numbers or names. */
const isHeader = (fila: Fila): boolean =>
  fila.some((cell) => /\b(account|number|name|cuenta|codigo|numero|nombre|acctnum)\b/.test(foldText(cell ?? '')));

/** The column of each field; where the names give no number or no name, the first two columns that are left. */
function columnsOf(header: Fila): Map<Columna, number> | undefined {
  const columns = new Map<Columna, number>();
  header.forEach((cell, at) => {
    const text = foldText(cell ?? '').trim();
    const field = columnas.find(([name, pattern]) => !columns.has(name) && pattern.test(text))?.[0];
    if (text !== '' && field !== undefined) columns.set(field, at);
  });
  // A description alone is the name of the account.
  if (!columns.has('name') && columns.has('description')) {
    columns.set('name', columns.get('description')!);
    columns.delete('description');
  }
  const taken = new Set(columns.values());
  const free = header.map((_, at) => at).filter((at) => !taken.has(at) && at < 3);
  for (const field of ['accountNumber', 'name'] as const)
    if (!columns.has(field) && free.length > 0) columns.set(field, free.shift()!);
  return columns.has('accountNumber') && columns.has('name') ? columns : undefined;
}
