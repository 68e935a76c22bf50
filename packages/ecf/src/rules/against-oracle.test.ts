import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecfs } from '../../testing/sound-documents.ts';
import { computeTotals } from '../arithmetic/compute.ts';
import type { Draft, Item, Pagina } from '../arithmetic/draft.ts';
import { checkRules } from './check.ts';

// Second implementations of three kinds of rules, written from the text of the official format alone, in whole cents.

/** Amount of cents as the documents write it. */
const money = (cents: number): string => (cents / 100).toFixed(2);

/** The codes of one family that a document breaks, each once. */
const broken = (tree: Draft, family: RegExp): readonly string[] =>
  [...new Set(checkRules('ECF', tree).map(({ code }) => code))].filter((code) => family.test(code)).sort();

interface LineOf {
  readonly indicador: 0 | 1 | 2 | 3 | 4;
  /** Price of the line, in cents: one unit of it. */
  readonly cents: number;
  /** Whether it pays the contribution to telecommunications (002, 2 %). */
  readonly cdt: boolean;
}

const line: fc.Arbitrary<LineOf> = fc.record({
  indicador: fc.constantFrom(0, 1, 2, 3, 4),
  cents: fc.integer({ min: 5_000, max: 9_000_000 }),
  cdt: fc.boolean(),
});

const itemOf = ({ indicador, cents, cdt }: LineOf): Item => ({
  IndicadorFacturacion: String(indicador) as '1',
  NombreItem: 'Artículo',
  IndicadorBienoServicio: '1',
  CantidadItem: '1.00',
  PrecioUnitarioItem: money(cents),
  ...(cdt && indicador !== 0 ? { TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '002' }] } } : {}),
});

const base = ecfs['45'];

const documentOf = (lines: readonly LineOf[], more: object = {}): Draft =>
  computeTotals({
    ...base,
    Encabezado: { ...base.Encabezado, Totales: {} },
    DetallesItems: { Item: lines.map(itemOf) },
    ...more,
  });

describe('rates of ITBIS in the totals', () => {
  it('a rate without an item of its indicator is refused, and one with an item is not', () => {
    const stated = fc.record({ ITBIS1: fc.boolean(), ITBIS2: fc.boolean(), ITBIS3: fc.boolean() });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), stated, (lines, states) => {
        const whole = documentOf(lines);
        const rates = { ITBIS1: '18', ITBIS2: '16', ITBIS3: '0' };
        const added = Object.fromEntries(
          Object.entries(rates).filter(([tag]) => states[tag as keyof typeof states]),
        ) as object;
        const tree = {
          ...whole,
          Encabezado: { ...whole.Encabezado, Totales: { ...whole.Encabezado?.Totales, ...added } },
        };
        const isExpected = ([1, 2, 3] as const).some(
          (rate) => states[`ITBIS${rate}`] && !lines.some(({ indicador }) => indicador === rate),
        );
        expect(broken(tree, /^ECF-TASA-/)).toEqual(isExpected ? ['ECF-TASA-03'] : []);
      }),
    );
  });
});

/** The fields of a page, with the code of the rule that compares each with its lines. */
const fieldsOfPage = {
  SubtotalMontoGravado1Pagina: 'ECF-PAGINA-09',
  SubtotalMontoGravado2Pagina: 'ECF-PAGINA-10',
  SubtotalMontoGravado3Pagina: 'ECF-PAGINA-11',
  SubtotalExentoPagina: 'ECF-PAGINA-12',
  SubtotalItbis1Pagina: 'ECF-PAGINA-13',
  SubtotalItbis2Pagina: 'ECF-PAGINA-14',
  SubtotalMontoNoFacturablePagina: 'ECF-PAGINA-19',
} as const;
type Field = keyof typeof fieldsOfPage;

/** The amount of each field of a page, by the text of section E. */
function pageOracle(lines: readonly LineOf[]): Record<Field, number> & { readonly otros: number } {
  const of = (wanted: number) =>
    lines.filter(({ indicador }) => indicador === wanted).reduce((all, { cents }) => all + cents, 0);
  const taxed = lines.filter(({ cdt, indicador }) => cdt && indicador !== 0);
  return {
    SubtotalMontoGravado1Pagina: of(1),
    SubtotalMontoGravado2Pagina: of(2),
    SubtotalMontoGravado3Pagina: of(3),
    SubtotalExentoPagina: of(4),
    SubtotalItbis1Pagina: Math.round((of(1) * 18) / 100),
    SubtotalItbis2Pagina: Math.round((of(2) * 16) / 100),
    SubtotalMontoNoFacturablePagina: of(0),
    otros: Math.round(taxed.reduce((all, { cents }) => all + cents, 0) * 0.02),
  };
}

