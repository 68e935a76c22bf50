import { decimal, type Fecha, type Periodo } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { declarante, goods606, row606, row607, row608, row609 } from '../../testing/sound-rows.ts';
import { payments607 } from '../layout/607.ts';
import { type Drafts, type FormatCode, formats } from '../layout/formats.ts';
import { check, rulesOf, startCheck } from './check.ts';
import type { RuleContext } from './rule.ts';

const context: RuleContext = { declarante, periodo: '202608' as Periodo };
const day = (text: string) => text as Fecha;
const d = decimal;

const sound = { '606': row606, '607': row607, '608': row608, '609': row609 };

interface Broken {
  /** Fields that replace those of the sound row; a list for several rows. */
  readonly put: object | readonly object[];
  readonly over?: object;
  /** Other rules that are necessarily broken with it. */
  readonly also?: readonly string[];
  readonly context?: Partial<RuleContext>;
}

const reported = (periodo: string, fecha?: string) => ({
  reported: () => ({ periodo: periodo as Periodo, ...(fecha !== undefined && { fecha_comprobante: day(fecha) }) }),
});

/** A row, or rows, that break each rule. */
const broken: Readonly<Record<string, Broken>> = {
  '606-CAMPO-01': { put: { forma_pago: undefined } },
  '606-CAMPO-02': { put: { tipo_bienes_servicios: '99' } },
  '606-CAMPO-03': { put: { isc: d('-1.00') } },
  '606-CAMPO-04': { put: { isc: d('1.005') } },
  '606-CAMPO-05': { put: { itbis_percibido: d('1.00') } },
  '606-CAMPO-07': { put: { ncf: 'B0500000001' } },
  '606-ID-01': { put: { rnc_cedula: '1310000', tipo_id: '1' } },
  '606-ID-02': { put: { tipo_id: '1' } },
  '606-ID-03': { put: { rnc_cedula: '90000000010' } },
  '606-ID-04': { put: { ncf: 'B1300000001' } },
  '606-ID-05': { over: goods606, put: { rnc_cedula: declarante } },
  '606-ID-06': { over: goods606, put: { ncf: 'E410000000001' } },
  '606-NCF-01': { put: { ncf: 'E460000000001' } },
  '606-NCF-02': { put: { ncf: 'E340000000001' } },
  '606-NCF-03': { over: goods606, put: { ncf: 'A010010010100000001' } },
  '606-NCF-04': { put: { ncf: 'B0200000001' } },
  '606-NCF-05': {
    put: { fecha_comprobante: day('16-11-2026'), fecha_pago: day('16-11-2026') },
    context: { periodo: '202611' as Periodo },
  },
  '606-FECHA-01': { over: goods606, put: { fecha_comprobante: day('01-09-2026') } },
  '606-FECHA-02': { put: { fecha_pago: day('13-08-2026') } },
  '606-FECHA-03': { put: { fecha_pago: day('01-09-2026') } },
  '606-FECHA-04': { put: { fecha_pago: undefined } },
  '606-MONTO-01': { put: { monto_bienes: d('0.01') } },
  '606-MONTO-02': {
    over: goods606,
    put: { monto_bienes: d('0'), total_monto_facturado: d('0'), itbis_facturado: d('0'), itbis_adelantar: d('0') },
  },
  '606-ITBIS-01': { put: { itbis_retenido: d('180.01') } },
  '606-ITBIS-02': {
    put: { itbis_costo: d('180.01'), itbis_adelantar: d('-0.01') },
    also: ['606-CAMPO-03', '606-ITBIS-04'],
  },
  '606-ITBIS-03': { put: { itbis_costo: d('80.00') } },
  '606-ITBIS-04': { put: { itbis_proporcionalidad: d('180.01') } },
  '606-ITBIS-05': { put: { itbis_facturado: d('181.01'), itbis_adelantar: d('181.01') } },
  '606-PROPINA-01': { put: { propina_legal: d('100.01') } },
  '606-RETENCION-01': { put: { tipo_retencion_isr: undefined } },
  '606-RETENCION-02': { put: { itbis_retenido: undefined } },
  '606-RETENCION-03': {
    put: { ncf: 'E410000000001', itbis_retenido: undefined, monto_servicios: undefined, monto_bienes: d('1000.00') },
    also: ['606-RETENCION-05'],
  },
  '606-RETENCION-04': {
    put: { rnc_cedula: '132111117', tipo_id: '1', itbis_retenido: undefined, fecha_comprobante: day('14-07-2026') },
  },
  '606-RETENCION-05': { put: { ncf: 'E410000000001', retencion_renta: d('100.00') } },
  '606-RETENCION-06': { put: { ncf: 'E410000000001', itbis_retenido: d('54.00') } },
  '606-EXTERIOR-01': {
    put: {
      ncf: 'B1700000001',
      rnc_cedula: declarante,
      tipo_id: '1',
      itbis_retenido: undefined,
      propina_legal: d('1.00'),
    },
  },
  '606-DUPLICADO-01': { put: [row606, row606] },
  '606-DUPLICADO-02': { put: {}, context: reported('202607', '01-07-2026') },
  '606-LINEAS-01': {
    put: Array.from({ length: 10_002 }, (_, i) => ({ ...goods606, ncf: `E31${String(i + 1).padStart(10, '0')}` })),
  },
  '606-NOTA-01': {
    put: { ncf: 'E340000000001', ncf_modificado: 'E310000000001' },
    context: { reported: () => undefined },
  },
  '607-CAMPO-01': { put: { tipo_ingreso: undefined } },
  '607-CAMPO-02': { put: { tipo_ingreso: '7' } },
  '607-CAMPO-03': { put: { permuta: d('-1.00'), tarjeta: d('601.00') } },
  '607-CAMPO-04': { put: { efectivo: d('0.001'), tarjeta: d('599.999') }, also: ['607-CAMPO-04'] },
  '607-CAMPO-05': { put: { isr_percibido: d('1.00') } },
  '607-CAMPO-07': { put: { ncf: 'B01123' } },
  '607-ID-01': { put: { rnc_cedula: undefined, tipo_id: undefined } },
  '607-ID-02': { put: { tipo_id: '2' } },
  '607-ID-03': { put: { rnc_cedula: '132111118' } },
  '607-ID-04': { put: { ncf: 'B1200000001' } },
  '607-ID-05': {
    put: [
      { ...row607, ncf: 'B0200000001', monto_facturado: d('250000.00'), efectivo: d('249500.00') },
      { ...row607, ncf: 'B0400000001', ncf_modificado: 'B0200000001', rnc_cedula: undefined, tipo_id: undefined },
    ],
  },
  '607-NCF-01': { put: { ncf: 'B1700000001' } },
  '607-NCF-02': { put: { ncf: 'E310000000001' } },
  '607-NCF-03': { put: { ncf: 'B0400000001' } },
  '607-NCF-04': { put: { fecha_comprobante: day('16-11-2026') }, context: { periodo: '202611' as Periodo } },
  '607-CONSUMO-01': { put: { ncf: 'B0200000001' } },
  '607-FECHA-01': { put: { fecha_comprobante: day('31-07-2026') } },
  '607-FECHA-02': { put: { itbis_retenido_terceros: d('27.00') } },
  '607-FECHA-03': { put: { fecha_retencion: day('01-08-2026') } },
  '607-FECHA-04': { put: { itbis_retenido_terceros: d('10.00'), fecha_retencion: day('01-09-2026') } },
  '607-COBRO-01': { put: { venta_credito: d('40.01') } },
  '607-ITBIS-01': { put: { itbis_retenido_terceros: d('90.01'), fecha_retencion: day('02-08-2026') } },
  '607-ITBIS-02': { put: { itbis_facturado: d('91.01'), venta_credito: d('41.01') } },
  '607-PROPINA-01': { put: { propina_legal: d('50.01'), venta_credito: d('40.01') } },
  '607-DUPLICADO-01': { put: [row607, row607] },
  '607-DUPLICADO-02': { put: {}, context: reported('202607') },
  '607-LINEAS-01': {
    put: Array.from({ length: 65_001 }, (_, i) => ({ ...row607, ncf: `B01${String(i + 1).padStart(8, '0')}` })),
  },
  '607-NOTA-02': {
    put: {
      ncf: 'B0400000001',
      ncf_modificado: 'B0100000001',
      fecha_comprobante: day('20-08-2026'),
    },
    context: {
      reported: (_, ncf) =>
        ncf === 'B0100000001' ? { periodo: '202607' as Periodo, fecha_comprobante: day('20-07-2026') } : undefined,
    },
  },
  '607-NOTA-01': { put: { ncf: 'B0400000001', ncf_modificado: 'B0100000001' }, context: { reported: () => undefined } },
  '608-CAMPO-01': { put: { tipo_anulacion: undefined } },
  '608-CAMPO-02': { put: { tipo_anulacion: '11' } },
  '608-CAMPO-07': { put: { ncf: 'X' } },
  '608-NCF-01': { put: { ncf: 'E310000000001' } },
  '608-FECHA-01': { put: { fecha_comprobante: day('31-07-2026') } },
  '608-DUPLICADO-01': { put: [row608, row608] },
  '609-CAMPO-01': { put: { nombre: '' } },
  '609-CAMPO-02': { put: { pais: 'US' } },
  '609-CAMPO-03': { put: { renta_presunta: d('-1.00') } },
  '609-CAMPO-04': { put: { renta_presunta: d('0.001') }, also: ['609-RETENCION-04'] },
  '609-CAMPO-06': { put: { numero_documento: 'X'.repeat(31) } },
  '609-SERVICIO-01': { put: { detalle_servicio: '71' } },
  '609-FECHA-01': { put: { fecha_documento: day('01-09-2026'), fecha_retencion_isr: day('01-09-2026') } },
  '609-RETENCION-01': { put: { fecha_retencion_isr: undefined } },
  '609-RETENCION-02': { put: { fecha_retencion_isr: day('04-08-2026') } },
  '609-RETENCION-03': { put: { isr_retenido: d('59000.01') }, also: ['609-RETENCION-04'] },
  '609-RETENCION-04': { put: { isr_retenido: d('5900.00') } },
  '609-DUPLICADO-01': { put: [row609, row609] },
};

