import { decimal, type Fecha, periodoOf } from '@timbre/values';
import { expect, test } from 'vitest';
import { abroad, compras, received } from '../../testing/receipts.ts';
import { apportion } from './amounts.ts';
import { clasicoId } from './clasico.ts';
import type { Receipt } from './input.ts';
import { derivePaymentAbroad } from './payment-abroad.ts';
import { type Answers606, derivePurchase } from './purchase.ts';
import { deriveSale } from './sale.ts';
import { suggestWithholding, whyWithheld } from './suggest.ts';
import { deriveVoided } from './voided.ts';

const declarant = { rnc: '132000005' };
const day = (text: string) => text as Fecha;
const purchase = (receipt: Receipt, answers: Answers606 = {}, suggestions: Answers606 = {}) =>
  derivePurchase(receipt, declarant, answers, suggestions)[0]!;

test('fields that the receipt does not state are listed and never guessed', { tags: ['SR5-7'] }, () => {
  const { row, why, pending } = purchase(received);
  expect(pending).toEqual(['tipo_bienes_servicios', 'itbis_costo', 'itbis_proporcionalidad']);
  expect(row.tipo_bienes_servicios).toBeUndefined();
  expect(row.itbis_adelantar).toEqual(decimal('180.00'));
  expect(why.itbis_adelantar!.mark).toBe('estimado');
  expect(why.tipo_bienes_servicios!.mark).toBe('pendiente');
  expect([row.monto_bienes, row.monto_servicios, row.forma_pago]).toEqual([decimal('1000.00'), undefined, '04']);
});

test('answers are taken before suggestions, and each is marked', { tags: ['SR5-8'] }, () => {
  const { row, why, pending } = purchase(
    received,
    { tipo_bienes_servicios: '09', itbis_costo: decimal('80.00') },
    { tipo_bienes_servicios: '02', forma_pago: '03' },
  );
  expect(pending).toEqual([]);
  expect([row.tipo_bienes_servicios, why.tipo_bienes_servicios!.mark]).toEqual(['09', 'respondido']);
  expect([row.forma_pago, why.forma_pago!.mark]).toEqual(['03', 'estimado']);
  expect(row.itbis_adelantar).toEqual(decimal('100.00'));
  expect(why.itbis_adelantar!.mark).toBe('calculado');
});

test('a purchase that the declarant issues names the seller', { tags: ['SR5-3'] }, () => {
  const { row, pending } = purchase(compras, { tipo_bienes_servicios: '02', itbis_costo: decimal('0') });
  expect([row.rnc_cedula, row.tipo_id, row.fecha_pago, row.forma_pago]).toEqual([
    '90000000019',
    '2',
    '12-08-2026',
    '01',
  ]);
  expect([row.itbis_retenido, row.retencion_renta]).toEqual([decimal('90.00'), decimal('75.00')]);
  expect(pending).toEqual(['tipo_retencion_isr']);
});

test('small expenses and payments abroad have the own number, and a payment abroad has blanks', {
  tags: ['SR5-2', 'SR5-4'],
}, () => {
  const own = { ...received, ncf: 'B1300000001', emisor: { id: declarant.rnc }, comprador: undefined };
  expect(purchase(own).row.rnc_cedula).toBe(declarant.rnc);
  const { row } = purchase(abroad, { tipo_retencion_isr: '03' });
  expect([row.rnc_cedula, row.itbis_retenido, row.itbis_costo]).toEqual([declarant.rnc, undefined, undefined]);
  expect(row.total_monto_facturado).toEqual(decimal('6012.50'));
  expect(row.retencion_renta).toEqual(decimal('901.88'));
});

test('a small purchase keeps the number of its supplier, except in the variant of the specification', {
  tags: ['SR5-2'],
}, () => {
  const small = { ...received, lineas: [], totales: { gravado18: decimal('100.00'), itbis: decimal('18.00') } };
  expect(purchase(small).row.rnc_cedula).toBe('132111117');
  expect(clasicoId(small, declarant)).toBe(declarant.rnc);
  expect(clasicoId(received, declarant)).toBe('132111117');
  expect(clasicoId({ ...received, emisor: { id: declarant.rnc } }, declarant)).toBe('Sin RNC');
});

