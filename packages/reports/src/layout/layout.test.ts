import { isLegacyNCF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { officialFiles, officialLayout, readJson } from '../../testing/official.ts';
import { clasicoColumns } from './clasico-columns.ts';
import * as codes from './codes.ts';
import type { Field } from './field.ts';
import { type FormatCode, formatOf, formats, isComplete } from './formats.ts';
import { acceptedSeries, tipoNCF, tipoOfNCF } from './ncf.ts';

const allCodes = Object.keys(formats) as FormatCode[];

test.each(allCodes)('the fields of the %s are numbered from 1 and their keys differ', (code) => {
  const { fields } = formatOf(code);
  expect(fields.map(({ numero }) => numero)).toEqual(fields.map((_, i) => i + 1));
  expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
  expect(fields.length).toBe({ 606: 23, 607: 23, 608: 3, 609: 13 }[code]);
});

test('an NCF is of a known type or of none', { tags: ['SR5-1'] }, () => {
  expect(tipoOfNCF('B0100000001')).toBe('B01');
  expect(tipoOfNCF('E310000000001')).toBe('E31');
  for (const other of [
    'B0500000001',
    'E420000000001',
    'B010000001',
    'B010000000001',
    'E3100000001',
    'b0100000001',
    'A0100100101000000001',
  ])
    expect(tipoOfNCF(other)).toBeUndefined();
  expect(isLegacyNCF('A010010010100000001')).toBe(true);
});

test('a row is complete when every required field is filled', () => {
  const row = { ncf: 'B0100000001', fecha_comprobante: '01-08-2026', tipo_anulacion: '04' } as never;
  expect(isComplete('608', row)).toBe(true);
  expect(isComplete('608', { ncf: 'B0100000001' })).toBe(false);
});

test('the columns of the specification begin and end where it requires', { tags: ['SR3-1'] }, () => {
  expect(clasicoColumns['606']).toMatchObject({
    monto_facturado_bienes: 'K',
    monto_facturado_servicios: 'L',
    total_monto_facturado: 'M',
    itbis_facturado: 'N',
  });
  expect(clasicoColumns['607']).toMatchObject({
    tipo_bienes_servicios: 'F',
    monto_facturado_ventas: 'I',
    itbis_facturado_ventas: 'J',
    campo9: 'K',
  });
  expect(clasicoColumns['606'].campo11).toBe('O');
  expect(clasicoColumns['606'].campo23).toBe('AA');
  expect(clasicoColumns['607'].campo21).toBe('W');
});

describe.skipIf(!officialFiles)('the official tools', () => {
  test.each(allCodes)('the fields of the %s are those of the official tool', (code) => {
    const official = officialLayout(code);
    const format = formatOf(code);
    expect(format.fields.length).toBe(official.fields);
    expect(format.fields.map(written)).toEqual(
      official.columns.map(({ n, key, name, required, excelColumn }) => ({ n, key, name, required, excelColumn })),
    );
    for (const [i, { type, rule }] of official.columns.entries()) {
      const field: Field = format.fields[i]!;
      expect(kindsOf(field), field.key).toContain(type);
      expect(field.enabled === false, field.key).toBe(rule?.includes('not enabled') ?? false);
      expect(field.most, field.key).toBe(type.startsWith('text<=') ? Number(type.slice(6)) : undefined);
    }
    if (official.maxRecords !== undefined) expect(format.mostRows).toBe(official.maxRecords);
    if (official.dueDay !== undefined) expect(format.dueDay).toBe(official.dueDay);
  });

  test('the code tables are those of the official tools', () => {
    const tables = readJson('code-tables.json') as Record<string, Record<string, string>>;
    expect(codes.tipoBienesServicios).toEqual(tables.tipo_bienes_servicios_606);
    expect(codes.tipoRetencionISR).toEqual(tables.tipo_retencion_isr_606);
    expect(codes.formaPago).toEqual(tables.forma_pago_606);
    expect(codes.tipoIngreso).toEqual(tables.tipo_ingreso_607);
    expect(codes.tipoAnulacion).toEqual(tables.tipo_anulacion_608);
    expect(codes.servicio609).toEqual(tables.servicio_609);
    expect(codes.detalle609).toEqual(tables.detalle_609);
    expect(tipoNCF).toEqual(tables.ncf_types);
    expect(codes.tipoIdVenta).toEqual({ ...tables.tipo_identificacion, 3: 'Pasaporte o ID tributaria' });
    expect(codes.tipoId).toEqual(officialLayout('606').columns[1]!.codes);
    for (const [series, pattern] of Object.entries(tables.ncf_regex!)) {
      const matches = new RegExp(pattern);
      const known = series === 'legacy19' ? isLegacyNCF : (ncf: string) => tipoOfNCF(ncf) !== undefined;
      for (const type of ['01', '05', '11', '17', '31', '42', '47'])
        for (const ncf of [`${series}${type}00000001`, `${series}${type}0000000001`, `A01001001${type}00000001`])
          if (ncf.startsWith(series[0]!.toUpperCase()) && series !== 'legacy19')
            expect(known(ncf)).toBe(matches.test(ncf));
          else if (series === 'legacy19' && ncf.startsWith('A')) expect(known(ncf)).toBe(matches.test(ncf));
    }
  });

  test('the 606 and the 607 accept the series of the tools', () => {
    const rule606 = 'B01-B04,B11-B15,B17,E31-E34,E41-E45,E47';
    expect(officialLayout('606').columns[3]!.rule).toContain(rule606);
    expect(officialLayout('607').columns[2]!.rule).toBe('B01-B04,B11-B16');
    const known = Object.keys(tipoNCF);
    const expand = (rule: string) =>
      rule.split(',').flatMap((part) => {
        const [from, to = from] = part.split('-') as [string, string?];
        return known.filter((tipo) => tipo >= from && tipo <= to!);
      });
    expect(acceptedSeries['606'].at(-1)!.tipos).toEqual(expand(rule606));
    expect(acceptedSeries['607'].at(-1)!.tipos).toEqual(expand('B01-B04,B11-B16'));
  });
});

const written = ({ numero, key, name, required, excel, excelDay }: Field) => ({
  n: numero,
  key,
  name: name || undefined,
  required,
  excelColumn: excelDay === undefined ? excel : `${excel}(AAAAMM)+${excelDay}(DD)`,
});

/** The official names of a field's kind of value. */
function kindsOf({ kind, codes: table, most }: Field): readonly string[] {
  if (kind === 'rnc') return ['digits 9|11', 'id'];
  if (kind === 'date') return ['date8'];
  if (kind === 'text') return [most === undefined ? 'text' : `text<=${most}`];
  if (kind !== 'code') return [kind];
  const width = Object.keys(table ?? {})[0]?.length;
  return width === undefined ? ['ISO 3166 numeric 3'] : ['code', `code${width}`];
}