const problemsOf = (code: FormatCode, rows: readonly object[], more: Partial<RuleContext> = {}) => [
  ...check(code, rows as readonly Drafts[FormatCode][], { ...context, ...more }),
];

test.each(Object.keys(formats) as FormatCode[])('a valid row of the %s breaks no rule', (code) => {
  expect(problemsOf(code, [sound[code]])).toEqual([]);
  expect(problemsOf('606', [goods606])).toEqual([]);
});

describe('each rule', () => {
  test.each(Object.entries(broken))(
    'the rule %s is broken by its row',
    { tags: ['SR5-8', 'SR9-8'] },
    (code, { put, over, also = [], context: more }) => {
      const format = code.slice(0, 3) as FormatCode;
      const rows = Array.isArray(put) ? put : [{ ...(over ?? sound[format]), ...put }];
      const problems = problemsOf(format, rows, more);
      expect(problems.map((problem) => problem.code).sort()).toEqual([code, ...also].sort());
      const rule = rulesOf(format).find((head) => head.code === code)!;
      expect(problems.find((problem) => problem.code === code)!.severity).toBe(rule.severity);
      expect(rule.source).not.toBe('');
    },
  );

  test('each rule has its row here', () => {
    const codes = new Set(
      (Object.keys(formats) as FormatCode[]).flatMap((code) => rulesOf(code).map((rule) => rule.code)),
    );
    expect([...codes].filter((code) => !(code in broken))).toEqual([]);
    expect(Object.keys(broken).filter((code) => !codes.has(code))).toEqual([]);
  });
});

