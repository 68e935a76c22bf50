import { compare, sum, zero } from '@timbre/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bill,
  contextOf,
  failureOf,
  type Json,
  line,
  outcomeOf,
  receiptOf,
  rowOf,
  tax,
  texts,
} from '../../testing/quickbooks-bill.ts';
import * as reports from '../index.ts';
import { taxOfAccount, taxOfName, withheldOfName } from './names.ts';

describe('amounts and taxes', () => {
  test('the base is the total less all taxes, which go to the fields of their names', { tags: ['SR5-24'] }, () => {
    const TaxLine = [
      tax('ITBIS 18%', 180, 18, 1000),
      tax('Propina legal', 100),
      tax('Impuesto Selectivo al Consumo', 20),
      tax('Tasa de Turismo', 10),
    ];
    const { row, why } = rowOf({ TxnTaxDetail: { TotalTax: 310, TaxLine }, TotalAmt: 1310 });
    expect(
      texts(row.total_monto_facturado, row.itbis_facturado, row.propina_legal, row.isc, row.otros_impuestos),
    ).toEqual(['1000.00', '180.00', '100.00', '20.00', '10.00']);
    expect([why.itbis_facturado?.code, why.total_monto_facturado?.code]).toEqual(['D-QB-IMPUESTO', 'D-QB-SUBTOTAL']);
  });

  test.each([
    ['Selectivo a las telecomunicaciones', 'isc'],
    ['ISC 2%', 'isc'],
    ['Service Charge', 'propina'],
    ['Arancel de aduanas', 'otros'],
    ['Tasa municipal', 'otros'],
    ['Impuesto al consumo', 'otros'],
    ['Impuesto ambiental', 'otros'],
    ['Impuesto al lujo', 'otros'],
    ['Hospedaje', 'otros'],
    ['Turismo', 'otros'],
    ['Combustibles', 'otros'],
    ['Carbono', 'otros'],
    ['CDT 2%', 'otros'],
    ['cdt', 'otros'],
    ['C.D.T. (2%)', 'otros'],
    ['CDT Telecom contribucion 2%', 'otros'],
    ['Contribución al Desarrollo de las Telecomunicaciones', 'otros'],
    ['CONTRIBUCIÓN INDOTEL', 'otros'],
    ['Telecom contribution', 'otros'],
    ['I.S.C. telecomunicaciones 10%', 'isc'],
    ['Excise tax', 'isc'],
    ['Seguros 16%', 'isc'],
    ['Propina Legal 10%', 'propina'],
    ['10% de ley', 'propina'],
    ['Tip', 'propina'],
    ['ITBIS 18%', 'itbis'],
    ['I.T.B.I.S. por adelantar', 'itbis'],
    ['ITBIS hospedaje', 'itbis'],
    ['ITBIS Telecomunicaciones 18%', 'itbis'],
    ['Impuesto a la Transferencia de Bienes Industrializados y Servicios', 'itbis'],
    ['Transferencias bancarias 0.15%', 'otros'],
    ['ITBIS y propina', undefined],
    ['CDT + ITBIS', undefined],
    ['ITBIS percibido', undefined],
    ['Lo que sea', undefined],
    ['Tax', undefined],
    ['', undefined],
  ])('the tax «%s» is %s', { tags: ['SR5-25'] }, (name, kind) => expect(taxOfName(name)).toBe(kind));

  test('the contribution of 2 % on telephone bills is another tax and no credit', { tags: ['SR5-25'] }, () => {
    for (const name of ['CDT 2%', 'Contribución Telecomunicaciones (CDT)']) {
      const detail = { TotalTax: 20, TaxLine: [tax(name, 20, 2, 1000)] };
      const { row } = rowOf({ TxnTaxDetail: detail, TotalAmt: 1020 });
      expect(texts(row.total_monto_facturado, row.itbis_facturado, row.itbis_adelantar, row.otros_impuestos)).toEqual([
        '1000.00',
        undefined,
        undefined,
        '20.00',
      ]);
    }
    const whole = [tax('ITBIS 18%', 180, 18, 1000), tax('ISC 10%', 100, 10, 1000), tax('CDT 2%', 20, 2, 1000)];
    const { row } = rowOf({ TxnTaxDetail: { TotalTax: 300, TaxLine: whole }, TotalAmt: 1300 });
    expect(texts(row.itbis_adelantar, row.isc, row.otros_impuestos)).toEqual(['180.00', '100.00', '20.00']);
  });

  test.each<[string, Json]>([
    ['with a name of no tax', { TotalTax: 180, TaxLine: [tax('Cargo especial', 180, 18, 1000)] }],
    ['with the names of two', { TotalTax: 180, TaxLine: [tax('ITBIS y CDT', 180, 18, 1000)] }],
    ['without a name at a rate that is not of ITBIS', { TotalTax: 20, TaxLine: [tax('', 20, 2, 1000)] }],
    ['without a name or a base, at 2 %', { TotalTax: 20, TaxLine: [tax('', 20)] }],
    ['with a rate for a name that its amount is not', { TotalTax: 20, TaxLine: [tax('18%', 20, 18, 1000)] }],
    ['as a total alone that is 2 %', { TotalTax: 20 }],
    ['beside ITBIS, without a name', { TotalTax: 200, TaxLine: [tax('ITBIS', 180, 18, 1000), tax('', 20, 2, 1000)] }],
  ])('a tax %s becomes a question, and is never ITBIS', { tags: ['SR5-25'] }, (_, TxnTaxDetail) => {
    const { TotalTax } = TxnTaxDetail as { TotalTax: number };
    for (const entity of ['Bill', 'Invoice'] as const)
      expect(failureOf({ ...bill, TxnTaxDetail, TotalAmt: 1000 + TotalTax }, entity)?.codigo).toBe(
        'QB-IMPUESTO-SIN-NOMBRE',
      );
  });

  test('the question names the tax and its amount', () => {
    const TxnTaxDetail = { TotalTax: 180, TaxLine: [tax('Cargo especial', 180, 18, 1000)] };
    expect(failureOf({ ...bill, TxnTaxDetail })?.motivo).toMatch(
      /^El impuesto «Cargo especial» de 180\.00 no dice cuál es/,
    );
  });

  test('a tax without a name is ITBIS where it is 18 % or 16 % of its base', () => {
    const itbis = (json: Json) => texts(receiptOf(json).figures.taxes.itbis);
    expect(itbis({ TxnTaxDetail: { TotalTax: 180 } })).toEqual(['180.00']);
    expect(itbis({ TxnTaxDetail: { TotalTax: 160, TaxLine: [tax('', 160, 16, 1000)] }, TotalAmt: 1160 })).toEqual([
      '160.00',
    ]);
    const partly = { Line: [line('Compras', 500, 'TAX'), line('Compras', 500, 'NON')] };
    expect(itbis({ ...partly, TxnTaxDetail: { TotalTax: 90 }, TotalAmt: 1090 })).toEqual(['90.00']);
    expect(itbis({ TxnTaxDetail: { TotalTax: 0, TaxLine: [tax('Exento', 0, 0, 1000)] }, TotalAmt: 1000 })).toEqual([
      '0.00',
    ]);
  });

  test.each([
    ['ITBIS retenido 30%', 'itbisRetenido'],
    ['Retención de ITBIS', 'itbisRetenido'],
    ['ISR percibido', 'isrPercibido'],
    ['Impuesto sobre la Renta percibido', 'isrPercibido'],
    ['Retención ISR 10%', 'isrRetenido'],
    ['ITBIS por pagar', undefined],
    ['Renta de local', undefined],
  ])('the account or tax «%s» withholds %s', { tags: ['SR5-28'] }, (name, kind) =>
    expect(withheldOfName(name)).toBe(kind),
  );

  test.each([
    ['Impuesto selectivo', 'isc'],
    ['Gastos misceláneos', undefined],
    ['Contribución CDT', 'otros'],
    ['CDT', 'otros'],
    ['Impuesto municipal', 'otros'],
    ['Teléfono y telecomunicaciones', undefined],
  ])('the account of expenses «%s» is %s', { tags: ['SR5-27'] }, (name, kind) => expect(taxOfAccount(name)).toBe(kind));

  test('a difference up to 1 with the total of taxes goes to the ITBIS, or to other taxes; a larger one is reported', {
    tags: ['SR5-26'],
  }, () => {
    const off = (TotalTax: number, name = 'ITBIS 18%') => ({
      TxnTaxDetail: { TotalTax, TaxLine: [tax(name, 180)] },
      TotalAmt: 1180,
    });
    expect(texts(receiptOf(off(180.01)).figures.taxes.itbis)).toEqual(['180.00']);
    const adjusted = receiptOf(off(181));
    expect([...texts(adjusted.figures.taxes.itbis), adjusted.receipt.razones?.itbis]).toEqual([
      '181.00',
      'D-QB-AJUSTE',
    ]);
    expect(texts(receiptOf(off(180.5, 'Turismo')).figures.taxes.otros)).toEqual(['180.50']);
    expect(failureOf({ ...bill, ...off(181.01) })).toMatchObject({ codigo: 'QB-IMPUESTOS' });
  });

  test('withholding in lines or taxes is no part of the billed amount', { tags: ['SR5-28'] }, () => {
    const held = [line('ITBIS retenido', -54), line('Retención ISR', -100), line('ISR percibido', -10)];
    const { figures, receipt } = receiptOf({ Line: [line('Honorarios', 1000), ...held], TotalAmt: 1016 });
    expect(texts(figures.total, figures.base, figures.withheld.isrPercibido)).toEqual(['1180.00', '1000.00', '10.00']);
    expect(texts(receipt.retenido?.itbis, receipt.retenido?.isr)).toEqual(['54.00', '100.00']);
    const TaxLine = [tax('ITBIS 18%', 180), tax('Retención ITBIS', -54)];
    expect(texts(receiptOf({ TxnTaxDetail: { TotalTax: 126, TaxLine }, TotalAmt: 1126 }).figures.total)).toEqual([
      '1180.00',
    ]);
  });

  test('the ITBIS that an expense does not state is estimated, gives no credit, and is to be answered', {
    tags: ['SR5-29'],
  }, () => {
    const untaxed = {
      TxnTaxDetail: undefined,
      Line: [line('Compras', 1180, 'TAX'), line('Compras', 500, 'NON')],
      TotalAmt: 1680,
    };
    const { row, why, pending } = rowOf(untaxed);
    expect(texts(row.itbis_facturado, row.total_monto_facturado, row.itbis_adelantar)).toEqual([
      '180.00',
      '1500.00',
      undefined,
    ]);
    expect([why.itbis_facturado?.mark, pending.includes('itbis_facturado')]).toEqual(['estimado', true]);
    expect(texts(receiptOf(untaxed, 'Invoice').figures.taxes.itbis)).toEqual(['0.00']);
  });

  test('foreign currency is converted by the rate of the document; amounts have no sign', { tags: ['SR5-24'] }, () => {
    const { row } = rowOf({ CurrencyRef: { value: 'USD' }, ExchangeRate: 60.125 });
    expect(texts(row.total_monto_facturado, row.itbis_facturado)).toEqual(['60125.00', '10822.50']);
    const negative = { TotalAmt: -1180, TxnTaxDetail: { TotalTax: -180, TaxLine: [tax('ITBIS', -180)] } };
    expect(texts(rowOf(negative).row.total_monto_facturado)).toEqual(['1000.00']);
  });

  test.each<[string, number | undefined]>([
    ['USD', undefined],
    ['USD', 1],
    ['usd', 1],
    ['USD', 0],
    ['USD', -60.125],
    ['USD', 0.0166],
    ['USD', 60125],
    ['EUR', 1],
    ['COP', 1],
  ])(
    '%s at %s is a fault that names the currency and the rate, and never pesos',
    { tags: ['SR5-24'] },
    (value, ExchangeRate) => {
      for (const entity of ['Bill', 'Invoice'] as const) {
        const failure = failureOf({ ...bill, CurrencyRef: { value }, ExchangeRate }, entity);
        expect(failure?.codigo).toBe('QB-MONEDA');
        expect(failure?.motivo).toMatch(new RegExp(`^Está en ${value.toUpperCase()} y .*tasa de cambio.*: póngala`));
      }
    },
  );

  test('books in another currency make no receipt of what is in theirs, but of what is in pesos', () => {
    const directory = reports.emptyDirectory();
    reports.addToDirectory(directory, 'Preferences', { CurrencyPrefs: { HomeCurrency: { value: 'USD' } } });
    const codeOf = (json: Json) => {
      const outcome = outcomeOf('Bill', { ...bill, ...json }, contextOf({ directory }));
      return 'failure' in outcome ? outcome.failure.codigo : 'receipt';
    };
    expect(codeOf({})).toBe('QB-MONEDA-LIBROS');
    expect(codeOf({ CurrencyRef: { value: 'USD' }, ExchangeRate: 1 })).toBe('QB-MONEDA-LIBROS');
    expect(codeOf({ CurrencyRef: { value: 'EUR' }, ExchangeRate: 60 })).toBe('QB-MONEDA-LIBROS');
    expect(codeOf({ CurrencyRef: { value: 'DOP' }, ExchangeRate: 0.0166 })).toBe('receipt');
  });

  test('the parts always add up to the billed amount', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 }).map((n) => n / 100);
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: -100, max: 100 }), (base, itbis, off) => {
        const TaxLine = [tax('ITBIS', itbis), tax('Propina', 1)];
        const TotalTax = Number((itbis + 1 + off / 100).toFixed(2));
        const TotalAmt = Number((base + TotalTax).toFixed(2));
        if (itbis + off / 100 < 0) return;
        const { figures, receipt } = receiptOf({
          Line: [line('x', base)],
          TxnTaxDetail: { TotalTax, TaxLine },
          TotalAmt,
        });
        expect(compare(sum([figures.base, ...Object.values(figures.taxes)]), figures.total)).toBe(0);
        const { gravado18, gravado16, gravado0, exento } = receipt.totales;
        expect(compare(sum([gravado18, gravado16, gravado0, exento].map((part) => part ?? zero)), figures.base)).toBe(
          0,
        );
      }),
    );
  });
});
