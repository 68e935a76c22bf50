import type { reportes } from '@timbre/contract';
import {
  addPurchase,
  addSale,
  derivePurchase,
  deriveSale,
  type FormatCode,
  fillIT1,
  formatOf,
  noFacts,
  resumenGerencial,
} from '@timbre/reports';
import { companyYear } from '@timbre/reports/testing';
import type { ToolRow } from '@timbre/workbook';
import {
  columnIndex,
  fillTool,
  type Orden,
  prepareTool,
  type ToolColumn,
  toolSheet,
  writeToolWorkbook,
  writeXls,
  writeXlsxSheets,
} from '@timbre/workbook';
import { openInOffice } from '@timbre/workbook/testing/office';
import { bytesOf, fullRow, pagesOf } from '@timbre/workbook/testing/tool-rows';
import { listOf, toolOf } from '@timbre/workbook/testing/tools';
import { beforeAll, expect, test } from 'vitest';
import { columnsOf } from '../../apps/server/src/features/procesar/columns.ts';
import { writeIT1Workbook } from '../../apps/server/src/features/reportes/it1/book.ts';
import { resumenView } from '../../apps/server/src/features/reportes/it1/view.ts';
import { findOffice } from '../../scripts/test-tools.mjs';

const count = 33;
const head = { rnc: '132000005', periodo: '202608', cantidad: count };
const at = Date.UTC(2026, 8, 3, 15);

/** Workbooks that we write from nothing: file, format, and order of the columns. */
const written: readonly { readonly file: string; readonly codigo: FormatCode; readonly orden?: Orden }[] = [
  { file: 'a606.xlsx', codigo: '606' },
  { file: 'a607.xlsx', codigo: '607' },
  { file: 'a608.xlsx', codigo: '608' },
  { file: 'a609.xlsx', codigo: '609' },
  { file: 'clasico606.xlsx', codigo: '606', orden: 'clasico' },
  { file: 'clasico607.xlsx', codigo: '607', orden: 'clasico' },
];
const filled = [
  { file: 'tool606.xlsm', codigo: '606' },
  { file: 'tool607.xlsm', codigo: '607' },
] as const;

/** IT-1 of some purchases and sales of an invented company. */
function invented(): reportes.ResumenIT1 {
  const { declarant, purchases, sales } = companyYear(1, 40);
  const facts = noFacts();
  for (const { receipt, answers } of purchases)
    for (const { row, momento } of derivePurchase(receipt, declarant, answers)) addPurchase(facts, { row, momento });
  for (const { receipt, answers } of sales) {
    const sale = deriveSale(receipt, declarant, answers);
    if (sale !== undefined) addSale(facts, { row: sale.row, facts: sale.facts });
  }
  return resumenView(resumenGerencial(facts, 2026), fillIT1(facts, {}), []);
}
const it1 = invented();
/** The downloads of Procesar Reportes: a sheet for each report. */
const downloads = [
  { file: 'processed97.xls', write: writeXls },
  { file: 'processed.xlsx', write: (sheets: ReturnType<typeof processed>) => writeXlsxSheets(sheets, at) },
] as const;
const reports = ['606', '607'] as const;

const processed = () =>
  reports.map((codigo) => ({
    name: codigo,
    columns: columnsOf(codigo),
    pages: (async function* () {
      for await (const rows of pagesOf(codigo, count)) yield rows as never;
    })(),
  }));

let opened: Awaited<ReturnType<typeof openInOffice>>;

beforeAll(async () => {
  const books: Record<string, Buffer> = {};
  for (const { file, codigo, orden } of written)
    books[file] = await bytesOf(writeToolWorkbook(codigo, head, pagesOf(codigo, count), at, orden));
  for (const { file, codigo } of filled) {
    const tool = toolOf(codigo);
    const prepared = prepareTool({ bytes: tool, tipo: codigo, head });
    books[file] = await bytesOf(fillTool(tool, codigo, prepared, pagesOf(codigo, count), at));
  }
  books['it1.xlsx'] = await bytesOf(writeIT1Workbook(it1, at));
  for (const { file, write } of downloads) books[file] = await bytesOf(write(processed()));
  const office = findOffice();
  if (office === undefined) throw new Error('The tests need soffice (scripts/test-tools.mjs)');
  opened = await openInOffice(office, books);
});

