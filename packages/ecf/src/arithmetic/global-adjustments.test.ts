import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecfs } from '../../testing/sound-documents.ts';
import { checkRules } from '../rules/check.ts';
import { computeTotals } from './compute.ts';
import type { Ajuste, Draft, Item } from './draft.ts';

/** A valid invoice of one kind of price with these lines and adjustments, and no computed amount. */
function invoice(Item: readonly Item[], ajustes: readonly Ajuste[], incluido: boolean, moneda?: object): Draft {
  const { TablaFormasPago: _, ...IdDoc } = ecfs['31'].Encabezado.IdDoc;
  return {
    ...ecfs['31'],
    Encabezado: {
      ...ecfs['31'].Encabezado,
      IdDoc: { ...IdDoc, IndicadorMontoGravado: incluido ? '1' : '0' },
      Totales: {},
      ...(moneda === undefined ? {} : { OtraMoneda: moneda }),
    },
    DetallesItems: { Item },
    ...(ajustes.length === 0 ? {} : { DescuentosORecargos: { DescuentoORecargo: ajustes } }),
  };
}

const line = (IndicadorFacturacion: string, CantidadItem: string, PrecioUnitarioItem: string): Item => ({
  IndicadorFacturacion,
  NombreItem: 'Artículo',
  IndicadorBienoServicio: '1',
  CantidadItem,
  PrecioUnitarioItem,
});

const discount = (MontoDescuentooRecargo: string, IndicadorFacturacionDescuentooRecargo: string): Ajuste => ({
  TipoAjuste: 'D',
  TipoValor: '$',
  MontoDescuentooRecargo,
  IndicadorFacturacionDescuentooRecargo,
});

/** The amounts of E310000000004 in a certification workbook of the DGII, verbatim; its parties are left out. */
const official = {
  lines: [line('1', '50.00', '220.00'), line('1', '45.00', '85.00'), line('2', '56.00', '67.00')],
  adjustments: [discount('200.00', '1'), discount('50.00', '2')],
  totals: {
    MontoGravadoTotal: '15548.04',
    MontoGravadoI1: '12363.56',
    MontoGravadoI2: '3184.48',
    ITBIS1: '18',
    ITBIS2: '16',
    TotalITBIS: '2734.96',
    TotalITBIS1: '2225.44',
    TotalITBIS2: '509.52',
    MontoTotal: '18283.00',
  },
};

describe("a row of the DGII's own data whose prices hold ITBIS, with a global discount at 18 % and one at 16 %", () => {
  const { lines, adjustments, totals } = official;

  it('the row of the DGII is computed to the cent: 3752 / 1.16 − 50 = 3184.48', { tags: ['P3.1'] }, () => {
    expect(computeTotals(invoice(lines, adjustments, true)).Encabezado?.Totales).toEqual(totals);
  });

  it('the row of the DGII breaks no rule, and one with the discount subtracted before dividing does', () => {
    const whole = computeTotals(invoice(lines, adjustments, true));
    expect(checkRules('ECF', whole)).toEqual([]);
    const before = { ...whole.Encabezado, Totales: { ...totals, MontoGravadoI2: '3191.38' } };
    expect(checkRules('ECF', { ...whole, Encabezado: before }).map(({ code }) => code)).toContain('ECF-TOTALES-02');
  });
});

// An independent computation from the text of the Formato e-CF, in exact fractions; it uses none of the code under test.

