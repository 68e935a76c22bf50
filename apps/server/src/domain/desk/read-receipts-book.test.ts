import { utils, type WorkSheet, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { readReceiptsBook } from './read-receipts-book.ts';

type Rows = readonly (readonly unknown[])[];

const most = { bytes: 1e6, descomprimido: 1e7, filas: 100 };
const read = (bytes: Buffer, name = 'a.xlsx', filasOcultas: 'leer' | 'omitir' = 'omitir') =>
  readReceiptsBook({ bytes, name, tipo: '606', rnc: '131246796', most, filasOcultas });

/** A workbook of these sheets. @param hidden names of those that nobody sees */
function bookOf(sheets: Readonly<Record<string, Rows | WorkSheet>>, hidden: readonly string[] = []): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(
      book,
      Array.isArray(rows) ? utils.aoa_to_sheet(rows as unknown[][]) : (rows as WorkSheet),
      name,
    );
  book.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })) };
  return write(book, { type: 'buffer', bookType: 'xlsx' });
}

const headers = ['RNC', 'NCF', 'Fecha', 'Total', 'ITBIS'];
const receipt = (ncf: string, fecha: unknown = '14/02/2026') => ['132111117', ncf, fecha, '118.00', '18.00'];
const ncfs = ({ datos }: ReturnType<typeof read>) => datos.map(({ ncf }) => ncf);

test('a hidden sheet is not read, and that is said', () => {
  const sheets = {
    Borrador: [headers, receipt('B0100000001')],
    Febrero: [headers, receipt('B0100000002')],
    Listas: [['x']],
  };
  const book = read(bookOf(sheets, ['Borrador', 'Listas']));
  expect([book.hoja, ncfs(book)]).toEqual(['Febrero', ['B0100000002']]);
  expect(book.avisos).toEqual([expect.stringMatching(/^La hoja «Borrador» está oculta y no se lee: si trae datos/)]);
});

test('receipts in a hidden sheet alone are refused with what to do', () => {
  const sheets = { Vista: [['x']], Oculta: [headers, receipt('B0100000001')] };
  expect(() => read(bookOf(sheets, ['Oculta']))).toThrow(/«RNC» y «NCF».*«Oculta» está oculta/);
});

test('another sheet of receipts is named', () => {
  const book = read(bookOf({ Enero: [headers, receipt('B0100000001')], Febrero: [headers, receipt('B0100000002')] }));
  expect(book.avisos).toEqual(['La hoja «Febrero» también trae comprobantes y no se lee: súbala en otro libro']);
});

test('hidden rows are counted, and read only when that is wanted', () => {
  const sheet = utils.aoa_to_sheet([headers, receipt('B0100000001'), receipt('B0100000002'), receipt('B0100000003')]);
  sheet['!rows'] = [{}, {}, { hidden: true }];
  const [without, whole] = [read(bookOf({ Hoja: sheet })), read(bookOf({ Hoja: sheet }), 'a.xlsx', 'leer')];
  expect([without.filasOcultas, ncfs(without)]).toEqual([1, ['B0100000001', 'B0100000003']]);
  expect([whole.filasOcultas, ncfs(whole)]).toEqual([1, ['B0100000001', 'B0100000002', 'B0100000003']]);
});

test('the headers are the row whose columns are known best, and each column is said to be read or not', () => {
  const book = read(
    bookOf({
      Hoja: [
        ['RNC 132000005', 'NCF de febrero'],
        ['Cédula/RNC', 'No. Comprobante Fiscal', 'Fecha\nFactura', 'Monto\nTotal', 'ITBIS RD$', 'Vendedor'],
        [...receipt('B0100000001'), 'Ana'],
      ],
    }),
  );
  expect(ncfs(book)).toEqual(['B0100000001']);
  expect(book.columnas).toEqual([
    { letra: 'A', encabezado: 'Cédula/RNC', dato: 'RNC o cédula' },
    { letra: 'B', encabezado: 'No. Comprobante Fiscal', dato: 'NCF' },
    { letra: 'C', encabezado: 'Fecha Factura', dato: 'Fecha' },
    { letra: 'D', encabezado: 'Monto Total', dato: 'Monto total' },
    { letra: 'E', encabezado: 'ITBIS RD$', dato: 'ITBIS' },
    { letra: 'F', encabezado: 'Vendedor', dato: null },
  ]);
});

