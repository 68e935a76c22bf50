import { isDeepStrictEqual } from 'node:util';
import { refuse } from '@timbre/refusal';
import {
  type Account,
  accountLimits,
  type MappingFile,
  type ReadColumn,
  readAccountList,
  readCatalogue,
  readMapping,
  readMappingRows,
} from '@timbre/reports';
import { parseRNC } from '@timbre/values';
import {
  columnLetters,
  fewColumns,
  findHeaderRow,
  HiddenColumns,
  openCsv,
  openWorkbook,
  type Row,
  type Sheet,
  WorkbookError,
} from '@timbre/workbook';
import { asBuffer } from '@timbre/worker/as-buffer';
import { parseJson } from '../../platform/input/json.ts';
import { refuseUnknown } from '../../platform/input/validation.ts';
import { hiddenSheet, seenSheets } from './seen-sheets.ts';

/** An uploaded file: its name and its bytes. */
interface Uploaded {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Maximum size in bytes, packed and unpacked. */
  readonly most: { readonly bytes: number; readonly descomprimido: number };
}

/** The content of a workbook of accounts. */
interface ReadAccounts {
  readonly hojas: string[];
  readonly hoja: string;
  readonly vista: (string | null)[][];
  readonly encabezados: Headers | null;
  readonly cuentas: Account[];
  readonly falta: string | null;
  readonly columnas: { letra: string; encabezado: string; dato: string | null }[];
  readonly filasOcultas: number;
  readonly avisos: string[];
}

/** The row that names the columns of a sheet, with its number, and the first rows from it on. */
interface Headers {
  readonly fila: number;
  readonly columnas: string[];
  readonly filas: (string | null)[][];
}

/** Rows allowed above the accounts, and blank ones between them. */
const moreRows = 1_000;
/** Maximum number of columns of a previewed row, and of characters of a cell. */
const shown = { columns: 60, characters: 120 } as const;

/**
 * Reads the accounts of one sheet of a workbook. Hidden sheets and rows are left out, and named.
 *
 * @param hoja its name; undefined = the first one
 * @param vista how many rows the preview has, from the top
 * @param filasOcultas whether hidden rows are read too
 * @throws Problem `archivo/tipo`, `mapeo/archivo`; `recurso/no-encontrado` if there is no such sheet
 */
export function readAccounts(
  file: Uploaded & {
    readonly hoja: string | undefined;
    readonly vista: number;
    readonly filasOcultas: 'leer' | 'omitir';
  },
): ReadAccounts {
  return telling(() => {
    const { sheets, hidden } = seenSheets(sheetsOf(file));
    const sheet = file.hoja === undefined ? sheets[0] : sheets.find(({ name }) => name === file.hoja);
    if (sheet === undefined) return refuse('recurso/no-encontrado', 'El libro no tiene esa hoja');
    const all = rowsOf(sheet);
    const filasOcultas = all.filter(({ hidden }) => hidden).length;
    const seen = all.filter(({ hidden }) => !hidden || file.filasOcultas === 'leer');
    const rows = seen.map(({ cells }) => cells);
    const vista = rows.slice(0, file.vista).map(preview);
    const { cuentas, falta, columnas, avisos } = readCatalogue(rows);
    return {
      hojas: sheets.map(({ name }) => name),
      hoja: sheet.name,
      vista,
      encabezados: headersOf(sheet, seen, file.vista),
      cuentas,
      falta,
      columnas: columnas.map(({ columna, ...rest }) => ({ letra: columnLetters(columna), ...rest })),
      filasOcultas,
      avisos: [
        ...(sheet.avisos ?? []),
        ...hidden.map(hiddenSheet),
        ...hiddenColumnsOf(sheet, seen, columnas),
        ...avisos,
      ],
    };
  });
}

const preview = (cells: Row['cells']): (string | null)[] =>
  Array.from(cells.slice(0, shown.columns), (cell) => cell?.slice(0, shown.characters) ?? null);