const fields = Object.keys(fieldsOfPage) as Field[];

/** A page with the amounts of its lines; `shift` cents are added to one of them. */
function pageOf(lines: readonly LineOf[], from: number, at: number, field?: Field, shift = 0): Pagina {
  const { otros, ...amounts } = pageOracle(lines);
  if (field !== undefined) amounts[field] += shift;
  const present = fields.filter((name) => amounts[name] !== 0);
  const tax = {
    SubtotalImpuestoAdicionalPagina: money(otros),
    SubtotalImpuestoAdicional: { SubtotalOtrosImpuesto: money(otros) },
  };
  return {
    PaginaNo: String(at + 1),
    NoLineaDesde: String(from + 1),
    NoLineaHasta: String(from + lines.length),
    ...Object.fromEntries(present.map((name) => [name, money(amounts[name])])),
    ...(otros === 0 ? {} : tax),
  };
}

describe('amounts of a page', () => {
  const pages = fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });
  const paged = (groups: readonly (readonly LineOf[])[], at: number, field?: Field, shift?: number): Draft => {
    const lines = groups.flat();
    const Pagina = groups.map((group, i) => {
      const from = groups.slice(0, i).flat().length;
      return i === at ? pageOf(group, from, i, field, shift) : pageOf(group, from, i);
    });
    return documentOf(lines, { Paginacion: { Pagina } });
  };
  const ofLines = /^ECF-PAGINA-(09|1\d)$/;

  it('the amounts of the lines of each page break no rule, nor does one that is off by its tolerance', () => {
    fc.assert(
      fc.property(
        pages,
        fc.nat(),
        fc.constantFrom(...fields),
        fc.integer({ min: 0, max: 100 }),
        (groups, pick, field, shift) => {
          const at = pick % groups.length;
          expect(broken(paged(groups, at), ofLines)).toEqual([]);
          // A shift of the taxed amount moves its ITBIS by less, which is inside the tolerance too.
          expect(broken(paged(groups, at, field, shift), ofLines)).toEqual([]);
        },
      ),
    );
  });

  it('an amount that is off by more than the lines of its page breaks the rule of its field, and its ITBIS if that follows', () => {
    fc.assert(
      fc.property(
        pages,
        fc.nat(),
        fc.constantFrom(...fields),
        fc.integer({ min: 1, max: 90 }),
        (groups, pick, field, beyond) => {
          const at = pick % groups.length;
          const shift = groups[at]!.length * 100 + beyond;
          // At most 4.90, whose ITBIS is less than a unit.
          expect(broken(paged(groups, at, field, shift), ofLines)).toEqual([fieldsOfPage[field]]);
        },
      ),
    );
  });
});

describe('a global adjustment in another currency', () => {
  const adjusted = (pesos: number, rate: number, foreign: number): Draft =>
    documentOf([{ indicador: 1, cents: 900_000_000, cdt: false }], {
      Encabezado: {
        ...base.Encabezado,
        Totales: {},
        OtraMoneda: { TipoMoneda: 'USD', TipoCambio: (rate / 10_000).toFixed(4) },
      },
      DescuentosORecargos: {
        DescuentoORecargo: [
          {
            TipoAjuste: 'D',
            TipoValor: '$',
            MontoDescuentooRecargo: money(pesos),
            MontoDescuentooRecargoOtraMoneda: money(foreign),
            IndicadorFacturacionDescuentooRecargo: '1',
          },
        ],
      },
    });

  it('an adjustment is its pesos divided by the exchange rate, within a unit', () => {
    const amounts = fc.record({
      pesos: fc.integer({ min: 1_000_000, max: 90_000_000 }),
      rate: fc.integer({ min: 400_000, max: 900_000 }),
      off: fc.integer({ min: -400, max: 400 }),
    });
    fc.assert(
      fc.property(amounts, ({ pesos, rate, off }) => {
        const exact = Math.round((pesos * 10_000) / rate);
        const isSound = Math.abs(off) <= 100;
        expect(broken(adjusted(pesos, rate, exact + off), /^ECF-MONEDA-16$/)).toEqual(isSound ? [] : ['ECF-MONEDA-16']);
      }),
    );
  });
});
