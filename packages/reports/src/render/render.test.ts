import { decimal, type Periodo } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { officialFiles, officialSample } from '../../testing/official.ts';
import { goods606, row606, row607, row608, row609 } from '../../testing/sound-rows.ts';
import type { Row607 } from '../layout/607.ts';
import type { FormatCode } from '../layout/formats.ts';
import { clasicoFileName, writeClasico606, writeClasico607 } from './clasico.ts';
import { consumerSummary, destinationOf, detailOf607 } from './consumer-summary.ts';
import { writeCsv } from './csv.ts';
import { differences } from './differences.ts';
import { fileRowOf } from './file-row.ts';
import { parseTxt } from './parse-txt.ts';
import { rowToTexts } from './texts.ts';
import { herramienta, oficial, txtFileName, writeTxt } from './txt.ts';

const header = (cantidad: number) => ({ rnc: '132000005', periodo: '202608' as Periodo, cantidad });
const text = (pieces: Iterable<string>) => [...pieces].join('');

const golden606 = [
  '606|132000005|202608|2',
  '90000000019|2|02|B0100000123||20260814|20260820|1000.00||1000.00|180.00|180.00|||180.00||02|150.00|||||02',
  '132111117|1|09|E310000000007||20260801|||500.50|500.50|90.09||||90.09||||||||04',
].join('\r\n');
const golden607 = [
  '607|132000005|202608|1',
  '132111117|1|B0100000050||1|20260802||500.00|90.00|||||||50.00|||600.00|40.00|||',
].join('\r\n');
const golden608 = '608|132000005|202608|1\r\nB0100000051|20260803|04';
const golden609 =
  '609|132000005|202608|1\r\n' +
  'Invented Software LLC|2|US-998877|840|8|84|0|INV-2026-08|20260805|59000.00|20260805||8850.00';

test('the official file of each format has CRLF between lines and none after the last', { tags: ['SR9-4'] }, () => {
  expect(text(writeTxt('606', header(2), [row606, goods606]))).toBe(golden606);
  expect(text(writeTxt('607', header(1), [row607]))).toBe(golden607);
  expect(text(writeTxt('608', header(1), [row608]))).toBe(golden608);
  expect(text(writeTxt('609', header(1), [row609]))).toBe(golden609);
  expect(text(writeTxt('606', header(0), []))).toBe('606|132000005|202608|0');
});

test('the style of the tool drops zeros of decimals, and the kind of income may have two digits', () => {
  const rows = [{ ...row607, monto_facturado: decimal('0'), itbis_facturado: decimal('90.50') }];
  const line = '132111117|1|B0100000050||1|20260802||0|90.5|||||||50|||600|40|||';
  expect(text(writeTxt('607', header(1), rows, herramienta)).split('\r\n')[1]).toBe(line);
  const two = text(writeTxt('607', header(1), rows, { ...oficial, tipoIngresoDigits: 2 }));
  expect(two.split('|')[7]).toBe('01');
});

test('fields that are not enabled stay blank, and optional zeros too', () => {
  const rows = [
    { ...goods606, itbis_percibido: decimal('5.00'), isr_percibido: decimal('5.00'), isc: decimal('0.00') },
  ];
  expect(text(writeTxt('606', header(1), rows)).split('\r\n')[1]).toBe(golden606.split('\r\n')[2]);
});

test('names are written in ASCII, without pipes or line ends', { tags: ['SR9-6'] }, () => {
  const rows = [{ ...row609, nombre: 'Peña | Año\r\nNuevo «S.A.» 東京' }];
  expect(
    text(writeTxt('609', header(1), rows))
      .split('\r\n')[1]!
      .split('|')[0],
  ).toBe('Pena  AnoNuevo S.A. ');
});

test('a header with another number of lines is refused', () => {
  expect(() => text(writeTxt('606', header(3), [row606]))).toThrow(RangeError);
});

test('the variants of the specification are written', { tags: ['SR9-5'] }, () => {
  const [, person, company] = text(writeClasico606(header(2), [row606, goods606])).split('\r\n');
  expect(person).toBe(
    '90000000019|1|02|B0100000123||20260814|20260820|1000.00||1000.00|180.00|180.00|||180.00||02|150.00|||||02|4',
  );
  expect(company!.split('|').length).toBe(24);
  expect(text(writeClasico607(header(1), [{ ...row607, monto_facturado: decimal('500.50') }])).split('\r\n')[1]).toBe(
    '132111117|1|B0100000050||1|20260802||501|90|||||||50|||600|40|||',
  );
  expect(clasicoFileName('606', '132000005', '202608' as Periodo)).toBe('606_132000005_202608.txt');
  expect(txtFileName('606', '132000005', '202608' as Periodo)).toBe('DGII_F_606_132000005_202608.TXT');
});