test('headers without an amount are refused at the headers, with the columns that nobody knows', () => {
  const rows = [['RNC', 'NCF', 'Fecha', 'Total US$'], receipt('B0100000001')];
  expect(() => read(bookOf({ Hoja: rows }))).toThrow(
    'La hoja «Hoja» no tiene una columna «Monto total» ni «Subtotal». No se conocen: D «Total US$».',
  );
});

test('dates are fitted to their field, and that is said', () => {
  const days = [
    '15/10/2026',
    46310,
    { t: 'n', v: 46310.999, z: 'dd/mm/yyyy hh:mm' },
    '15-oct-26',
    '2026-10-15T00:00:00',
  ];
  const book = read(bookOf({ Hoja: [headers, ...days.map((day, at) => receipt(`B010000000${at}`, day))] }));
  expect(book.incidencias).toEqual([]);
  expect(book.datos.map(({ fecha }) => fecha)).toEqual(days.map(() => '2026-10-15'));
  expect(book.avisos).toEqual(['Fecha, columna C: 4 celdas se ajustaron, como «46310» a 15-10-2026']);
});

test('the days of a workbook that counts from 1904 are those that it shows', () => {
  const sheet = utils.aoa_to_sheet([headers, receipt('B0100000001', 44848)]);
  const book = utils.book_new(sheet, 'Hoja');
  book.Workbook = { WBProps: { date1904: true } };
  const { datos } = read(write(book, { type: 'buffer', bookType: 'xlsx' }));
  expect(datos.map(({ fecha }) => fecha)).toEqual(['2026-10-15']);
});

test('a character that nobody sees is named in a fault, and told of a name', () => {
  const rows = [
    [...headers, 'Nombre'],
    [...receipt('B01\u200b'), 'Inventada'],
    [...receipt('B0100000002\u00a0'), 'In\u200bventada'],
  ];
  const book = read(bookOf({ Hoja: rows }));
  expect(book.incidencias).toEqual([
    { celda: 'B2', mensaje: expect.stringMatching(/^«B01», con espacio de ancho cero \(U\+200B\), no es un NCF/) },
  ]);
  expect([ncfs(book), book.datos[0]?.razonSocial]).toEqual([['B0100000002'], 'Inventada']);
  expect(book.avisos).toEqual(['«Inventada» tiene espacio de ancho cero (U+200B)']);
});

test('the «Texto Unicode» of Excel is read', () => {
  const text = [headers, receipt('B0100000001')].map((cells) => cells.join('\t')).join('\r\n');
  expect(ncfs(read(Buffer.from(`\ufeff${text}`, 'utf16le'), 'compras.txt'))).toEqual(['B0100000001']);
});

/** The fault of the only receipt of a book, whose cells are the usual ones but for these. */
function faultsOf(cells: Readonly<Record<string, object>>) {
  const sheet = utils.aoa_to_sheet([['RNC', 'Nombre', 'NCF', 'Fecha', 'Total', 'ITBIS'], []]);
  const usual = ['132111117', 'Suplidora Inventada', 'B0100000001', '14/02/2026', '118.00', '18.00'];
  usual.forEach((text, at) => {
    const place = `${'ABCDEF'[at]}2`;
    sheet[place] = cells[place] ?? { t: 's', v: text };
  });
  sheet['!ref'] = 'A1:F2';
  return read(bookOf({ Hoja: sheet })).incidencias;
}

test.each<[cell: string, content: object, fault: string]>([
  ['F2', { t: 'n', v: 0.18, z: '0%' }, 'La celda es un porcentaje (18 %) y debe ser un monto en pesos'],
  ['E2', { t: 'n', v: 11.8, z: '0.00%' }, 'La celda es un porcentaje (1180.00 %) y debe ser un monto en pesos'],
  ['B2', { t: 'b', v: true }, 'La celda dice VERDADERO (verdadero o falso) y debe ser un texto o un número'],
  ['A2', { t: 'b', v: false }, 'La celda dice FALSO (verdadero o falso) y debe ser un texto o un número'],
  ['E2', { t: 'e', v: 42 }, 'La celda tiene un error de Excel (#N/A)'],
  ['B2', { t: 's', v: '#N/D' }, '«#N/D» es un error de la hoja de cálculo: corrija la celda'],
])('the cell %s %j is refused once, for what it is', (celda, content, mensaje) =>
  expect(faultsOf({ [celda]: content })).toEqual([{ celda, mensaje }]),
);