/** Words as in a header. `1105 Caja` is an account, which {@link findHeaderRow} does not know for a datum. */
const isLabel = (text: string): boolean => /\p{L}/u.test(text) && !/\d{3}/.test(text);

/** The row that names the columns of any sheet: of the first ones, that with most different labels. */
function headersOf(sheet: Sheet, rows: readonly Row[], most: number): Headers | null {
  const labels = (texts: readonly string[]) => new Set(texts.map((text) => text.trim()).filter(isLabel)).size;
  const found = findHeaderRow({ ...sheet, rows: () => rows }, labels);
  if (found === undefined || found.known === 0) return null;
  const fila = found.row.number;
  return {
    fila,
    columnas: [...new Set(found.texts.map((text) => text.trim()).filter((text) => text !== ''))],
    filas: rows
      .filter(({ number }) => number >= fila)
      .slice(0, most)
      .map(({ cells }) => preview(cells)),
  };
}

/** The notice of the hidden columns that were read, if there are any. */
function hiddenColumnsOf(sheet: Sheet, rows: readonly Row[], columnas: readonly ReadColumn[]): readonly string[] {
  const read = columnas.filter(({ dato }) => dato !== null);
  const headers = Array.from({ length: fewColumns }, (_, at) => read.find(({ columna }) => columna === at)?.encabezado);
  const hidden = new HiddenColumns(
    sheet,
    headers,
    read.map(({ columna }) => columna),
  );
  for (const row of rows) hidden.see(row);
  return hidden.notices();
}

/**
 * Reads a mapping from a file: as JSON if its name ends so, otherwise from the first sheet whose rows contain one. Hidden
 * rows are left out, which is among what was rejected.
 *
 * @throws Problem `archivo/tipo`, `mapeo/archivo`, `mapeo/no-reconocido`
 */
export function readMappingFile(file: Uploaded): MappingFile {
  return telling(() => {
    if (/\.json$/i.test(file.name)) return readMapping(parseFile(file.bytes)) ?? refuse('mapeo/no-reconocido');
    for (const sheet of seenSheets(sheetsOf(file)).sheets) {
      const rows = rowsOf(sheet);
      const read = readMappingRows(rows.filter(({ hidden }) => !hidden).map(({ cells }) => cells));
      const left = rows.filter(({ hidden }) => hidden).length;
      if (read === undefined) continue;
      const told = [...(sheet.avisos ?? []), ...(left === 0 ? [] : [hiddenRows(sheet.name, left)])];
      return told.length === 0 ? read : { ...read, descartes: [...told, ...read.descartes] };
    }
    return refuse('mapeo/no-reconocido');
  });
}

const hiddenRows = (sheet: string, count: number): string =>
  `La hoja «${sheet}» tiene ${count === 1 ? '1 fila oculta, que no se lee' : `${count} filas ocultas, que no se leen`}: si van, muéstrelas en Excel y suba el libro de nuevo`;

/** The mapping in the body of a call, and the version that it replaces. */
interface ReadMapping {
  readonly version: number | undefined;
  readonly partes: MappingFile['partes'];
}

/** The accounts in the body of a call, as they are stored. @throws Problem `peticion/invalida`, `mapeo/cuentas` */
export function readCatalogueBody(bytes: Uint8Array): {
  readonly version: number | undefined;
  readonly contenido: string;
  readonly total: number;
} {
  const body = bodyOf(bytes);
  refuseUnknown(Object.keys(body).filter((name) => name !== 'cuentas' && name !== 'version'));
  if (!Array.isArray(body.cuentas)) return refuse('peticion/invalida', 'cuentas es obligatorio');
  if (body.cuentas.length > accountLimits.cuentas)
    return refuse('mapeo/cuentas', `El catálogo pasa de ${accountLimits.cuentas.toLocaleString('en-US')} cuentas`);
  const cuentas = readAccountList(body.cuentas);
  if (cuentas.length === 0) return refuse('mapeo/cuentas');
  return { version: versionOf(body), contenido: JSON.stringify(cuentas), total: cuentas.length };
}