test('a spreadsheet treats no text of the CSV as a formula', () => {
  const [head, line] = text(
    writeCsv('609', [{ fila: rowToTexts('609', { ...row609, nombre: '=HYPERLINK("x"),1' }), estado: '' }]),
  ).split('\r\n');
  expect(head).toMatch(/^\uFEFFNombre \/ Razón Social,Tipo ID Tributaria,/);
  expect(line).toBe(
    `"'=HYPERLINK(""x""),1",2,US-998877,840,8,84,0,INV-2026-08,05/08/2026,59000.00,05/08/2026,,8850.00,`,
  );
});

describe('a row in a file', () => {
  const fila: Readonly<Record<string, string>> = { ...rowToTexts('606', row606), itbis_costo: '0.00' };

  test('a row with every answer has all its fields and no remark', () => {
    expect(fileRowOf('606', { fila, pendientes: [] })).toEqual({ fila, estado: '' });
  });

  test('a field that nobody confirmed is blank, as is what follows from it, and the remark names it', () => {
    const row = fileRowOf('606', { fila, pendientes: ['itbis_costo', 'retencion_renta'] });
    const { itbis_costo: _, itbis_adelantar: __, retencion_renta: ___, tipo_retencion_isr: ____, ...rest } = fila;
    expect(row).toEqual({ fila: rest, estado: 'Falta: ITBIS llevado al Costo, Monto Retención Renta' });
  });

  test('an estimated ITBIS takes the amounts without taxes with it', () => {
    const row = fileRowOf('606', { fila, pendientes: ['itbis_facturado'] });
    for (const key of ['itbis_facturado', 'total_monto_facturado', 'monto_servicios', 'itbis_adelantar'])
      expect(row.fila).not.toHaveProperty(key);
    expect(row.estado).toContain('ITBIS Facturado');
  });

  test('a required field that the receipt lacks is named too', () => {
    const { rnc_cedula: _, ...without } = fila;
    expect(fileRowOf('606', { fila: without, pendientes: [] }).estado).toBe('Falta: RNC o Cédula');
  });

  test('an electronic sale, and one of the summary, say where they are reported', () => {
    const sale = { fila: rowToTexts('607', row607), pendientes: [] };
    expect(fileRowOf('607', { ...sale, destino: 'e-CF' }).estado).toBe('e-CF: ya reportado al emitirse');
    expect(fileRowOf('607', { ...sale, destino: 'resumen' }).estado).toBe('Va en el resumen de consumo');
  });
});

