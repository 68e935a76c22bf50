import type { ErrorDeDocumento } from '@timbre/contract';
import { type ACECF, changedText, compileHeaders, countHeaders, plainTexts, validate } from '@timbre/ecf';
import { formatFechaHora, formatTaxId } from '@timbre/values';
import { columnLetters, findHeaderRow, HiddenColumns, openWorkbook, type Sheet, WorkbookError } from '@timbre/workbook';
import { errorOf } from '../judge/complete-draft.ts';
import type { Limites } from './read-documents.ts';

/** A workbook of commercial approvals, and the data needed to read it. */
interface ApprovalsWorkbook {
  readonly bytes: Uint8Array;
  readonly limites: Limites;
  /** RNC of the company, which must be their buyer. */
  readonly rnc: string;
  /** Epoch milliseconds: the date and time of approvals without one. */
  readonly now: number;
  /** Whether the rows that a filter or a person hid are read. */
  readonly filasOcultas: 'leer' | 'omitir';
  /** It is of a certification set: its texts stay unchanged, and texts that would have been changed are reported. */
  readonly asWritten: boolean;
}

/** A row of the workbook as an approval. */
interface ReadApproval {
  /** Row of the sheet, from 1. */
  readonly fila: number;
  readonly detalle: ACECF['DetalleAprobacionComercial'];
  readonly errores: readonly ErrorDeDocumento[];
}

/** The approvals of a workbook; with `errores` it is refused as a whole. */
interface ReadApprovals {
  readonly errores: readonly ErrorDeDocumento[];
  readonly avisos: readonly ErrorDeDocumento[];
  readonly aprobaciones: readonly ReadApproval[];
  /** Number of hidden rows of its sheet. */
  readonly filasOcultas: number;
}

/** Columns that a workbook may leave out, with the default values of their cells. @source specification 001 §3 */
const usual = (now: number) => ({
  Version: '1.0',
  Estado: '1',
  FechaHoraAprobacionComercial: formatFechaHora(now),
});

/**
 * Reads the commercial approvals of the first sheet of a workbook that is not hidden. Letter case of the headers does not
 * matter. Hidden rows are counted, and left out unless they are wanted.
 *
 * @source specification 001 §5, "Commercial approval": only the first sheet is read
 */
export function readApprovals({ bytes, ...reading }: ApprovalsWorkbook): ReadApprovals {
  const avisos: ErrorDeDocumento[] = [];
  const hidden = { rows: 0 };
  try {
    const sheets = openWorkbook(Buffer.from(bytes), reading.limites);
    const sheet = sheets.find(({ hidden }) => hidden !== true);
    if (sheet === undefined) throw new WorkbookError('LIBRO-VACIO');
    const aprobaciones = [...readSheet(sheet, reading, avisos, hidden)];
    if (aprobaciones.length + hidden.rows === 0) throw new WorkbookError('LIBRO-VACIO');
    if (sheets.length > 1) {
      const first = sheet === sheets[0] ? 'primera hoja' : 'primera hoja que no está oculta';
      avisos.push({ codigo: 'LIBRO-HOJA', mensaje: `Se leyó solo la ${first}, «${sheet.name}».`, aviso: true });
    }
    return { errores: [], avisos, aprobaciones, filasOcultas: hidden.rows };
  } catch (cause) {
    if (!(cause instanceof WorkbookError)) throw cause;
    const errores = [{ codigo: cause.codigo, mensaje: cause.message }];
    return { errores, avisos, aprobaciones: [], filasOcultas: hidden.rows };
  }
}