/** n / d, exactly. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}
const fraction = (text: string): Fraction => {
  const [whole = '', decimals = ''] = text.split('.');
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
};
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
const over = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d, d: a.d * b.n });
const total = (all: readonly Fraction[]): Fraction => all.reduce(plus, { n: 0n, d: 1n });

/** Rounds to so many decimals, half away from zero. @source Informe Técnico §13, p. 21 */
function rounded({ n, d }: Fraction, decimals: number): string {
  const scaled = (n < 0n ? -n : n) * 10n ** BigInt(decimals);
  const digits = String((2n * scaled + d) / (2n * d)).padStart(decimals + 1, '0');
  const sign = n < 0n && /[1-9]/.test(digits) ? '-' : '';
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
const cents = (a: Fraction): string => rounded(a, 2);

const rates = ['0.18', '0.16', '0'] as const;

interface Sale {
  readonly incluido: boolean;
  /** Index 0 … 3 of IndicadorFacturacion 1 … 4, quantity, price. */
  readonly lines: readonly (readonly [number, string, string])[];
  /** The same index, D or R, money or percent. */
  readonly adjustments: readonly { on: number; tipo: 'D' | 'R'; monto?: string; porcentaje?: string }[];
  readonly cambio: string | undefined;
}

/** Fields 93-96, 100-103 and 110; in the other currency 123-126, 127-130 and 137, on fields 35-38 of the lines and 8 of section D. */
function secondComputation({ incluido, lines, adjustments, cambio }: Sale) {
  const one = fraction('1');
  const rate = (on: number) => fraction(rates[on] ?? '0');
  /** The sum of the lines of an indicator, without the ITBIS that their prices include. */
  const net = (montos: readonly Fraction[], on: number) =>
    incluido ? over(total(montos), plus(one, rate(on))) : total(montos);
  const areaOf = (montoOf: (quantity: string, price: string) => string, ajusteOf: (i: number) => string) => {
    const montos = (on: number) => lines.filter(([i]) => i === on).map(([, q, p]) => fraction(montoOf(q, p)));
    const signed = (on: number) =>
      adjustments.flatMap((a, i) => (a.on === on ? [fraction((a.tipo === 'D' ? '-' : '') + ajusteOf(i))] : []));
    const base = [0, 1, 2, 3].map((on) =>
      lines.some(([i]) => i === on) ? cents(plus(net(montos(on), on), total(signed(on)))) : undefined,
    );
    const tax = [0, 1, 2].map((on) => base[on] && cents(times(fraction(base[on]), rate(on))));
    const sumOf = (texts: readonly (string | undefined)[]) => cents(total(texts.map((text) => fraction(text ?? '0'))));
    return { base, tax, MontoTotal: sumOf([...base, ...tax]) };
  };
  const montoItem = (q: string, p: string) => cents(times(fraction(q), fraction(p)));
  const montoAjuste = (i: number) => {
    const { on, monto, porcentaje } = adjustments[i]!;
    if (monto !== undefined) return monto;
    const montos = lines.filter(([j]) => j === on).map(([, q, p]) => fraction(montoItem(q, p)));
    return cents(times(net(montos, on), over(fraction(porcentaje ?? '0'), fraction('100'))));
  };
  const exchange = fraction(cambio ?? '1');
  return {
    ajustes: adjustments.map((_, i) => montoAjuste(i)),
    pesos: areaOf(montoItem, montoAjuste),
    moneda: areaOf(
      (q, p) => cents(times(fraction(q), fraction(rounded(over(fraction(p), exchange), 4)))),
      (i) => cents(over(fraction(montoAjuste(i)), exchange)),
    ),
  };
}

const inCents = (min: number, max: number) => fc.integer({ min, max }).map((n) => (n / 100).toFixed(2));
const sale: fc.Arbitrary<Sale> = fc
  .array(fc.tuple(fc.nat({ max: 3 }), inCents(1, 10_000), inCents(10_000, 10_000_000)), { minLength: 1, maxLength: 8 })
  .chain((lines) => {
    const on = fc.constantFrom(...new Set(lines.map(([i]) => i)));
    const tipo = fc.constantFrom<'D' | 'R'>('D', 'R');
    return fc.record({
      incluido: fc.boolean(),
      lines: fc.constant(lines),
      adjustments: fc.array(
        fc.oneof(fc.record({ on, tipo, monto: inCents(1, 5) }), fc.record({ on, tipo, porcentaje: inCents(1, 2000) })),
        { maxLength: 4 },
      ),
      cambio: fc.constantFrom(undefined, '57.0000', '61.1234'),
    });
  });

const drafted = ({ incluido, lines, adjustments, cambio }: Sale): Draft =>
  invoice(
    lines.map(([on, quantity, price]) => line(String(on + 1), quantity, price)),
    adjustments.map(({ on, tipo, monto, porcentaje }) => ({
      TipoAjuste: tipo,
      TipoValor: monto === undefined ? '%' : '$',
      ...(monto === undefined ? {} : { MontoDescuentooRecargo: monto }),
      ...(porcentaje === undefined ? {} : { ValorDescuentooRecargo: porcentaje }),
      IndicadorFacturacionDescuentooRecargo: String(on + 1),
    })),
    incluido,
    cambio === undefined ? undefined : { TipoMoneda: 'USD', TipoCambio: cambio },
  );

describe('a second computation, from the text of the format alone', () => {
  it('a second computation gives the same amounts to the cent: all rates, ITBIS included or not, $ and %, D and R', {
    tags: ['P3.1'],
  }, () => {
    fc.assert(
      fc.property(sale, (sold) => {
        const whole = computeTotals(drafted(sold));
        const { Totales = {}, OtraMoneda = {} } = whole.Encabezado ?? {};
        const { ajustes, pesos, moneda } = secondComputation(sold);
        const adjustments = whole.DescuentosORecargos?.DescuentoORecargo ?? [];
        expect(adjustments.map((a) => a.MontoDescuentooRecargo)).toEqual(ajustes);
        const { MontoGravadoI1, MontoGravadoI2, MontoGravadoI3, MontoExento } = Totales;
        expect([MontoGravadoI1, MontoGravadoI2, MontoGravadoI3, MontoExento]).toEqual(pesos.base);
        expect([Totales.TotalITBIS1, Totales.TotalITBIS2, Totales.TotalITBIS3]).toEqual(pesos.tax);
        expect(Totales.MontoTotal).toBe(pesos.MontoTotal);
        if (sold.cambio !== undefined) {
          const o = OtraMoneda;
          expect([
            o.MontoGravado1OtraMoneda,
            o.MontoGravado2OtraMoneda,
            o.MontoGravado3OtraMoneda,
            o.MontoExentoOtraMoneda,
          ]).toEqual(moneda.base);
          expect([o.TotalITBIS1OtraMoneda, o.TotalITBIS2OtraMoneda, o.TotalITBIS3OtraMoneda]).toEqual(moneda.tax);
          expect(o.MontoTotalOtraMoneda).toBe(moneda.MontoTotal);
        }
        expect(checkRules('ECF', whole)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

describe('half a cent of a percentage', () => {
  it('half a cent of a percentage is rounded up: 0.30 / 1.16 × 5.8 % = 0.015', () => {
    const ajuste: Ajuste = {
      TipoAjuste: 'D',
      TipoValor: '%',
      ValorDescuentooRecargo: '5.80',
      IndicadorFacturacionDescuentooRecargo: '2',
    };
    const done = computeTotals(invoice([line('2', '1.00', '0.30')], [ajuste], true));
    expect(done.DescuentosORecargos?.DescuentoORecargo?.[0]?.MontoDescuentooRecargo).toBe('0.02');
  });
});

describe('the other currency', () => {
  const USD = { TipoMoneda: 'USD', TipoCambio: '50.0000' };

  it('a global adjustment is subtracted after the ITBIS in the other currency too, at both rates', () => {
    const adjustments = [discount('118.00', '1'), discount('116.00', '2')];
    const lines = [line('1', '1.00', '1180.00'), line('2', '1.00', '1160.00')];
    expect(computeTotals(invoice(lines, adjustments, true, USD)).Encabezado?.OtraMoneda).toMatchObject({
      MontoGravado1OtraMoneda: '17.64',
      MontoGravado2OtraMoneda: '17.68',
    });
  });

  it('an adjustment without IndicadorFacturacion is subtracted where all lines have the same', () => {
    const { IndicadorFacturacionDescuentooRecargo: _, ...unnamed } = discount('100.00', '1');
    const done = computeTotals(invoice([line('1', '1.00', '1000.00')], [unnamed], false, USD));
    expect(done.Encabezado?.Totales?.MontoGravadoI1).toBe('900.00');
    expect(done.Encabezado?.OtraMoneda?.MontoGravado1OtraMoneda).toBe('18.00');
  });
});
