import { answerKeys, type CodeTable, formatOf, readCode, recordKeyOf } from '@timbre/reports';
import { type DateCells, type Decimal, formatDecimal, formatISODate, type Reading, readDate } from '@timbre/values';
import type { ReceiptField } from './receipt-headers.ts';

/** The cells of a receipt, by field. */
interface Cells {
  readonly text: (field: ReceiptField) => string | undefined;
  readonly read: <Value extends string>(
    field: ReceiptField,
    reader: (written: string, cells: DateCells) => Reading<Value>,
  ) => Value | undefined;
  readonly amount: (field: ReceiptField) => Decimal | undefined;
  readonly has: (field: ReceiptField) => boolean;
  /** Reports a fault of the cell of a field. */
  readonly fault: (field: ReceiptField, mensaje: string) => void;
}

/** The cells of what a person would answer, by their names in the record. */
export function readAnswers(cells: Cells, tipo: '606' | '607'): Readonly<Record<string, string>> {
  const answers: Record<string, string> = {};
  const put = (key: string, value: string | null | undefined) => {
    if (value !== undefined && value !== null) answers[key] = value;
  };
  for (const { key, kind, codes = {} } of formatOf(tipo).fields) {
    const name = recordKeyOf(key) as ReceiptField;
    if (key === 'monto_servicios' || !(answerKeys[tipo] as readonly string[]).includes(key)) continue;
    if (kind === 'amount') put(name, amountText(cells, name));
    else if (kind === 'code') put(name, codeAt(cells, name, codes));
    else put(name, key === 'fecha_pago' ? dayAt(cells, 'fechaPago', 'mesPago', 'diaPago') : dayAt(cells, name));
  }
  put('itbisAdelantar', amountText(cells, 'itbisAdelantar'));
  return answers;
}

function amountText(cells: Cells, field: ReceiptField): string | undefined {
  const amount = cells.amount(field);
  return amount && formatDecimal(amount, 2);
}

function codeAt(cells: Cells, field: ReceiptField, codes: CodeTable): string | undefined {
  const text = cells.text(field) ?? '';
  if (text === '') return undefined;
  const code = readCode(codes, text);
  if (code === undefined)
    cells.fault(field, `«${text.slice(0, 40)}» no es uno de los códigos ${Object.keys(codes).sort().join(', ')}`);
  return code;
}

/** A day from one cell, or from the tool's two, as yyyy-MM-dd; undefined where they are blank, null where they are no day. */
export function dayAt(
  cells: Cells,
  inOne: ReceiptField,
  inMonth: ReceiptField = inOne,
  inDay: ReceiptField = inOne,
): string | null | undefined {
  const [month, day] = [cells.text(inMonth), cells.text(inDay)];
  const parts = cells.text(inOne) === undefined && month && day ? `${month}${day.padStart(2, '0')}` : undefined;
  if (parts === undefined && cells.text(inOne) === undefined) return undefined;
  const fecha =
    parts === undefined ? cells.read(inOne, readDate) : cells.read(inMonth, (_, workbook) => readDate(parts, workbook));
  return fecha === undefined ? null : formatISODate(fecha);
}