test('a receipt paid in a later month with something withheld has a second row with the same date', () => {
  const answers: Answers606 = {
    tipo_bienes_servicios: '02',
    itbis_costo: decimal('0'),
    fecha_pago: day('05-10-2026'),
    itbis_retenido: decimal('54.00'),
    forma_pago: '02',
  };
  const [first, second] = derivePurchase(received, declarant, answers);
  expect([first!.periodo, first!.momento, first!.row.fecha_pago, first!.row.itbis_retenido]).toEqual([
    '202608',
    'compra',
    undefined,
    undefined,
  ]);
  expect([second!.periodo, second!.momento, second!.row.fecha_comprobante]).toEqual(['202610', 'pago', received.fecha]);
  expect([second!.row.itbis_retenido, second!.row.forma_pago]).toEqual([decimal('54.00'), '02']);
  expect(derivePurchase(received, declarant, { ...answers, itbis_retenido: decimal('0') }).length).toBe(1);
});

test('a purchase that was paid later has its withholding pending in that month, until it is answered', () => {
  const service: Receipt = {
    ...received,
    emisor: { id: '00113918205', nombre: 'Persona Inventada' },
    lineas: [{ bienServicio: '2', facturacion: '1', monto: decimal('1000.00') }],
    totales: { gravado18: decimal('1000.00'), itbis: decimal('180.00') },
  };
  const answers: Answers606 = { fecha_pago: day('05-10-2026'), forma_pago: '02' };
  const asked = derivePurchase(service, declarant, answers);
  expect(asked.map(({ periodo, momento }) => [periodo, momento])).toEqual([
    [periodoOf(service.fecha), 'compra'],
    ['202610', 'pago'],
  ]);
  expect(asked[1]!.pending).toEqual(expect.arrayContaining(['itbis_retenido', 'retencion_renta']));
  const none: Answers606 = { ...answers, itbis_retenido: decimal('0'), retencion_renta: decimal('0') };
  expect(derivePurchase(service, declarant, none).map(({ momento }) => momento)).toEqual(['compra']);
});

test('a consumer invoice gives no credit, and a credit note is positive', { tags: ['SR5-4', 'SR5-9'] }, () => {
  const { row } = purchase({ ...received, ncf: 'E320000000001' });
  expect([row.itbis_costo, row.itbis_adelantar]).toEqual([decimal('180.00'), { units: 0, scale: 0 }]);
  const note = purchase({
    ...received,
    ncf: 'B0400000001',
    totales: { gravado18: decimal('-1000.00'), itbis: decimal('-180.00') },
    lineas: [{ bienServicio: '1', facturacion: '1', monto: decimal('-1000.00') }],
    referencia: { ncf: 'B0100000001' },
  });
  expect([note.row.total_monto_facturado, note.row.itbis_facturado]).toEqual([decimal('1000.00'), decimal('180.00')]);
  expect(note.row.ncf_modificado).toBe('B0100000001');
});

test('goods and services are apportioned, and the parts add up', () => {
  const lineas = [
    { bienServicio: '1', facturacion: '1', monto: decimal('700.00') },
    { bienServicio: '2', facturacion: '4', monto: decimal('300.01') },
    { bienServicio: '2', facturacion: '0', monto: decimal('50.00') },
  ] as const;
  const exact = { ...received, lineas, totales: { gravado18: decimal('700.00'), exento: decimal('300.01') } };
  expect(apportion(exact, decimal('1000.01'))).toEqual({
    servicios: decimal('300.01'),
    bienes: decimal('700.00'),
    code: 'D-REPARTO-LINEAS',
  });
  const discounted = { ...exact, totales: { gravado18: decimal('900.00') } };
  const parts = apportion(discounted, decimal('900.00'))!;
  expect([parts.servicios, parts.bienes, parts.code]).toEqual([
    decimal('270.01'),
    decimal('629.99'),
    'D-REPARTO-PRORRATEO',
  ]);
  const { pending, row } = purchase({ ...exact, lineas: [] });
  expect(pending).toContain('monto_servicios');
  expect(row.monto_servicios).toBeUndefined();
});