test('a problem has its row, its field and what to do', () => {
  expect(problemsOf('606', [goods606, { ...row606, tipo_id: '1' }])).toEqual([
    {
      code: '606-ID-02',
      severity: 'error',
      row: 1,
      at: 'tipo_id',
      ncf: 'B0100000123',
      message: 'El tipo de identificación no concuerda con el número: 1 es RNC (9 dígitos), 2 es cédula (11 dígitos)',
    },
  ]);
});

test('the same number on paper of two suppliers is no duplicate, and a payment may be reported again', () => {
  expect(problemsOf('606', [row606, { ...row606, rnc_cedula: '132111117', tipo_id: '1' }])).toEqual([]);
  expect(problemsOf('606', [row606], reported('202607', row606.fecha_comprobante))).toEqual([]);
  expect(problemsOf('606', [{ ...goods606 }], reported('202607')).map(({ code }) => code)).toEqual([
    '606-DUPLICADO-02',
  ]);
});

test('the base of a note may come after it in the file', () => {
  const note = { ...row606, ncf: 'B0400000001', ncf_modificado: row606.ncf };
  expect(problemsOf('606', [note, row606], { reported: () => undefined })).toEqual([]);
});

test('a note over a sale to a consumer may lack its buyer', () => {
  const note = {
    ...row607,
    ncf: 'B0400000001',
    ncf_modificado: 'B0200000001',
    rnc_cedula: undefined,
    tipo_id: undefined,
  };
  expect(problemsOf('607', [note])).toEqual([]);
});

