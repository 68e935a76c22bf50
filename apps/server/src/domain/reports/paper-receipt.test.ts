import type { reportes } from '@timbre/contract';
import { amountsOf, derivePurchase, deriveSale } from '@timbre/reports';
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

test('a receipt that the company issues for its purchase names the seller', () => {
  expect(read({ ncf: 'B1100000001', rnc: '00100000017' }).receipt).toMatchObject({
    emisor: { id: own },
    comprador: { id: '00100000017' },
  });
  expect(read({ ncf: 'B1300000001', rnc: '' }).receipt.emisor.id).toBe(own);
  expect(read({ ncf: 'B1700000001', rnc: 'PA-1' }).receipt.comprador).toMatchObject({ extranjero: 'PA1' });
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

test.each<[Partial<reportes.RegistroCargado>, 'compra' | 'venta', RegExp]>([
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
  [{ montoTotal: '10000000000000000.00' }, 'compra', /^El monto total es demasiado grande/],
  [{ itbis: '1,180.01' }, 'compra', /^El ITBIS es mayor/],
  [{ otrosImpuestos: '1000.01' }, 'compra', /^Los impuestos son mayores/],
  [{ montoServicios: '1000.01' }, 'compra', /^Los servicios son más/],
  [{ ncf: 'B0400000001' }, 'compra', /^Falta el NCF que la nota modifica/],
  [{ ncf: 'B0400000001', ncf_modificado: 'X' }, 'compra', /^NCF modificado: «X» no es un NCF/],
  [{ formaPago: '9' }, 'compra', /^La forma de pago/],
  [{ formaPago: '8' }, 'venta', /^La forma de pago/],
  [{ tipoIngreso: '7' }, 'venta', /^El tipo de ingreso/],
])('%o of a %s is rejected', (more, sentido, reason) => expect(() => read(more, sentido)).toThrow(reason));
