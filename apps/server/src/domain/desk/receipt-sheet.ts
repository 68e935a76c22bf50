import { refuse } from '@timbre/refusal';
import {
  columnIndex,
  columnLetters,
  findHeaderRow,
  firstRow,
  HiddenColumns,
  headerRow,
  type Row,
  type Sheet,
  toolSheet,
} from '@timbre/workbook';
import {
  columnsByHeader,
  columnsOfTool,
  nameOfField,
  type OwnHeaders,
  type ReceiptColumns,
  type ReceiptField,
  repeatedHeaders,
} from './receipt-headers.ts';
import { hiddenSheet, seenSheets } from './seen-sheets.ts';

/** The sheet of receipts of a workbook. */
interface ReceiptSheet {
  readonly sheet: Sheet;
  readonly columns: ReceiptColumns;
  /** Number of its first row of receipts. */
  readonly from: number;
  readonly columnas: readonly { readonly letra: string; readonly encabezado: string; readonly dato: string | null }[];
  /** Sheets that are not read, in Spanish. */
  readonly avisos: readonly string[];
  /** Its hidden columns, to be told when its rows were read. */
  readonly hiddenColumns: HiddenColumns;
}

/**
 * A row of headers must have one of these columns besides the number. Sales to consumers may have none for the buyer.
 */
const identifying = { '606': ['rnc'], '607': ['rnc', 'fecha'] } as const;
const headersOf = { '606': '«RNC» y «NCF»', '607': '«RNC» y «NCF», o con «NCF» y «Fecha»' } as const;
/** Of each list a row of headers must have one. */
const demanded: readonly (readonly [fields: readonly ReceiptField[], name: string])[] = [
  [['fecha', 'mes'], '«Fecha»'],
  [['montoTotal', 'subtotal', 'montoServicios', 'montoBienes'], '«Monto total» ni «Subtotal»'],
];

/**
 * Finds the receipts of a workbook: the sheet of the official tool, otherwise the first one with headers. Sheets that
 * are hidden are not read.
 *
 * @param own the company's own mapping of headers
 * @throws Problem `reportes/formato` if no sheet has the headers, or they lack the date or the amount
 */
export function receiptSheetOf(all: readonly Sheet[], tipo: '606' | '607', own?: OwnHeaders): ReceiptSheet {
  const { sheets, hidden } = seenSheets(all);
  const isTool = (sheet: Sheet) => sheet.name.trim() === toolSheet(tipo).name;
  const unseen = all.filter((sheet) => hidden.includes(sheet.name) && (isTool(sheet) || headersIn(sheet, tipo, own)));
  const avisos = unseen.map(({ name }) => hiddenSheet(name));
  const tool = sheets.find(isTool);
  if (tool !== undefined) {
    const headers = headersOfTool(tool);
    return viewOf(tool, columnsOfTool(tipo, headers, columnIndex), firstRow, headers, avisos);
  }
  const found = sheets.flatMap((sheet) => {
    const headers = headersIn(sheet, tipo, own);
    return headers === undefined ? [] : [{ sheet, headers }];
  });
  const [first, ...others] = found;
  if (first === undefined)
    return refuse(
      'reportes/formato',
      [`Ninguna hoja tiene una fila de encabezados con ${headersOf[tipo]}.`, ...avisos].join(' '),
    );
  const { number, cells } = first.headers;
  const view = viewOf(first.sheet, columnsByHeader(cells, tipo, own), number + 1, cells, [
    ...avisos,
    ...others.map(({ sheet }) => `La hoja «${sheet.name}» también trae comprobantes y no se lee: súbala en otro libro`),
  ]);
  demandColumns(view);
  demandOneEach(view, cells);
  return view;
}

/** Throws Problem `reportes/formato` if two columns have the header of one field. */
function demandOneEach({ sheet, columns }: ReceiptSheet, headers: Row['cells']): void {
  const [twice] = repeatedHeaders(headers, columns);
  if (twice === undefined) return;
  const [one, other] = twice.map(columnLetters);
  const name = headers[twice[0]]?.replace(/\s+/g, ' ').trim().slice(0, 80);
  refuse(
    'reportes/formato',
    `La hoja «${sheet.name}» tiene dos columnas «${name}», ${one} y ${other}: deje una, o cambie el encabezado de la otra.`,
  );
}

function demandColumns({ sheet, columns, columnas }: ReceiptSheet): void {
  const lacking = demanded.find(([fields]) => fields.every((field) => !columns.has(field)));
  if (lacking === undefined) return;
  const unread = columnas
    .filter(({ dato }) => dato === null)
    .map(({ letra, encabezado }) => `${letra} «${encabezado}»`);
  refuse(
    'reportes/formato',
    `La hoja «${sheet.name}» no tiene una columna ${lacking[1]}.${unread.length === 0 ? '' : ` No se conocen: ${unread.join(', ')}.`}`,
  );
}

/** The row of headers of a sheet: of those that may be it, the one whose columns are known best. */
function headersIn(sheet: Sheet, tipo: '606' | '607', own?: OwnHeaders): Row | undefined {
  const found = findHeaderRow(sheet, (texts) => {
    const columns = columnsByHeader(texts, tipo, own);
    return columns.has('ncf') && identifying[tipo].some((field) => columns.has(field)) ? columns.size : 0;
  });
  return found === undefined || found.known === 0 ? undefined : found.row;
}

/** The cells of the row of headers of the tool's sheet. */
function headersOfTool(tool: Sheet): Row['cells'] {
  for (const row of tool.rows()) if (row.number >= headerRow) return row.number === headerRow ? row.cells : [];
  return [];
}

function viewOf(
  sheet: Sheet,
  columns: ReceiptColumns,
  from: number,
  headers: readonly (string | undefined)[],
  avisos: readonly string[],
): ReceiptSheet {
  const fieldAt = new Map([...columns].map(([field, at]) => [at, field]));
  const columnas = headers.flatMap((header, at) => {
    const field = fieldAt.get(at);
    const encabezado = (header ?? '').replace(/\s+/g, ' ').trim().slice(0, 120);
    if (encabezado === '' && field === undefined) return [];
    return [{ letra: columnLetters(at), encabezado, dato: field === undefined ? null : nameOfField(field) }];
  });
  return { sheet, columns, from, columnas, avisos, hiddenColumns: new HiddenColumns(sheet, headers, fieldAt.keys()) };
}
