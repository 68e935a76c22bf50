import { esResumen, validate } from '@timbre/ecf';
import { decimal, formatDecimal, type TipoECF, tiposECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { presetBuyer } from './buyers.ts';
import { buildReceipt, type Order } from './receipt.ts';
import { lackingOfStandard } from './standard.ts';

const now = Date.UTC(2026, 5, 15, 15);
const issuer = { rnc: '199000056', razonSocial: 'Emisor Inventado SRL', datos: {} };
const vence = '31-12-2099' as Order['vence'];

/** A receipt of a type and total. Notes modify an invoice of the day before. */
function receiptOf(tipo: TipoECF, monto: string, tipoPago: Order['tipoPago'] = '1') {
  const small = tipo === '32' && Number(monto) < 250_000;
  const referencia = { ncf: 'E310000000001', fecha: '14-06-2026', codigo: '3', razon: 'Corrige montos' };
  const order = {
    tipo,
    numero: 7,
    vence: tipo === '32' || tipo === '34' ? undefined : vence,
    monto: decimal(monto),
    tipoPago,
    comprador: small ? null : presetBuyer(tipo, issuer.rnc),
    ...((tipo === '33' || tipo === '34') && { referencia }),
  } as Order;
  return { ...buildReceipt(issuer, order, now), FechaHoraFirma: '15-06-2026 10:00:00' };
}

/** Amounts of every size, the same each time. */
const amounts = Array.from({ length: 300 }, (_, i) => {
  const cents = (i * 2_654_435_761) % 10 ** (1 + (i % 12));
  return formatDecimal({ units: cents + 1, scale: 2 }, 2);
});

describe('a generated receipt', () => {
  test.each(tiposECF)(
    'a receipt of type %s has the requested total, whatever it is, and no fault',
    { tags: ['SI9-15'] },
    (tipo) => {
      for (const monto of amounts)
        for (const tipoPago of ['1', '2', '3'] as const) {
          const tree = receiptOf(tipo, monto, tipoPago);
          expect([monto, tree.Encabezado.Totales.MontoTotal]).toEqual([monto, monto]);
          // A gift with ITBIS is no credit to its buyer: the notice is right.
          const isGift = tipo === '31' && tipoPago === '3';
          const faults = validate('ECF', tree, { now }).filter(({ code }) => !(isGift && code === 'ECF-PAGO-03'));
          expect([monto, faults]).toEqual([monto, []]);
        }
    },
  );

  test('an invoice of 250,000.00 goes whole and names its buyer; below, it is summarised', () => {
    expect(esResumen(receiptOf('32', '249999.99'))).toBe(true);
    expect(esResumen(receiptOf('32', '250000.00'))).toBe(false);
    expect(receiptOf('32', '249999.99').Encabezado.Comprador).toEqual({ RazonSocialComprador: 'Consumidor Final' });
  });

  test('a receipt never has its issuer as its buyer', { tags: ['SI9-17'] }, () => {
    for (const tipo of tiposECF) {
      const usual = presetBuyer(tipo, issuer.rnc);
      if (usual?.razonSocial.endsWith('SRL')) expect(presetBuyer(tipo, usual.rnc)!.rnc).not.toBe(usual.rnc);
    }
  });
});

test('the standard quantities lack the classes that are not accepted, consumer invoices by summary and whole', () => {
  const all = [
    ...tiposECF.map((tipo) => ({ tipo, resumen: false, aceptados: 4 })),
    { tipo: '32', resumen: true, aceptados: 4 },
  ];
  expect(lackingOfStandard(all)).toEqual([]);
  expect(lackingOfStandard(all.filter(({ resumen }) => !resumen))).toEqual(['resúmenes de 32 (0 de 4)']);
  expect(lackingOfStandard(all.map((one) => (one.tipo === '45' ? { ...one, aceptados: 1 } : one)))).toEqual([
    '45 (1 de 2)',
  ]);
});
