import { decimal } from '@timbre/values';
import { expect, test } from 'vitest';
import { type ECFLike, receiptFromECF } from './from-ecf.ts';
import { derivePurchase } from './purchase.ts';

const restaurant: ECFLike = {
  Encabezado: {
    IdDoc: {
      eNCF: 'E310000000001',
      TipoIngresos: '01',
      TipoPago: '1',
      TablaFormasPago: { FormaDePago: [{ FormaPago: '3', MontoPago: '1280.00' }] },
    },
    Emisor: { RNCEmisor: '132111117', RazonSocialEmisor: 'Restaurante Inventado SRL', FechaEmision: '14-08-2026' },
    Comprador: { RNCComprador: '132000005', RazonSocialComprador: 'Comercial Ejemplo SRL' },
    Totales: {
      MontoGravadoI1: '1000.00',
      TotalITBIS: '180.00',
      ImpuestosAdicionales: { ImpuestoAdicional: [{ TipoImpuesto: '001', OtrosImpuestosAdicionales: '100.00' }] },
    },
  },
  DetallesItems: { Item: [{ IndicadorFacturacion: '1', IndicadorBienoServicio: '2', MontoItem: '1000.00' }] },
};

test('a received e-CF is read with parties, day, lines, totals, tip and payment', () => {
  const receipt = receiptFromECF(restaurant)!;
  expect(receipt.impuestos).toEqual([{ codigo: '001', monto: decimal('100.00') }]);
  const [{ row, pending }] = derivePurchase(receipt, { rnc: '132000005' }) as [
    ReturnType<typeof derivePurchase>[number],
  ];
  expect([row.rnc_cedula, row.monto_servicios, row.propina_legal, row.forma_pago, row.fecha_pago]).toEqual([
    '132111117',
    decimal('1000.00'),
    decimal('100.00'),
    '03',
    '14-08-2026',
  ]);
  expect(pending).toEqual(['tipo_bienes_servicios', 'itbis_costo', 'itbis_proporcionalidad', 'itbis_retenido']);
});

test('a note names its receipt, and both excises of a code count', () => {
  const receipt = receiptFromECF({
    ...restaurant,
    Encabezado: {
      ...restaurant.Encabezado,
      Totales: {
        ImpuestosAdicionales: {
          ImpuestoAdicional: [
            { TipoImpuesto: '006', MontoImpuestoSelectivoConsumoEspecifico: '5.00' },
            { TipoImpuesto: '023', MontoImpuestoSelectivoConsumoAdvalorem: '7.00' },
          ],
        },
        TotalITBISRetenido: '3.00',
      },
    },
    InformacionReferencia: { NCFModificado: 'E310000000009', FechaNCFModificado: '01-07-2026' },
  })!;
  expect(receipt.referencia).toEqual({ ncf: 'E310000000009', fecha: '01-07-2026' });
  expect(receipt.impuestos!.map(({ codigo }) => codigo)).toEqual(['006', '023']);
  expect(receipt.retenido).toEqual({ itbis: decimal('3.00'), isr: undefined });
});

test('a document without a number or a day is no receipt, and unreadable values are missing', () => {
  expect(receiptFromECF({})).toBeUndefined();
  expect(
    receiptFromECF({ Encabezado: { IdDoc: { eNCF: 'E310000000001' }, Emisor: { FechaEmision: '31-02-2026' } } }),
  ).toBeUndefined();
  const odd = { DetallesItems: { Item: [{ IndicadorFacturacion: '9', IndicadorBienoServicio: '1', MontoItem: 'x' }] } };
  expect(receiptFromECF({ ...restaurant, ...odd })!.lineas).toEqual([]);
});
