import { expect, test } from 'vitest';
import {
  chunksOf,
  emptyPaper,
  faultOfPaper,
  hasHeaders,
  paperOf,
  pastedFile,
  pastedPaper,
  registroOf,
} from './paper.ts';

test('receipts are pasted from a sheet, with or without its headers', () => {
  const sheet = 'RNC\tNombre\tNCF\n131-88060-0\tColmado Inventado\tB0100000001\t14/08/2026\t1,180.00\t180\n\t\t\n';
  const rows = pastedPaper(sheet);
  expect(rows).toHaveLength(1);
  expect(rows.map(registroOf)).toEqual([
    {
      rnc: '131880600',
      razonSocial: 'Colmado Inventado',
      ncf: 'B0100000001',
      fecha: '2026-08-14',
      montoTotal: '1180.00',
      itbis: '180.00',
    },
  ]);
});

test('missing fields of a receipt are shown before it is sent', () => {
  const whole = { ...emptyPaper, rnc: '132111117', ncf: 'B0100000001', fecha: '14-08-2026', montoTotal: '100' };
  expect(faultOfPaper(whole, '606')).toBeUndefined();
  expect(faultOfPaper({ ...whole, ncf: '' }, '606')).toBe('Falta el NCF');
  expect(faultOfPaper({ ...whole, fecha: '31/02/2026' }, '606')).toMatch(/fecha/);
  expect(faultOfPaper({ ...whole, montoTotal: ' ' }, '606')).toBe('Falta el monto total');
  expect(faultOfPaper({ ...whole, itbis: '1,180' }, '606')).toMatch(/^ITBIS: «1,180» puede ser 1,180.00 o 1.18/);
  expect(faultOfPaper({ ...whole, rnc: '' }, '606')).toBe('Falta el RNC o la cédula');
  expect(faultOfPaper({ ...whole, rnc: '', ncf: 'B1300000001' }, '606')).toBeUndefined();
});

test('a sale to a consumer is typed and pasted without a buyer, up to the amount that requires one', () => {
  const fault = (line: string) => pastedPaper(line).map((row) => faultOfPaper(row, '607'));
  expect(fault('\tConsumidor final\tB0200000202\t02/10/2026\t294,999.98\t44,999.99')).toEqual([undefined]);
  expect(fault('\t\tB0400000204\t02/10/2026\t118.00\t18.00\tB0200000202')).toEqual([undefined]);
  for (const line of [
    '\t\tB0200000202\t02/10/2026\t295,000.00\t45,000.00',
    '\t\tB0100000202\t02/10/2026\t118.00\t18.00',
  ])
    expect(fault(line)).toEqual([expect.stringMatching(/^Falta el RNC o la cédula del cliente: .*250,000\.00/)]);
});

test('cells that were copied with their headers are read as a workbook is, whatever their order', async () => {
  expect(hasHeaders('Fecha\tNCF\tRNC\n14/08/2026\tB0100000001\t132111117')).toBe(true);
  expect(hasHeaders('132111117\tColmado NCF\tB0100000001\t14/08/2026')).toBe(false);
  const file = pastedFile('NCF\tNombre\nB0100000001\t"El ""Mejor"", SRL"');
  expect([file.name, await file.text()]).toEqual([
    'pegado.csv',
    '"NCF"\t"Nombre"\r\n"B0100000001"\t"El ""Mejor"", SRL"',
  ]);
});

test.each([
  'RNC 132-11111-7\tColmado Inventado\tB0100000001\t14/08/2026\t118.00\t18.00',
  'Cédula 001-0000000-9\tColmado Inventado\tB0100000001\t14/08/2026\t118.00\t18.00',
  '132111117\tRNC Consultores\tB0100000001\t14/08/2026\t118.00\t18.00',
  '132111117\tColmado Inventado\tNCF B0100000001\t14/08/2026\t118.00\t18.00',
])('a first receipt whose cells begin with the name of a number is a receipt: %s', (line) => {
  expect(hasHeaders(line)).toBe(false);
  expect(pastedPaper(`${line}\n${line}`).map((row) => registroOf(row).ncf)).toEqual(['B0100000001', 'B0100000001']);
});

test('a receipt of a report is typed again with all its amounts, without their sign', () => {
  const fila = { monto_servicios: '400.00', isc: '20.00', propina_legal: '80.00' };
  const note = {
    rnc: '132111117',
    razonSocial: 'Colmado Inventado',
    ncf: 'B0400000001',
    ncf_modificado: 'B0100000001',
    fecha: '2026-08-14',
    montoTotal: '-1280.00',
    itbis: '-180.00',
    fila,
  };
  const row = paperOf(note as never);
  expect(faultOfPaper(row, '606')).toBeUndefined();
  expect(registroOf(row)).toEqual({
    rnc: '132111117',
    razonSocial: 'Colmado Inventado',
    ncf: 'B0400000001',
    fecha: '2026-08-14',
    montoTotal: '1280.00',
    itbis: '180.00',
    ncf_modificado: 'B0100000001',
    montoServicios: '400.00',
    impuestoSelectivo: '20.00',
    propinaLegal: '80.00',
  });
  expect(faultOfPaper({ ...row, propinaLegal: 'diez' }, '606')).toMatch(/^Propina legal: «diez»/);
});

test('many receipts are sent in parts', () => expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]));