describe('reading back', () => {
  test.each<[FormatCode, string]>([
    ['606', golden606],
    ['607', golden607],
    ['608', golden608],
    ['609', golden609],
  ])('a %s is read and written again unchanged, with any line end', (code, file) => {
    const variants = [file, `${file}\r\n`, `${file}\r\n\r\n \r\n`, `\uFEFF${file}`];
    const ends = ['\n', '\r', '\r\r\n'].map((end) => file.replaceAll('\r\n', end));
    const padded = file.replaceAll('|', ' | ').replace(/(\d)(\r\n|$)/, '$1 $2');
    for (const variant of [...variants, ...ends, padded]) {
      const { header: head, rows, faults } = parseTxt(code, variant);
      expect(faults).toEqual([]);
      expect(text(writeTxt(code, head!, rows as never))).toBe(file);
    }
  });

  test('blank lines above, a mark at the end of lines, and numbers as people write them are read', () => {
    const [head, ...lines] = golden606.trimEnd().split('\r\n');
    const clean = parseTxt('606', golden606);
    const read = parseTxt('606', ['', '', ...[head, ...lines].map((line) => `${line}|`)].join('\r\n'));
    expect([read.header, read.rows, read.faults]).toEqual([clean.header, clean.rows, []]);
    const { rows } = parseTxt(
      '606',
      golden606.replace('B0100000123', 'b01-00000123').replace('90000000019', '900-0000001-9'),
    );
    expect(rows).toEqual(clean.rows);
  });

  test('lines are counted with the blank ones between them', () => {
    const { faults } = parseTxt('608', '608|132000005|202608|0002\n\nB0100000051|20260803|04\n\nB0100000052|x|04');
    expect(faults.map(({ line, field }) => [line, field])).toEqual([[5, 'fecha_comprobante']]);
  });

  test('an unreadable value is reported by line and field', () => {
    const { rows, faults } = parseTxt(
      '608',
      '608|132000005|202608|3\nB0100000051|20260231|04\nB0100000052|20260803|77|x',
    );
    expect(rows).toEqual([
      { ncf: 'B0100000051', tipo_anulacion: '04' },
      { ncf: 'B0100000052', fecha_comprobante: '03-08-2026' },
    ]);
    expect(faults.map(({ line, field }) => [line, field])).toEqual([
      [2, 'fecha_comprobante'],
      [3, undefined],
      [3, 'tipo_anulacion'],
      [1, undefined],
    ]);
  });

  test('the forms of the specification are read: a 24th field that is 4, and no decimals', { tags: ['SR9-1'] }, () => {
    const clasico = text(writeClasico606(header(2), [row606, goods606]));
    const { rows, faults, decimals } = parseTxt('606', clasico);
    expect([rows.length, faults, decimals]).toEqual([2, [], true]);
    expect(text(writeClasico606(header(2), rows as never))).toBe(clasico);
    expect(parseTxt('606', clasico.replace('|02|4\r\n', '|02|5\r\n')).faults[0]).toMatchObject({ line: 2 });
    expect(parseTxt('607', `${golden607}|4`).faults[0]).toMatchObject({ line: 2 });
    expect(parseTxt('607', text(writeClasico607(header(1), [row607]))).decimals).toBe(false);
  });

  test('a file without end is read up to its limits', () => {
    const bounds = { mostRows: 3, mostChars: 40, mostFaults: 10 };
    const { rows, faults } = parseTxt('608', `608|132000005|202608|3${'\nB0100000051|20260803|04'.repeat(50)}`, bounds);
    expect(rows.length).toBe(3);
    expect(faults[0]!.line).toBe(5);
    expect(parseTxt('608', 'x'.repeat(100), bounds).faults[0]!.message).toContain('más de 40');
    expect(parseTxt('608', '').header).toBeUndefined();
  });

  test.skipIf(!officialFiles)('the lines that other programs write are read', () => {
    for (const name of ['606_bot_herramienta_style', '606_serp_macro_style', '606_dart_style', '606_api_preview_style'])
      expect(parseTxt('606', officialSample(`${name}.txt`)).faults, name).toEqual([]);
    for (const name of ['607_serp_macro_style', '607_mercamaquinarias_style'])
      expect(parseTxt('607', officialSample(`${name}.txt`)).faults, name).toEqual([]);
  });
});

test('differences are listed per receipt and field, in cents', () => {
  const later = [
    { ...goods606, itbis_facturado: decimal('90.10'), isc: decimal('0.00'), monto_bienes: decimal('500.5') },
  ];
  expect([...differences('606', [row606, goods606], later)]).toEqual([
    { ncf: 'B0100000123', kind: 'quitada' },
    {
      ncf: 'E310000000007',
      kind: 'cambiada',
      field: 'itbis_facturado',
      before: decimal('90.09'),
      after: decimal('90.10'),
      difference: decimal('0.01'),
    },
  ]);
  expect([...differences('606', [goods606], [goods606, row606, row606])].map(({ kind }) => kind)).toEqual([
    'agregada',
    'agregada',
  ]);
});

test('sales to consumers below the threshold are summed up, all others are detailed or were sent', {
  tags: ['SR9-7'],
}, () => {
  const sale = (ncf: string, monto: string): Row607 => ({ ...row607, ncf, monto_facturado: decimal(monto) });
  const rows = [
    sale('B0200000001', '249999.99'),
    sale('B0200000002', '250000.00'),
    sale('E320000000001', '100.00'),
    sale('E320000000002', '300000.00'),
    sale('B0400000001', '100.00'),
    sale('E310000000001', '100.00'),
  ];
  expect(rows.map(destinationOf)).toEqual(['resumen', 'detalle', 'resumen', 'e-CF', 'detalle', 'e-CF']);
  expect([...detailOf607(rows)].map(({ ncf }) => ncf)).toEqual(['B0200000002', 'B0400000001']);
  const { B02, E32 } = consumerSummary(rows);
  expect([B02.cantidad, E32.cantidad]).toEqual([1, 1]);
  expect(B02.monto_facturado).toEqual(decimal('249999.99'));
  expect(E32.tarjeta).toEqual(decimal('600.00'));
  expect(destinationOf({ ...sale('B0200000001', '60000.00'), fecha_comprobante: '15-06-2018' as never })).toBe(
    'detalle',
  );
});
