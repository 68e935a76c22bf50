import type { reportes } from '@timbre/contract';
import { type Answers606, amountsOf, derivePurchase, deriveSale, rowFromTexts } from '@timbre/reports';
import { type Fecha, formatDecimal } from '@timbre/values';
import { expect, test } from 'vitest';
import { readPaper } from './paper-receipt.ts';

const own = '132000005';
const record: reportes.RegistroCargado = {
  rnc: '1-32-11111-7',
  razonSocial: 'Suplidora Inventada SRL',
  ncf: ' b01-0000 0001 ',
  fecha: '14/08/2026',
  montoTotal: 'RD$ 1,180.00',
  itbis: '180.00',
};
type Changed = { readonly [Key in keyof reportes.RegistroCargado]?: reportes.RegistroCargado[Key] | undefined };
const read = (more: Changed = {}, sentido: 'compra' | 'venta' = 'compra') =>
  readPaper({ ...record, ...more } as reportes.RegistroCargado, { sentido, rnc: own, hoy: '31-08-2026' as Fecha });

test('a purchase on paper becomes a receipt of its supplier', () => {
  const { receipt, respuestas } = read({ formaPago: '2', montoServicios: '400.00', propinaLegal: '100.00' });
  expect([receipt.ncf, receipt.fecha, receipt.emisor.id]).toEqual(['B0100000001', '14-08-2026', '132111117']);
  const { base, propina, total } = amountsOf(receipt);
  expect([base, propina, total].map((amount) => formatDecimal(amount, 2))).toEqual(['900.00', '100.00', '1180.00']);
  expect(respuestas).toEqual({ forma_pago: '02' });
  const [purchase] = derivePurchase(receipt, { rnc: own });
  expect(
    [purchase!.row.monto_servicios, purchase!.row.monto_bienes].map((amount) => formatDecimal(amount!, 2)),
  ).toEqual(['400.00', '500.00']);
});

test('what a record says of a purchase is answered with it, and is not asked again', () => {
  const { receipt, respuestas } = read({
    montoBienes: 600,
    tipoBienesServicios: '9',
    fechaPago: '20/08/2026',
    itbisRetenido: '54.00',
    itbisAdelantar: 180,
    tipoRetencionIsr: '02 - HONORARIOS POR SERVICIOS',
    retencionRenta: '0',
    formaPago: '01 - EFECTIVO',
  });
  expect(respuestas).toEqual({
    tipo_bienes_servicios: '09',
    fecha_pago: '2026-08-20',
    itbis_retenido: '54.00',
    itbis_costo: '0.00',
    tipo_retencion_isr: '02',
    retencion_renta: '0.00',
    forma_pago: '01',
  });
  const [purchase] = derivePurchase(receipt, { rnc: own }, rowFromTexts('606', respuestas) as Answers606);
  expect(purchase!.pending).toEqual([]);
  expect(formatDecimal(purchase!.row.monto_servicios!, 2)).toBe('400.00');
});

test('an unpaid purchase is on credit by its receipt, so that a later record may say how it was paid', () => {
  const { receipt, respuestas } = read({ formaPago: '04 - COMPRA A CREDITO' });
  expect([receipt.tipoPago, respuestas]).toEqual(['2', {}]);
  expect(read({ formaPago: '04', fechaPago: '20-08-2026' }).respuestas).toEqual({
    fecha_pago: '2026-08-20',
    forma_pago: '04',
  });
});

test('what a record says of a sale is answered with it; forms of sale that are all zero say nothing', () => {
  const forms = { efectivo: '180.00', ventaCredito: '1,000.00', tarjeta: 0 };
  const withheld = { fechaRetencion: '2026-08-20', itbisRetenidoTerceros: '54', retencionRentaTerceros: '20' };
  expect(read({ ...forms, ...withheld }, 'venta').respuestas).toEqual({
    fecha_retencion: '2026-08-20',
    itbis_retenido_terceros: '54.00',
    retencion_renta_terceros: '20.00',
    efectivo: '180.00',
    tarjeta: '0.00',
    venta_credito: '1000.00',
  });
  expect(read({ efectivo: 0, tarjeta: '0.00', bonos: '' }, 'venta').respuestas).toEqual({});
});