/** The mapping in the body of a call. @throws Problem `peticion/invalida`, `mapeo/no-reconocido`, `mapeo/invalido` */
export function readMappingBody(bytes: Uint8Array): ReadMapping {
  const body = bodyOf(bytes);
  const read = readMapping(body) ?? refuse('mapeo/no-reconocido');
  return { version: versionOf(body), partes: taken(read) };
}

/**
 * One classification in the body of a call, under its own name or as `mapeoTipos`.
 *
 * @throws Problem as {@link readMappingBody}
 */
export function readTypesBody(sent: {
  readonly bytes: Uint8Array;
  readonly part: 'mapeoTipos606' | 'mapeoTipos607';
  readonly name: string;
  readonly rnc: string;
}): ReadMapping {
  const body = bodyOf(sent.bytes);
  demandOfTypes(body, sent);
  const read = readMapping({ [sent.part]: body[sent.name] ?? body.mapeoTipos }) ?? refuse('mapeo/no-reconocido');
  return { version: versionOf(body), partes: taken(read) };
}

/** Refuses classifications that are said to be of another report or company, or that are sent twice and differ. */
function demandOfTypes(
  body: Json,
  { part, name, rnc }: { readonly part: string; readonly name: string; readonly rnc: string },
) {
  const reporte = part.slice(-3);
  if (body.tipoReporte !== undefined && body.tipoReporte !== reporte) {
    const mensaje = `tipoReporte debe ser uno de: ${reporte}`;
    refuse('peticion/invalida', mensaje, [{ codigo: 'peticion/enum', mensaje, campo: 'tipoReporte' }]);
  }
  if (body.rnc !== undefined && parseRNC(String(body.rnc)) !== rnc)
    refuse('acceso/denegado', 'Ese RNC no es el de su empresa');
  const both = body[name] !== undefined && body.mapeoTipos !== undefined;
  if (both && !isDeepStrictEqual(body[name], body.mapeoTipos))
    refuse('peticion/invalida', `Envíe «${name}» o «mapeoTipos», o los dos iguales: es lo mismo`);
}

function taken({ partes, descartes }: MappingFile): MappingFile['partes'] {
  return descartes.length === 0 ? partes : refuse('mapeo/invalido', descartes.join('; '));
}

type Json = Readonly<Record<string, unknown>>;

function bodyOf(bytes: Uint8Array): Json {
  const body = parseJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse('peticion/invalida', 'El cuerpo debe ser un objeto');
  return body as Json;
}

function versionOf({ version }: Json): number | undefined {
  if (version === undefined) return undefined;
  const valid = typeof version === 'number' && Number.isInteger(version) && version >= 0 && version <= 2_000_000_000;
  return valid ? version : refuse('peticion/invalida', 'version debe ser un número entero');
}

function parseFile(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return refuse('mapeo/archivo', 'No es un JSON válido');
  }
}

function sheetsOf({ bytes, name, most }: Uploaded): Sheet[] {
  if (!/\.(xlsx|xlsm|xls|csv)$/i.test(name))
    return refuse('archivo/tipo', `«${name.slice(0, 100)}» no termina en .xlsx, .xlsm, .xls ni .csv`);
  const buffer = asBuffer(bytes);
  return /\.csv$/i.test(name) ? [openCsv(buffer, fewColumns)] : openWorkbook(buffer, most, fewColumns);
}

/** All rows of a sheet. Throws WorkbookError if there are more than accounts can fill. */
function rowsOf(sheet: Sheet): Row[] {
  const rows: Row[] = [];
  for (const row of sheet.rows()) {
    if (rows.length === accountLimits.cuentas + moreRows)
      throw new WorkbookError('LIBRO-FILAS', `Se admiten ${accountLimits.cuentas.toLocaleString('en-US')} cuentas.`);
    rows.push(row);
  }
  return rows;
}

function telling<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WorkbookError) return refuse('mapeo/archivo', error.message);
    throw error;
  }
}