/** Text that a cell must show for its row and for the column of the format. */
function shown({ cell, field }: ToolColumn, { fila }: ToolRow, list: (code: string) => string): string {
  const value = field.enabled === false ? undefined : fila[field.key];
  if (value === undefined) return '';
  const [year, month, day] = value.split('-');
  if (cell === 'dia') return `${year}${month}${day}`;
  if (cell === 'mes') return `${year}${month}`;
  if (cell === 'dia del mes') return String(Number(day));
  if (cell === 'numero') return String(Number(value));
  return cell === 'lista' ? list(value) : value;
}

const ownText: Readonly<Record<string, (code: string, says: string) => string>> = {
  tipo_bienes_servicios: (code, says) => `${code} -${says}`,
  tipo_ingreso: (code, says) => `0${code} - ${says}`,
};

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase();

function compare(file: string, codigo: FormatCode, orden: Orden | undefined, isTool: boolean): void {
  const { name, columns } = toolSheet(codigo, orden);
  const rows = opened.get(file)!.get(name)!;
  expect([3, 4, 5].map((row) => rows[row]?.[2])).toEqual([head.rnc, head.periodo, String(count)]);
  for (let n = 1; n <= count; n++) {
    const row = rows[10 + n]!;
    const seen = columns.map(({ letter }) => row[columnIndex(letter)] ?? '');
    const expected = columns.map((column) =>
      shown(column, fullRow(codigo, n), (code) => {
        const codes: Readonly<Record<string, string>> = formatOf(codigo).fields.find(
          ({ key }) => key === column.field.key,
        )!.codes!;
        if (isTool) return listOf(codes)[Object.keys(codes).indexOf(code)]!.trim();
        const says = plain(codes[code]!);
        return (ownText[column.field.key] ?? ((each: string, text: string) => `${each} - ${text}`))(code, says);
      }),
    );
    expect(seen.map(numberText), `${file}, fila ${n}`).toEqual(expected);
    expect(row[0]).toBe(String(n));
  }
}

/** An amount without trailing zeros and grouping separators. */
const numberText = (text: string) => (/^-?[\d,]+\.\d+$/.test(text) ? String(Number(text.replaceAll(',', ''))) : text);

test.each(written)('LibreOffice reads every cell of $file', { tags: ['SR3-10'] }, ({ file, codigo, orden }) => {
  compare(file, codigo, orden, false);
});

test.each(filled)('LibreOffice reads every cell of the filled $file, and computes its states', ({ file, codigo }) => {
  compare(file, codigo, undefined, true);
  const { name, status } = toolSheet(codigo);
  const rows = opened.get(file)!.get(name)!;
  // The tool in the tests has formulas for thirty rows.
  expect(rows.slice(11, 41).map((row) => row[columnIndex(status)])).toEqual(
    Array.from({ length: 30 }, (_, i) => `Fila ${i + 12}`),
  );
});

test('LibreOffice reads every box of the IT-1 and of its annex', () => {
  const [, ...rows] = opened.get('it1.xlsx')!.get('IT-1')!;
  const expected = [
    ...it1.formulario.map((casilla) => ({ formulario: 'IT-1', casilla })),
    ...it1.anexoA.map((casilla) => ({ formulario: 'Anexo A', casilla })),
  ].map(({ formulario, casilla: { id, nombre, valor, marca, filas, formula } }) => [
    formulario,
    id,
    nombre,
    String(Number(valor)),
    marca,
    String(filas),
    formula ?? '',
  ]);
  expect(rows.map((row) => row.map((text, i) => (i === 3 ? String(Number(text)) : text)))).toEqual(expected);
  expect(it1.formulario.filter(({ valor }) => Number(valor) !== 0).length).toBeGreaterThan(10);
});

test.each(downloads)('LibreOffice reads every cell of $file', { tags: ['SR3-10'] }, ({ file }) => {
  for (const codigo of reports) {
    const [heading, ...rows] = opened.get(file)!.get(codigo)!;
    const columns = columnsOf(codigo);
    expect(heading).toEqual(columns.map(({ header }) => header));
    expect(rows).toHaveLength(count);
    for (const [at, row] of rows.entries()) {
      const { fila } = fullRow(codigo, at + 1);
      const expected = columns.map(({ kind, of }) => {
        const value = of({ fila } as never) ?? '';
        if (kind === 'fecha') return value.replace(/^(\d{4})-(..)-(..)$/, '$2/$3/$1'); // as LibreOffice shows it
        return kind === 'monto' && value !== '' ? String(Number(value)) : value;
      });
      expect(
        columns.map((_, n) => numberText(row[n] ?? '')),
        `${file}, fila ${at + 2}`,
      ).toEqual(expected);
    }
  }
});