test('a receipt that the company issues for its purchase names the seller', () => {
  expect(read({ ncf: 'B1100000001', rnc: '00100000017' }).receipt).toMatchObject({
    emisor: { id: own },
    comprador: { id: '00100000017' },
  });
  expect(read({ ncf: 'B1300000001', rnc: '' }).receipt.emisor.id).toBe(own);
  expect(read({ ncf: 'B1700000001', rnc: 'PA-1' }).receipt.comprador).toMatchObject({ extranjero: 'PA-1' });
});

test('a sale has its payment, and the parts of its amount that follow from its ITBIS', () => {
  const { receipt } = read({ formaPago: '03', tipoIngreso: '01', itbis: '90.00', montoTotal: '1090.00' }, 'venta');
  const { row, pending } = deriveSale(receipt, { rnc: own })!;
  expect([row.rnc_cedula, row.tipo_ingreso, formatDecimal(row.tarjeta!, 2)]).toEqual(['132111117', '1', '1090.00']);
  expect(pending).toEqual([]);
  const { gravado18, exento } = amountsOf(receipt);
  expect([gravado18, exento].map((amount) => formatDecimal(amount, 2))).toEqual(['500.00', '500.00']);
});

const withoutBuyer: readonly (string | null | undefined)[] = [
  '',
  ' ',
  null,
  undefined,
  'Sin RNC',
  'N/A',
  '-',
  '000000000',
];

test.each(withoutBuyer)('a sale to a consumer below the threshold has no buyer: %s', (rnc) => {
  const anonymous = { rnc, razonSocial: null, montoTotal: '294999.98', itbis: '44999.99' };
  for (const ncf of ['B0200000001', 'E320000000001']) {
    const { receipt } = read({ ...anonymous, ncf }, 'venta');
    expect(receipt.comprador).toEqual({ nombre: '' });
    expect(deriveSale(receipt, { rnc: own })!.row).not.toHaveProperty('rnc_cedula');
  }
  for (const [ncf, ncf_modificado] of [
    ['B0300000001', 'B0200000001'],
    ['B0400000001', 'b02-00000001'],
    ['E340000000001', 'E320000000001'],
  ] as const)
    expect(read({ ...anonymous, ncf, ncf_modificado }, 'venta').receipt.referencia?.ncf).toMatch(/^(B02|E32)/);
});

test.each(withoutBuyer)(
  'a sale from the threshold on names its buyer, and a note over another sale always: %s',
  (rnc) => {
    const high = { rnc, montoTotal: '295000.00', itbis: '45000.00' };
    const demanded = /^Falta el RNC o la cédula del cliente: .* menos de RD\$250,000\.00 sin impuestos/;
    for (const more of [
      { ncf: 'B0200000001' },
      { ncf: 'E320000000001' },
      { ncf: 'B0400000001', ncf_modificado: 'B0200000001' },
      { ncf: 'B0400000001', ncf_modificado: 'B0100000001', montoTotal: '1.00', itbis: '0' },
      { ncf: 'B1500000001' },
    ])
      expect(() => read({ ...high, ...more }, 'venta')).toThrow(demanded);
    expect(read({ ...high, ncf: 'B0200000001', rnc: 'PA123456' }, 'venta').receipt.comprador).toMatchObject({
      extranjero: 'PA123456',
    });
  },
);

test.each([
  ['moneda', 'USD'],
  ['Moneda', 'EUR'],
  ['currency', 'US$'],
])('a record whose field %s says %s is not in pesos', (name, currency) => {
  const of = (value: string) => () => read({ ...Object.fromEntries([[name, value]]) }, 'compra');
  expect(of(currency)).toThrow(`${name} dice «${currency}»: los montos van en pesos`);
  for (const pesos of ['DOP', 'RD$', '']) expect(of(pesos)).not.toThrow();
});

test('fields of text are read from numbers that lose nothing', () => {
  const { receipt, respuestas } = read({
    rnc: 132111117,
    fecha: 20260814,
    tipoBienesServicios: 9,
    formaPago: 1,
    fechaPago: 20260820,
  });
  expect([receipt.emisor.id, receipt.fecha]).toEqual(['132111117', '14-08-2026']);
  expect(respuestas).toEqual({ tipo_bienes_servicios: '09', forma_pago: '01', fecha_pago: '2026-08-20' });
  expect(read({ rnc: 40212345678, tipoIngreso: 1 }, 'venta').receipt).toMatchObject({
    comprador: { id: '40212345678' },
    tipoIngresos: '01',
  });
  expect(read({ fecha: 46_248 }).receipt.fecha).toBe('14-08-2026');
});