test('a sale to a consumer from the threshold on has its buyer, and so does a note that is as high', () => {
  const anonymous = { ...row607, rnc_cedula: undefined, tipo_id: undefined };
  const of = (ncf: string, monto: string, more = {}) =>
    problemsOf('607', [{ ...anonymous, ncf, monto_facturado: d(monto), efectivo: d(monto), ...more }])
      .filter(({ code }) => code.startsWith('607-ID'))
      .map(({ message }) => message);
  const demanded =
    'Falta el RNC o la cédula del cliente: solo pueden no llevarlo las facturas de consumo (B02 y E32) de menos de RD$250,000.00 sin impuestos, y sus notas';
  expect(of('B0200000001', '249999.99')).toEqual([]);
  expect(of('B0200000001', '250000.00')).toEqual([demanded]);
  for (const ncf of ['B0300000001', 'B0400000001']) {
    expect(of(ncf, '249999.99', { ncf_modificado: 'B0200000001' })).toEqual([]);
    expect(of(ncf, '250000.00', { ncf_modificado: 'B0200000001' })).toEqual([demanded]);
    expect(of(ncf, '1.00', { ncf_modificado: 'B0100000001' })).toEqual([demanded]);
  }
  expect(of('B0200000001', '50000.00', { fecha_comprobante: day('30-06-2018') })[0]).toContain('RD$50,000.00');
});

test('the forms of sale of a debit note add up to its total, and those of a credit note where it has any', () => {
  const codes = (ncf: string, more: object) =>
    problemsOf('607', [{ ...row607, ncf, ncf_modificado: 'B0100000051', ...more }])
      .map(({ code }) => code)
      .filter((code) => code === '607-COBRO-01');
  const none = Object.fromEntries(payments607.map((key) => [key, undefined]));
  expect(codes('B0300000001', {})).toEqual([]);
  expect(codes('B0300000001', none)).toEqual(['607-COBRO-01']);
  expect(codes('B0400000001', none)).toEqual([]);
  expect(codes('B0400000001', { venta_credito: d('40.01') })).toEqual(['607-COBRO-01']);
});

test('a field to be answered breaks no rule yet but the one that requires it', () => {
  const unanswered = {
    ...row606,
    monto_servicios: undefined,
    monto_bienes: undefined,
    tipo_bienes_servicios: undefined,
  };
  const seen = (pending?: readonly string[]) =>
    startCheck('606', { declarante, periodo: '202608' as Periodo })
      .see(unanswered, pending)
      .map(({ code }) => code);
  expect(seen()).toEqual(['606-CAMPO-01', '606-MONTO-01']);
  expect(seen(['tipo_bienes_servicios'])).toEqual(['606-CAMPO-01', '606-MONTO-01']);
  expect(seen(['monto_servicios', 'tipo_bienes_servicios'])).toEqual(['606-CAMPO-01']);
});
