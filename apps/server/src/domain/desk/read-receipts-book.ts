import type { reportes } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { partyDemanded, readReceiptAmount } from '@timbre/reports';
import {
  add,
  bareTaxId,
  bareText,
  type DateCells,
  type Decimal,
  formatDecimal,
  isPeso,
  lostDigits,
  normalNCF,
  parseDecimal,
  parseISODate,
  quoted,
  type Reading,
  readNCF,
  readText,
  sub,
  zero,
} from '@timbre/values';
import {
  columnIndex,
  columnLetters,
  decodeText,
  fewColumns,
  openCsv,
  openWorkbook,
  type Row,
  type Sheet,
  WorkbookError,
} from '@timbre/workbook';
import { asBuffer } from '@timbre/worker/as-buffer';
import { FittedCells } from './fitted-cells.ts';
import { LayoutRows } from './layout-rows.ts';
import { dayAt, readAnswers } from './read-answers.ts';
import type { OwnHeaders, ReceiptColumns, ReceiptField } from './receipt-headers.ts';
import { receiptSheetOf } from './receipt-sheet.ts';
import { isTxt, txtSheet } from './txt-sheet.ts';

/** A workbook of receipts on paper. */
interface ReceiptsBook {
  readonly bytes: Uint8Array;
  /** Name of the file: if it ends in `.csv` or `.txt`, it is read as text. */
  readonly name: string;
  readonly tipo: '606' | '607';
  /** RNC of the declarant: a TXT of another one is refused. */
  readonly rnc: string;
  /** The company's own mapping of headers. */
  readonly own?: OwnHeaders;
  readonly most: { readonly bytes: number; readonly descomprimido: number; readonly filas: number };
  /** Whether the rows that a filter or a person hid are read. */
  readonly filasOcultas: 'leer' | 'omitir';
}

/** The receipts of a workbook, and the faults of its cells. */
interface ReadReceipts {
  readonly hoja: string;
  readonly datos: reportes.RegistroCargado[];
  readonly incidencias: { celda: string; mensaje: string }[];
  readonly columnas: { letra: string; encabezado: string; dato: string | null }[];
  /** Number of its hidden rows. */
  readonly filasOcultas: number;
  readonly avisos: string[];
}

/** Maximum number of faults reported for one workbook. */
const mostFaults = 500;

/**
 * Reads receipts on paper from a workbook: in the columns of the official tool, if it has the tool's sheet, otherwise
 * by the headers of the first sheet that has them. A TXT for the DGII has the columns of its format. A row with a fault is not among the receipts. What is not read, and
 * what is fitted to its field, is said.
 *
 * @throws Problem `reportes/formato` when the whole file cannot be read, or has too many receipts
 */
export function readReceiptsBook(book: ReceiptsBook): ReadReceipts {
  const { bytes, name, most } = book;
  try {
    const buffer = asBuffer(bytes);
    if (!/\.(?:csv|txt)$/i.test(name)) return read(openWorkbook(buffer, most, fewColumns), book);
    const { text, aviso } = decodeText(buffer);
    if (!isTxt(text)) return read([openCsv(buffer, fewColumns)], book);
    const { sheet, avisos } = txtSheet(text, book);
    const { avisos: others, ...rest } = read([aviso === undefined ? sheet : { ...sheet, avisos: [aviso] }], book);
    return { ...rest, avisos: [...avisos, ...others] };
  } catch (error) {
    if (error instanceof WorkbookError) return refuse('reportes/formato', error.message);
    throw error;
  }
}

function read(
  sheets: readonly Sheet[],
  { tipo, own, most: { filas: most }, filasOcultas }: ReceiptsBook,
): ReadReceipts {
  const found = receiptSheetOf(sheets, tipo, own);
  const { sheet, columns, from, columnas, avisos, hiddenColumns } = found;
  const datos: reportes.RegistroCargado[] = [];
  const incidencias: ReadReceipts['incidencias'] = [];
  const fitted = new FittedCells(columns);
  const layout = new LayoutRows(found);
  let [rows, hidden] = [0, 0];
  for (const row of sheet.rows()) {
    if (row.number < from || isBlank(row, columns) || layout.take(row)) continue;
    if (++rows > most)
      refuse('reportes/formato', `El libro trae más de ${most.toLocaleString('en-US')} comprobantes: divídalo.`);
    if (row.hidden) hidden += 1;
    if (row.hidden && filasOcultas === 'omitir') continue;
    hiddenColumns.see(row);
    const cells = new ReceiptCells(row, columns, sheet, fitted);
    if (sheet.isText) cells.refuseBeyond(columnIndex(columnas.at(-1)?.letra ?? 'A') + 1);
    const registro = readRow(cells, tipo);
    const { faults } = cells;
    if (faults.length === 0) datos.push(registro);
    else incidencias.push(...faults.slice(0, Math.max(0, mostFaults - incidencias.length)));
  }
  if (rows === 0) refuse('reportes/formato', `La hoja «${sheet.name}» no tiene comprobantes.`);
  return {
    hoja: sheet.name,
    datos,
    incidencias,
    columnas: [...columnas],
    filasOcultas: hidden,
    avisos: [...(sheet.avisos ?? []), ...avisos, ...layout.notices(), ...hiddenColumns.notices(), ...fitted.avisos()],
  };
}

