import { type Account, accountLimits, foldText, readAccount } from './account.ts';

/** Number of rows that are searched for the headers of a catalogue. @source specification 002 §9 */
const headersWithin = 5;

/**
 * Column names, in English and in Spanish; the first free field that matches a header takes it. @source specification
 * 002 §5
 */
const columnas = [
  ['detailType', /^(detail ?type|tipo de detalle|detalle|sub ?tipo|sub ?type)/],
  ['type', /^(account type|type|tipo)/],
  ['description', /^(description|descripcion)/],
  ['accountNumber', /(number|codigo|numero|^no\.?$|^num|acctnum|^code$|^cuenta$|^account ?#|^id$)/],
  ['name', /(name|nombre|^account$|^descripcion de)/],
  ['currency', /^(currency|moneda)/],
] as const;

type Columna = (typeof columnas)[number][0];

/** Messages for a sheet without accounts. @source specification 002 §5 */
const catalogueFaults = {
  vacia: 'La hoja no contiene datos',
  encabezados: 'No se pudieron encontrar los encabezados de las columnas',
  columnas: 'No se pudieron identificar las columnas necesarias',
  cuentas: 'No se encontró cuentas válidas en el archivo',
} as const;

/** A row of a sheet: the texts of its cells. */
type Fila = readonly (string | undefined)[];

/**
 * Reads the accounts of a sheet. The headers are searched in its first five rows; columns are identified by their names, or
 * else the first columns are used. A row needs number and name.
 *
 * @param filas the rows that are not empty, from the top
 * @returns the accounts, the first of each number, at most 20,000; or the reason why there are none
 * @source specification 002 §5
 */
export function readCatalogue(filas: readonly Fila[]): { readonly cuentas: Account[]; readonly falta: string | null } {
  const none = (falta: keyof typeof catalogueFaults) => ({ cuentas: [], falta: catalogueFaults[falta] });
  if (filas.length === 0) return none('vacia');
  const at = filas.slice(0, headersWithin).findIndex(isHeader);
  if (at < 0) return none('encabezados');
  const columns = columnsOf(filas[at]!);
  if (columns === undefined) return none('columnas');
  const byId = new Map<string, Account>();
  for (const fila of filas.slice(at + 1)) {
    const text = (field: Columna) => fila[columns.get(field) ?? -1]?.trim() ?? '';
    const fields = Object.fromEntries(columnas.map(([field]) => [field, text(field)]));
    const cuenta = text('accountNumber') === '' ? undefined : readAccount({ ...fields, id: text('accountNumber') });
    if (cuenta !== undefined && !byId.has(cuenta.id)) byId.set(cuenta.id, cuenta);
    if (byId.size === accountLimits.cuentas) break;
  }
  return byId.size === 0 ? none('cuentas') : { cuentas: [...byId.values()], falta: null };
}

/** True if a row contains words for accounts, numbers or names. */
const isHeader = (fila: Fila): boolean =>
  fila.some((cell) => /\b(account|number|name|cuenta|codigo|numero|nombre|acctnum)\b/.test(foldText(cell ?? '')));

/**
 * Column of each field; a number or name without a matching header takes the next free one of the first three columns.
 */
function columnsOf(header: Fila): Map<Columna, number> | undefined {
  const columns = new Map<Columna, number>();
  header.forEach((cell, at) => {
    const text = foldText(cell ?? '').trim();
    const field = columnas.find(([name, pattern]) => !columns.has(name) && pattern.test(text))?.[0];
    if (text !== '' && field !== undefined) columns.set(field, at);
  });
  // Without a name column, the description is the name of the account.
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