test.each<[Partial<reportes.RegistroCargado>, 'compra' | 'venta', RegExp]>([
  [{ rnc: 1234567897 }, 'compra', /^rnc es el número 1234567897 y puede haber perdido ceros/],
  // The cédula 00112345673 without its zeros.
  [{ rnc: 112345673 }, 'compra', /^rnc es el número 112345673 y puede haber perdido ceros/],
  [{ ncf: 'B0200000001', rnc: 12345 }, 'venta', /^rnc es el número 12345 y puede haber perdido ceros/],
  [{ ncf: 'B0200000001', rnc: '1.32111E+08' }, 'venta', /^«1.32111E\+08» es un número abreviado/],
  [{ fecha: 5112026 }, 'compra', /^«5112026» no es una fecha/],
  [{ ncf: 'B9900000001' }, 'compra', /no existe el tipo B99/],
  [{ ncf: 'B010000001' }, 'compra', /van 10 dígitos y tiene 9/],
  [{ ncf: 'B1600000001' }, 'compra', /^El 606 no admite comprobantes B16/],
  [{ ncf: 'B1300000001' }, 'venta', /^B13 es de una compra/],
  [{ rnc: '12345' }, 'compra', /^«12345» no es un RNC/],
  [{ rnc: '' }, 'venta', /^Falta el RNC o la cédula del cliente: solo pueden no llevarlo/],
  [{ rnc: '' }, 'compra', /^Falta el RNC o la cédula$/],
  [{ rnc: own }, 'compra', /^El suplidor es su propia empresa/],
  [{ fecha: '31-02-2026' }, 'compra', /no es una fecha/],
  [{ fecha: '2026-09-01' }, 'compra', /no ha llegado/],
  [{ montoTotal: 'mil' }, 'compra', /^Monto total: «mil» no es un monto/],
  [{ montoTotal: '' }, 'compra', /^Falta el monto total/],
  [{ montoTotal: null }, 'compra', /^Falta el monto total/],
  [{ montoTotal: '10000000000000000.00' }, 'compra', /^El monto total es demasiado grande/],
  [{ itbis: '1,180.01' }, 'compra', /^El ITBIS es mayor/],
  [{ otrosImpuestos: '1000.01' }, 'compra', /^Los impuestos son mayores/],
  [{ montoServicios: '1000.01' }, 'compra', /^Los servicios son más/],
  [{ ncf: 'B0400000001' }, 'compra', /^Falta el NCF que la nota modifica/],
  [{ ncf: 'B0400000001', ncf_modificado: 'X' }, 'compra', /^NCF modificado: «X» no es un NCF/],
  [{ formaPago: '9' }, 'compra', /^Forma de Pago: «9» no es uno de los códigos 01/],
  [{ montoBienes: '1000.01' }, 'compra', /^Los bienes son más/],
  [{ montoServicios: '400', montoBienes: '601' }, 'compra', /^Servicios y bienes no suman .* 1000\.00/],
  [{ itbisRetenido: '180.01' }, 'compra', /«ITBIS Retenido»: como mucho 180\.00/],
  [{ itbisAdelantar: '180.01' }, 'compra', /^El ITBIS por adelantar es mayor/],
  [{ itbisAdelantar: '180', itbisCosto: '1' }, 'compra', /^El ITBIS por adelantar no es/],
  [{ fechaPago: '13/08/2026' }, 'compra', /«Fecha Pago»: una fecha desde la del comprobante/],
  [{ tipoBienesServicios: '99' }, 'compra', /^Tipo Bienes y Servicios Comprados: «99»/],
  [{ efectivo: '1180.01' }, 'venta', /«Efectivo»: como mucho 1,180\.00/],
  [{ formaPago: '8' }, 'venta', /^La forma de pago/],
  [{ tipoIngreso: '7' }, 'venta', /^El tipo de ingreso/],
])('%o of a %s is rejected', (more, sentido, reason) => expect(() => read(more, sentido)).toThrow(reason));