/** The tool computes states and sums even in rows without a receipt: such rows count as blank. */
const isBlank = ({ cells, bad }: Row, columns: ReceiptColumns): boolean =>
  [...columns.values()].every(
    (at) => /^(0(\.0+)?)?$/.test(cells[at] ?? '') && bad.every(({ column }) => column !== at),
  );

/** The fault of a cell of a yes or no: no field of a receipt takes one. */
const yesNo = (text: string): string => `La celda dice ${text} (verdadero o falso) y debe ser un texto o un número`;

/** The cells of a receipt, by field, and their faults. */
class ReceiptCells {
  readonly faults: ReadReceipts['incidencias'] = [];
  readonly #row: Row;
  readonly #columns: ReceiptColumns;
  readonly #sheet: Sheet;
  readonly #fitted: FittedCells;
  readonly #unusable = new Set<number>();

  constructor(row: Row, columns: ReceiptColumns, sheet: Sheet, fitted: FittedCells) {
    this.#row = row;
    this.#columns = columns;
    this.#sheet = sheet;
    this.#fitted = fitted;
    const booleans = (row.booleans ?? []).map((column) => ({ column, mensaje: yesNo(row.cells[column] ?? '') }));
    for (const { column, mensaje } of [...row.bad, ...booleans])
      if ([...columns.values()].includes(column)) this.#put(column, mensaje);
  }

  /** Adds a fault of the cell of a field; of a cell that cannot be used at all, the first is enough. */
  fault(field: ReceiptField, mensaje: string): void {
    const column = this.#columns.get(field) ?? this.#columns.get('ncf') ?? 0;
    if (!this.#unusable.has(column)) this.faults.push({ celda: this.#cell(column), mensaje });
  }

  #put(column: number, mensaje: string): void {
    this.#unusable.add(column);
    this.faults.push({ celda: this.#cell(column), mensaje });
  }

  #cell(column: number): string {
    return `${columnLetters(column)}${this.#row.number}`;
  }

  /** Adds a fault if there are cells beyond the headers: one before them may have been cut at a mark of its own. */
  refuseBeyond(headers: number): void {
    const column = this.#row.cells.findIndex((cell, at) => at >= headers && cell !== undefined);
    if (column >= 0)
      this.#put(
        column,
        `La línea tiene más celdas que los ${headers} encabezados: si un monto lleva comas, va entre comillas («"1,180.00"»)`,
      );
  }

  has(field: ReceiptField): boolean {
    return this.#columns.has(field);
  }