function* readSheet(
  sheet: Sheet,
  { limites, rnc, now, asWritten, filasOcultas }: Omit<ApprovalsWorkbook, 'bytes'>,
  avisos: ErrorDeDocumento[],
  hidden: { rows: number },
): Iterable<ReadApproval> {
  const whole = usual(now);
  const header = findHeaderRow(sheet, (texts) => countHeaders('ACEECF', texts));
  if (header === undefined) return;
  const headers = compileHeaders('ACEECF', header.texts);
  const missing = headers.missing.filter((name) => !(name in whole));
  if (missing.length > 0) throw new WorkbookError('LIBRO-ENCABEZADO', `Faltan: ${missing.join(', ')}.`);
  const [twice] = headers.duplicated;
  if (twice) throw new WorkbookError('LIBRO-COLUMNA-REPETIDA', `${twice.header} (${columnLetters(twice.column - 1)}).`);
  for (const { column, header: name } of headers.unknown.slice(0, 20)) {
    const mensaje = `La columna ${columnLetters(column - 1)} («${name.slice(0, 80)}») no es de una aprobación: no se leyó.`;
    avisos.push({ codigo: 'LIBRO-COLUMNA', mensaje, aviso: true });
  }
  const earlier = new Map<string, number>();
  const columns = hiddenColumnsOf(sheet, header.texts, headers.unknown);
  let filas = 0;
  for (const row of sheet.rows()) {
    if (row.number <= header.row.number) continue;
    if (++filas > limites.filas) throw new WorkbookError('LIBRO-FILAS', `Se admiten ${limites.filas} aprobaciones.`);
    if (row.hidden) hidden.rows += 1;
    if (row.hidden && filasOcultas === 'omitir') continue;
    columns.see(row);
    const { tree, cellOf } = headers.read(row.cells, row.number);
    const read = { DetalleAprobacionComercial: { ...whole, ...tree.DetalleAprobacionComercial } };
    const changed: string[] = [];
    const plain = asWritten ? read : plainTexts('ACECF', read, (path) => changed.push(path));
    const detalle = plain.DetalleAprobacionComercial;
    const place = (path: string) => {
      const cell = cellOf(path);
      return cell ? `fila ${row.number}, columna ${cell.header}` : `fila ${row.number}`;
    };
    const errores: ErrorDeDocumento[] = row.bad.map(({ column, mensaje }) => ({
      codigo: 'LIBRO-CELDA',
      mensaje,
      celda: `fila ${row.number}, columna ${header.texts[column]?.trim() ?? columnLetters(column)}`,
    }));
    for (const fault of [...changed.map(changedText), ...validate('ACECF', plain, { now })]) {
      const error = { ...errorOf(fault), celda: place(fault.path) };
      // An aviso does not prevent an approval from being signed.
      if (!error.aviso) errores.push(error);
      else if (avisos.length < mostAvisos) avisos.push(error);
    }
    if (detalle.RNCComprador !== undefined && detalle.RNCComprador !== rnc)
      errores.push(wrongBuyer(detalle, rnc, place));
    const key = `${detalle.RNCEmisor} ${detalle.eNCF}`;
    const before = earlier.get(key);
    if (before === undefined) earlier.set(key, row.number);
    else errores.push(repeated(detalle, before, place));
    yield { fila: row.number, detalle, errores: errores.slice(0, mostErrors) };
  }
  for (const mensaje of columns.notices()) avisos.push({ codigo: 'LIBRO-COLUMNA', mensaje, aviso: true });
}

/** @param unknown columns, from 1, that are not read */
function hiddenColumnsOf(sheet: Sheet, texts: readonly string[], unknown: readonly { readonly column: number }[]) {
  const unread = new Set(unknown.map(({ column }) => column - 1));
  const read = texts.flatMap((text, at) => (text.trim() === '' || unread.has(at) ? [] : [at]));
  return new HiddenColumns(sheet, texts, read);
}

const mostErrors = 20;
const mostAvisos = 100;
const at = (name: string) => `DetalleAprobacionComercial.${name}`;

type Place = (path: string) => string;
type Detalle = Partial<ReadApproval['detalle']>;

const wrongBuyer = ({ RNCComprador = '' }: Detalle, rnc: string, place: Place): ErrorDeDocumento => ({
  codigo: 'LIBRO-COMPRADOR',
  campo: at('RNCComprador'),
  mensaje: `El comprador es ${formatTaxId(RNCComprador.slice(0, 20))} y su empresa es ${formatTaxId(rnc)}`,
  celda: place(at('RNCComprador')),
});

const repeated = ({ eNCF = '' }: Detalle, before: number, place: Place): ErrorDeDocumento => ({
  codigo: 'LIBRO-DUPLICADO',
  campo: at('eNCF'),
  mensaje: `El eNCF ${eNCF.slice(0, 20)} de ese emisor ya está en la fila ${before}`,
  celda: place(at('eNCF')),
});