test('a receipt whose column of currency is not in pesos is refused', () => {
  const withCurrency = (moneda: string) =>
    read(
      bookOf({
        Hoja: [
          [...headers, 'Moneda'],
          [...receipt('B0100000001'), moneda],
        ],
      }),
    );
  for (const pesos of ['', 'RD$', 'dop', 'Peso Dominicano']) expect(ncfs(withCurrency(pesos))).toEqual(['B0100000001']);
  const { incidencias, columnas } = withCurrency('USD');
  expect(incidencias).toEqual([
    { celda: 'F2', mensaje: '«USD» es otra moneda: los montos van en pesos, conviértalos' },
  ]);
  expect(columnas.at(-1)).toMatchObject({ encabezado: 'Moneda', dato: 'Moneda' });
});

test('two columns with the header of one field are refused, since nobody can tell which is meant', () => {
  const twice = [
    [...headers, 'TOTAL'],
    [...receipt('B0100000001'), '200.00'],
  ];
  expect(() => read(bookOf({ Hoja: twice }))).toThrow('tiene dos columnas «Total», D y F: deje una');
  const others = [
    [...headers, 'Nota', 'Nota'],
    [...receipt('B0100000001'), 'x', 'y'],
  ];
  expect(ncfs(read(bookOf({ Hoja: others })))).toEqual(['B0100000001']);
});

test('hidden columns that were read are told', () => {
  const sheet = utils.aoa_to_sheet([headers, receipt('B0100000001')]);
  sheet['!cols'] = [{}, {}, {}, {}, { hidden: true }];
  expect(read(bookOf({ Hoja: sheet })).avisos).toEqual([
    'La hoja «Hoja» tiene columnas ocultas que se leyeron: E «ITBIS». Si no van, bórrelas y suba el libro de nuevo',
  ]);
});

test('a receipt whose cells begin with the words of the headers is no header', () => {
  const first = ['RNC 132-11111-7', 'NCF B0100000001', 'Fecha 14/02/2026', 'Total 118.00'];
  expect(() => read(Buffer.from(`${first.join(';')}\r\n`), 'a.csv')).toThrow(
    /Ninguna hoja tiene una fila de encabezados/,
  );
});

test('the names of a CSV of MS-DOS are read, and the table is told', () => {
  const csv = [...headers, 'Nombre']
    .join(';')
    .concat('\r\n', [...receipt('B0100000001'), 'PE\xa5A & JOS\x90'].join(';'));
  const book = read(Buffer.from(csv, 'latin1'), 'a.csv');
  expect(book.datos).toEqual([expect.objectContaining({ razonSocial: 'PEÑA & JOSÉ' })]);
  expect(book.avisos).toEqual([expect.stringMatching(/tabla de MS-DOS \(CP850\).*«PEÑA»/)]);
  expect(() => read(Buffer.from(csv.replace('PE\xa5A & JOS\x90', 'JOS\xe9'), 'latin1'), 'a.csv')).toThrow(
    /«JOSé» en Windows es «JOSÚ»/,
  );
});

/** The fields of a line of the 606 in a TXT, by their numbers. */
const usualFields: Readonly<Record<number, string>> = {
  1: '132111117',
  2: '1',
  3: '09',
  4: 'B0100000001',
  6: '20261015',
  7: '20261020',
  9: '1000.00',
  10: '1000.00',
  11: '180.00',
  15: '180.00',
  23: '1',
};
const lineOf = (fields: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 23 }, (_, at) => fields[at + 1] ?? usualFields[at + 1] ?? '').join('|');
const txt = (lines: string, lineEnd = '\r\n') =>
  read(Buffer.from(`606|131246796|202610|1${lineEnd}${lines}${lineEnd}`), 'a.txt');

