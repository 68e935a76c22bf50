import { findHeaders } from '@timbre/values';
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

/** A column of a row of headers, and what was read from it. */
export interface ReadColumn {
  /** Index, from 0. */
  readonly columna: number;
  readonly encabezado: string;
  /** The field that was read from it, in Spanish; null if it was not read. */
  readonly dato: string | null;
}

/** The accounts of a sheet. */
interface Catalogue {
  readonly cuentas: Account[];
  /** Why there are none, in Spanish. */
  readonly falta: string | null;
  readonly columnas: readonly ReadColumn[];
  /** Rows that were left out, in Spanish. */
  readonly avisos: readonly string[];
}

/** The name of the field of each column, in Spanish. */
const datos: Readonly<Record<Columna, string>> = {
  accountNumber: 'Número',
  name: 'Nombre',
  type: 'Tipo',
  detailType: 'Detalle del tipo',
  description: 'Descripción',
  currency: 'Moneda',
};

/** Rows left out that are named. */
const mostNamed = 10;

/**
 * Reads the accounts of a sheet. The headers are the row, of the first five, whose columns are known best: titles may
 * stand above it, and an account is never taken for it. Columns are identified by their names, or else the first columns are used. A row needs number and name.
 *
 * @param filas the rows that are not empty, from the top
 * @returns the accounts, the first of each number, at most 20,000; or the reason why there are none
 * @source specification 002 §5
 */
export function readCatalogue(filas: readonly Fila[]): Catalogue {
  const none = (falta: keyof typeof catalogueFaults, read: readonly ReadColumn[] = []) => ({
    cuentas: [],
    falta: catalogueFaults[falta],
    columnas: read,
    avisos: [],
  });
  if (filas.length === 0) return none('vacia');
  const found = findHeaders(filas, { textsOf: (fila) => fila, countKnown, within: headersWithin });
  if (found === undefined || found.known === 0) return none('encabezados');
  const { row: header } = found;
  const columns = columnsOf(header);
  if (columns === undefined) return none('columnas');
  const read = readColumns(header, columns);
  const byId = new Map<string, Account>();
  const repetidas = new Set<string>();
  let incompletas = 0;
  for (const fila of filas.slice(filas.indexOf(header) + 1)) {
    const text = (field: Columna) => fila[columns.get(field) ?? -1]?.trim() ?? '';
    const fields = Object.fromEntries(columnas.map(([field]) => [field, text(field)]));
    const cuenta = text('accountNumber') === '' ? undefined : readAccount({ ...fields, id: text('accountNumber') });
    if (cuenta === undefined) incompletas += 1;
    else if (byId.has(cuenta.id)) repetidas.add(cuenta.id);
    else byId.set(cuenta.id, cuenta);
    if (byId.size === accountLimits.cuentas) break;
  }
  if (byId.size === 0) return none('cuentas', read);
  const avisos = [
    ...(repetidas.size === 0 ? [] : [repeated([...repetidas])]),
    ...(incompletas === 0 ? [] : [`Filas sin número o sin nombre, que no se leen: ${incompletas}`]),
  ];
  return { cuentas: [...byId.values()], falta: null, columnas: read, avisos };
}

function repeated(ids: readonly string[]): string {
  const more = ids.length > mostNamed ? ` y ${ids.length - mostNamed} más` : '';
  return `Números repetidos, de los que se lee la primera cuenta: ${ids.slice(0, mostNamed).join(', ')}${more}`;
}

/** The columns of a row of headers, and what was read from each. */
function readColumns(header: Fila, columns: ReadonlyMap<Columna, number>): ReadColumn[] {
  const byColumn = new Map([...columns].map(([field, at]) => [at, datos[field]]));
  return header.flatMap((cell, columna) => {
    const encabezado = cell?.trim() ?? '';
    const dato = byColumn.get(columna) ?? null;
    return encabezado === '' && dato === null ? [] : [{ columna, encabezado, dato }];
  });
}

/**
 * How many columns of a row are known, and one more: it has words for accounts, numbers or names. 0 for a row without
 * such words, and for an account, which has its number.
 */
const countKnown = (texts: Fila, hasData: boolean): number =>
  !hasData && hasWords(texts) ? 1 + namedColumns(texts).size : 0;

const hasWords = (fila: Fila): boolean =>
  fila.some((cell) => /\b(account|number|name|cuenta|codigo|numero|nombre|acctnum)\b/.test(foldText(cell ?? '')));

/** Column of each field whose header is known. */
function namedColumns(header: Fila): Map<Columna, number> {
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
  return columns;
}

/**
 * Column of each field; a number or name without a matching header takes the next free one of the first three columns.
 */
function columnsOf(header: Fila): Map<Columna, number> | undefined {
  const columns = namedColumns(header);
  const taken = new Set(columns.values());
  const free = header.map((_, at) => at).filter((at) => !taken.has(at) && at < 3);
  for (const field of ['accountNumber', 'name'] as const)
    if (!columns.has(field) && free.length > 0) columns.set(field, free.shift()!);
  return columns.has('accountNumber') && columns.has('name') ? columns : undefined;
}