test('taxes go to their fields: telephony and insurance are excise', { tags: ['SR5-6'] }, () => {
  const impuestos = ['001', '002', '003', '004', '005', '006', '039'].map((codigo, i) => ({
    codigo,
    monto: decimal(`${10 ** i}`),
  }));
  const { row } = purchase({ ...received, impuestos });
  expect([row.propina_legal, row.otros_impuestos, row.isc]).toEqual([
    decimal('1'),
    decimal('10010'),
    decimal('1101100'),
  ]);
});

test('a sale has its buyer, its kind of income and payments that add up', () => {
  const sale = deriveSale(
    { ...received, emisor: { id: declarant.rnc }, comprador: { extranjero: 'PA-1' } },
    declarant,
  )!;
  expect([sale.row.rnc_cedula, sale.row.tipo_id, sale.row.tipo_ingreso]).toEqual(['PA-1', '3', '1']);
  expect(sale.row.venta_credito).toEqual(decimal('1180.00'));
  const paid = (...formas: [string, string][]) =>
    deriveSale(
      { ...received, formasPago: formas.map(([forma, monto]) => ({ forma, monto: decimal(monto) })) },
      declarant,
    )!;
  expect(paid(['1', '1000.00'], ['3', '179.60']).row.tarjeta).toEqual(decimal('180.00'));
  expect(paid(['1', '1000.00']).why.venta_credito!.mark).toBe('estimado');
  expect(paid(['1', '1179.00']).row.efectivo).toEqual(decimal('1180.00'));
  expect(paid(['1', '1178.99']).row.venta_credito).toEqual(decimal('1.01'));
  expect(paid(['7', '1180.00']).row.otras_formas).toEqual(decimal('1180.00'));
  expect(deriveSale({ ...received, tipoPago: '1' }, declarant)!.pending).toEqual(['efectivo']);
  expect(deriveSale(compras, declarant)).toBeUndefined();
  const register = deriveSale({ ...received, ncf: 'B1200000001', comprador: undefined }, declarant)!;
  expect(register.row.rnc_cedula).toBe(declarant.rnc);
});

test('a withholding by a buyer requires its day', () => {
  const withheld = { ...received, retenido: { itbis: decimal('54.00') } };
  expect(deriveSale(withheld, declarant)!.pending).toEqual(['fecha_retencion']);
  expect(deriveSale(withheld, declarant, { fecha_retencion: day('20-08-2026') })!.pending).toEqual([]);
});

test('a debit note is paid as a sale is, and a credit note may say how', () => {
  const debit = { ...received, ncf: 'B0300000001', tipoPago: undefined, referencia: { ncf: 'B0100000001' } };
  expect(deriveSale(debit, declarant)!.pending).toContain('efectivo');
  const paid = { venta_credito: decimal('1180.00') };
  expect(deriveSale(debit, declarant, paid)!.row.venta_credito).toEqual(decimal('1180.00'));
  expect(deriveSale({ ...debit, tipoPago: '2' }, declarant)!.row.venta_credito).toEqual(decimal('1180.00'));
  const credit = { ...debit, ncf: 'B0400000001' };
  expect(deriveSale(credit, declarant)!.pending).not.toContain('efectivo');
  expect(deriveSale(credit, declarant, paid)!.row.venta_credito).toEqual(decimal('1180.00'));
});

test('a note of a sale has no payments and has the day of its receipt', () => {
  const note = {
    ...received,
    ncf: 'E340000000001',
    tipoPago: '1' as const,
    referencia: { ncf: 'E310000000001', fecha: day('01-06-2026') },
  };
  const { row, facts, pending } = deriveSale(note, declarant)!;
  expect([row.efectivo, row.venta_credito, pending]).toEqual([undefined, undefined, []]);
  expect(facts.fecha_ncf_modificado).toBe('01-06-2026');
});