test('a TXT in its own form is read without a word about its dates', () => {
  expect(txt(lineOf())).toMatchObject({
    incidencias: [],
    avisos: [],
    datos: [{ fecha: '2026-10-15', fechaPago: '2026-10-20' }],
  });
});

test.each([
  ['the mark of the end of a file of DOS', `606|131246796|202610|1\r\n${lineOf()}\r\n\u001a`],
  ['that mark after the last field', `606|131246796|202610|1\r\n${lineOf()}\u001a\0\0`],
  ['blank lines above', `\r\n\r\n606|131246796|202610|1\r\n${lineOf()}`],
  ['a mark at the end of each line', `606|131246796|202610|1|\r\n${lineOf()}|\r\n`],
])('a TXT with %s is read whole', (_, text) => {
  const { datos, incidencias, avisos } = read(Buffer.from(text), 'a.txt');
  expect([datos.length, incidencias, avisos]).toEqual([1, [], []]);
});

test('zeros in place of a blank code or day are blank', () => {
  const { datos, incidencias } = txt(lineOf({ 7: '00000000', 17: '00' }));
  expect(incidencias).toEqual([]);
  expect(datos[0]).not.toHaveProperty('fechaPago');
});

test('an RNC with two zeros before it is that RNC where its type says so, and other numbers are refused', () => {
  const book = txt(lineOf({ 1: '00132111117' }));
  expect(book.datos[0]?.rnc).toBe('132111117');
  expect(book.avisos).toEqual(['1 línea tiene dos ceros delante del RNC (Tipo Id 1): se quitaron']);
  const fault = (fields: Readonly<Record<number, string>>) => txt(lineOf(fields)).incidencias;
  expect(fault({ 1: '40212345678' })).toEqual([
    { celda: 'A2', mensaje: 'Tipo Id 1 es de un RNC, de 9 dígitos, y «40212345678» tiene 11' },
  ]);
  expect(fault({ 2: '2' })).toEqual([
    { celda: 'A2', mensaje: 'Tipo Id 2 es de una cédula, de 11 dígitos, y «132111117» tiene 9' },
  ]);
});

test('totals and the headers of further pages are no receipts, and are told', () => {
  const rows = [
    headers,
    receipt('B0100000001'),
    ['Subtotal', '', '', '118.00', '18.00'],
    ['rnc', 'NCF', 'Fecha', 'Total ', 'ITBIS'],
    receipt('B0100000002'),
    ['', '', 'TOTAL GENERAL', '236.00', '36.00'],
    ['Totalmente Nueva SRL', 'B01', '', '1.00', ''],
    ['132111117', '', '', '1.00', 'Total'],
  ];
  const book = read(bookOf({ Hoja: rows }));
  expect(ncfs(book)).toEqual(['B0100000001', 'B0100000002']);
  expect(book.avisos).toEqual(['Las filas 3, 4, 6 son totales o repiten los encabezados, y no se leyeron']);
  expect(new Set(book.incidencias.map(({ celda }) => celda.slice(1)))).toEqual(new Set(['7', '8']));
});

test('a line of a CSV with more cells than headers is refused: an amount may have been cut at its comma', () => {
  const csv = (line: string) => read(Buffer.from(`RNC,NCF,Fecha,Total,ITBIS\n${line}\n`), 'a.csv');
  expect(csv('132111117,B0100000001,15/10/2026,1,180.00,180.00')).toMatchObject({
    datos: [],
    incidencias: [{ celda: 'F2', mensaje: expect.stringContaining('más celdas que los 5 encabezados') }],
  });
  expect(csv('132111117,B0100000001,15/10/2026,1180.00,180.00,,').datos).toHaveLength(1);
});

test('an RNC that a sheet abbreviated is refused in its cell', () => {
  const csv = `${headers.join(';')}\n1.32111E+08;B0100000001;15/10/2026;118.00;18.00`;
  expect(read(Buffer.from(csv), 'a.csv').incidencias).toEqual([
    { celda: 'A2', mensaje: expect.stringMatching(/^«1.32111E\+08» es un número abreviado/) },
  ]);
});