  text(field: ReceiptField): string | undefined {
    const text = bareText(this.#row.cells[this.#columns.get(field) ?? -1] ?? '');
    return text === '' ? undefined : text;
  }

  /** The text of a field as it is read; undefined where the cell is empty, and where it has a fault. */
  read<Value extends string>(
    field: ReceiptField,
    reader: (written: string, workbook: DateCells) => Reading<Value>,
  ): Value | undefined {
    const text = this.#row.cells[this.#columns.get(field) ?? -1];
    const read = this.text(field) === undefined ? undefined : reader(text!, { date1904: this.#sheet.date1904 });
    if (read === undefined) return undefined;
    if ('value' in read) {
      this.#fitted.add(field, text!, read.value, read.aviso);
      return read.value;
    }
    this.fault(field, read.fault);
    return undefined;
  }

  amount(field: ReceiptField): Decimal | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const at = this.#columns.get(field) ?? -1;
    if (this.#row.percents?.includes(at)) {
      this.fault(field, `La celda es un porcentaje (${text} %) y debe ser un monto en pesos`);
      return undefined;
    }
    const currency = this.#row.currencies?.get(at);
    // Text is parsed together with the currency that the cell's format shows next to its number.
    const isNumber = currency === undefined && this.#row.numbers.includes(at) && parseDecimal(text) !== undefined;
    const read = readReceiptAmount(isNumber ? Number(text) : `${currency ?? ''} ${text}`.trim());
    if ('value' in read) return read.value;
    this.fault(field, read.fault);
    return undefined;
  }
}

function readRow(cells: ReceiptCells, tipo: '606' | '607'): reportes.RegistroCargado {
  const { total, taxes, montoServicios, montoBienes } = readAmounts(cells);
  const fecha = readDay(cells);
  const ncf = cells.read('ncf', readNCF);
  const modificado = cells.read('ncf_modificado', readNCF);
  const rnc = readParty(cells, tipo, fecha, total && sub(total, sumOf(Object.values(taxes))));
  const written = { montoServicios, montoBienes, ...taxes };
  const { itbis, ...optional } = Object.fromEntries(
    Object.entries(written).flatMap(([key, value]) => (value === undefined ? [] : [[key, formatDecimal(value, 2)]])),
  );
  if (cells.text('ncf') === undefined) cells.fault('ncf', 'Falta el NCF');
  const moneda = cells.text('moneda') ?? '';
  if (!isPeso(moneda)) cells.fault('moneda', `${quoted(moneda)} es otra moneda: los montos van en pesos, conviértalos`);
  return {
    rnc,
    razonSocial: cells.read('razonSocial', readText)?.slice(0, 250) ?? null,
    ncf: ncf ?? null,
    fecha,
    montoTotal: total === undefined ? null : formatDecimal(total, 2),
    itbis: itbis ?? '0.00',
    ...optional,
    ...optionalText('ncf_modificado', modificado),
    ...readAnswers(cells, tipo),
  };
}

/** The amounts of a receipt. A total that has no column is the sum of its parts. */
function readAmounts(cells: ReceiptCells) {
  const taxes = {
    itbis: cells.amount('itbis'),
    impuestoSelectivo: cells.amount('impuestoSelectivo'),
    otrosImpuestos: cells.amount('otrosImpuestos'),
    propinaLegal: cells.amount('propinaLegal'),
  };
  const [montoServicios, montoBienes] = [cells.amount('montoServicios'), cells.amount('montoBienes')];
  const parts = [montoServicios, montoBienes];
  const isSplit = parts.some((part) => part !== undefined);
  const subtotal = cells.amount('subtotal') ?? (isSplit ? sumOf(parts) : undefined);
  const total = cells.amount('montoTotal') ?? (subtotal && sumOf([subtotal, ...Object.values(taxes)]));
  if (total === undefined && cells.faults.length === 0)
    cells.fault(cells.has('montoTotal') ? 'montoTotal' : 'subtotal', 'Falta el monto');
  return { total, taxes, montoServicios, montoBienes };
}

/** The number of the other party; its absence is a fault where the report demands one. `base`: the amount without taxes. */
function readParty(
  cells: ReceiptCells,
  tipo: '606' | '607',
  fecha: string | null,
  base: Decimal | undefined,
): string | null {
  const rnc = cells.text('rnc') ?? '';
  const lost = lostDigits(rnc);
  if (lost !== undefined) cells.fault('rnc', lost);
  if (bareTaxId(rnc) !== '') return bareTaxId(rnc);
  const why = partyDemanded(tipo, {
    ncf: normalNCF(cells.text('ncf') ?? ''),
    ncf_modificado: normalNCF(cells.text('ncf_modificado') ?? ''),
    fecha_comprobante: parseISODate(fecha ?? ''),
    monto_facturado: base,
  });
  if (why !== undefined) cells.fault('rnc', why);
  return null;
}

const sumOf = (parts: readonly (Decimal | undefined)[]): Decimal =>
  parts.filter((part) => part !== undefined).reduce(add, zero);

const optionalText = (key: string, value: string | undefined) => (value === undefined ? {} : { [key]: value });

/** The day of a receipt, as yyyy-MM-dd. */
function readDay(cells: ReceiptCells): string | null {
  const day = dayAt(cells, 'fecha', 'mes', 'dia');
  if (day === undefined) cells.fault(cells.has('fecha') ? 'fecha' : 'mes', 'Falta la fecha');
  return day ?? null;
}