test('a range of voided numbers is a row for each', () => {
  const range = { desde: 'B0100000009', hasta: 'B0100000011', fecha: day('01-08-2026') };
  expect([...deriveVoided(range, '04')].map(({ row }) => row.ncf)).toEqual([
    'B0100000009',
    'B0100000010',
    'B0100000011',
  ]);
  expect([...deriveVoided(range)][0]!.pending).toEqual(['tipo_anulacion']);
  expect(() => [...deriveVoided({ ...range, hasta: 'B0200000011' })]).toThrow(RangeError);
  expect(() => [...deriveVoided({ ...range, hasta: 'B0199999999' })]).toThrow(RangeError);
});

test('the service of a payment abroad follows from its detail', () => {
  const { row, pending } = derivePaymentAbroad(abroad, { detalle_servicio: '84', pais: '840' })!;
  expect([row.nombre, row.id_tributaria, row.tipo_servicio]).toEqual(['Invented Software LLC', 'US-998877', '8']);
  expect([row.monto_facturado, row.isr_retenido, row.fecha_retencion_isr]).toEqual([
    decimal('6012.50'),
    decimal('901.88'),
    abroad.fecha,
  ]);
  expect(pending).toEqual(['tipo_id_tributaria', 'parte_relacionada']);
  expect(derivePaymentAbroad(received)).toBeUndefined();
});

test('the usual withholding from a person is suggested by the rates of its day, and marked as an estimate', () => {
  const lineas = [{ bienServicio: '2', facturacion: '1', monto: decimal('1000.00') }] as const;
  const service = { ...received, emisor: { id: '90000000019' }, lineas };
  const answers: Answers606 = { tipo_bienes_servicios: '03', itbis_costo: decimal('0'), fecha_pago: day('20-08-2026') };
  const first = purchase(service, answers);
  expect(first.pending).toEqual(['forma_pago', 'itbis_retenido', 'retencion_renta']);
  const suggested = suggestWithholding(first.row, day('20-08-2026'));
  const { row, why } = purchase(service, { ...answers, forma_pago: '02' }, suggested);
  expect([row.itbis_retenido, row.retencion_renta, row.tipo_retencion_isr]).toEqual([
    decimal('180.00'),
    decimal('150.00'),
    '01',
  ]);
  expect(why.retencion_renta!.mark).toBe('estimado');
  expect(suggestWithholding(first.row, day('30-06-2026')).retencion_renta).toEqual(decimal('100.00'));
  expect(suggestWithholding(first.row, day('31-12-2010'))).toEqual({});
  const technical = (row: typeof first.row, paidOn: string) =>
    /técnico.*RD\$ ([\d.,]+)$/.exec(whyWithheld(row, day(paidOn), 'retencion_renta').text)?.[1];
  const fee = { ...first.row, tipo_bienes_servicios: '02' } as const;
  expect([technical(fee, '20-08-2026'), technical(fee, '30-06-2026')]).toEqual(['30.00', '20.00']);
  expect(technical(first.row, '20-08-2026')).toBeUndefined();
  expect(suggestWithholding(purchase(received).row, day('20-08-2026'))).toEqual({});
});

test('all the ITBIS of a receipt of purchases is suggested, of a company and of goods too', () => {
  const goods = [{ bienServicio: '1', facturacion: '1', monto: decimal('1000.00') }] as const;
  const bought = { ...received, ncf: 'B1100000001', emisor: { id: '132111117' }, lineas: goods };
  const { row, pending } = purchase(bought, { fecha_pago: day('20-08-2026') });
  expect(pending).toContain('itbis_retenido');
  expect(pending).not.toContain('retencion_renta');
  expect(suggestWithholding(row, day('20-08-2026'))).toEqual({ itbis_retenido: decimal('180.00') });
  expect(whyWithheld(row, day('20-08-2026'), 'itbis_retenido').code).toBe('D-RETENCION-COMPRAS');
  expect(suggestWithholding(row, day('03-07-2019'))).toEqual({});
});
