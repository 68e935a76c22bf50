import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecfs } from '../../testing/sound-documents.ts';
import { computeTotals } from '../arithmetic/compute.ts';
import type { Draft, Item, Totales } from '../arithmetic/draft.ts';
import { checkRules } from './check.ts';
import type { RuleOptions } from './rule.ts';

const codes = (tree: Draft, options: RuleOptions = {}) => checkRules('ECF', tree, options).map(({ code }) => code);

/** A sound document with other lines, or totals, or both. */
const withParts = (base: Draft, Item: readonly Item[] | undefined, totales: Partial<Totales>): Draft => ({
  ...base,
  Encabezado: { ...base.Encabezado, Totales: { ...(Item ? {} : base.Encabezado?.Totales), ...totales } },
  ...(Item ? { DetallesItems: { Item } } : {}),
});

describe('the worked example of Informe Técnico §12', () => {
  const lapices: Item[] = [
    ['5.50', '100.33', '552.80'],
    ['10.25', '555.44', '5694.00'],
    ['2.00', '333.25', '667.50'],
  ].map(([CantidadItem, PrecioUnitarioItem, MontoItem], i) => ({
    NumeroLinea: String(i + 1),
    IndicadorFacturacion: '4',
    CantidadItem: CantidadItem as string,
    PrecioUnitarioItem: PrecioUnitarioItem as string,
    MontoItem: MontoItem as string,
  }));

  it('the worked example is inside the tolerance of its lines and of its total', () => {
    expect(codes(withParts(ecfs['31'], lapices, { MontoExento: '6911.58', MontoTotal: '6914.30' }))).toEqual([]);
  });
  it('a cent more in a line or in the total is outside', () => {
    const [uno, dos, tres] = lapices as [Item, Item, Item];
    const off = [uno, dos, { ...tres, MontoItem: '667.51' }];
    expect(codes(withParts(ecfs['31'], off, { MontoExento: '6914.31', MontoTotal: '6914.31' }))).toEqual([
      'ECF-ITEM-05',
    ]);
    expect(codes(withParts(ecfs['31'], lapices, { MontoExento: '6914.30', MontoTotal: '6917.31' }))).toEqual([
      'ECF-TOTALES-11',
    ]);
  });
  it('a missing total counts as zero', () => {
    expect(codes(withParts(ecfs['31'], lapices, { MontoTotal: '6914.30' }))).toEqual(['ECF-TOTALES-04']);
  });
});

describe('limits', () => {
  const anonymous = (MontoTotal: string): Draft => {
    const { Comprador, ...encabezado } = ecfs['32'].Encabezado;
    expect(Comprador).toBeDefined();
    const gravado = { MontoExento: MontoTotal, MontoTotal };
    const item = {
      IndicadorFacturacion: '4',
      CantidadItem: '1',
      PrecioUnitarioItem: MontoTotal,
      MontoItem: MontoTotal,
    };
    return {
      ...withParts({ ...ecfs['32'], Encabezado: encabezado as (typeof ecfs)['32']['Encabezado'] }, [item], gravado),
    };
  };
  it('a consumer invoice names its buyer from 250,000.00 on', () => {
    expect(codes(anonymous('249999.99'))).toEqual([]);
    expect(codes(anonymous('250000.00'))).toEqual(['ECF-COMPRADOR-01', 'ECF-COMPRADOR-02']);
  });

  const notaDel = (FechaNCFModificado: string, base: '34' | '34 pasados 30 días'): Draft => ({
    ...ecfs[base],
    InformacionReferencia: { ...ecfs[base].InformacionReferencia, FechaNCFModificado },
  });
  it('a credit note gives ITBIS back until the thirtieth day', () => {
    expect(codes(notaDel('16-10-2025', '34'))).toEqual([]);
    expect(codes(notaDel('16-10-2025', '34 pasados 30 días'))).toEqual(['ECF-REFERENCIA-08']);
    expect(codes(notaDel('15-10-2025', '34 pasados 30 días'))).toEqual([]);
    expect(codes(notaDel('15-10-2025', '34'))).toEqual(['ECF-REFERENCIA-08']);
  });

  it('a note of a high consumer invoice names the buyer; of a low one it need not', () => {
    const nota: Draft = {
      ...ecfs['33'],
      Encabezado: { ...ecfs['33'].Encabezado, Comprador: {} },
      InformacionReferencia: { ...ecfs['33'].InformacionReferencia, NCFModificado: 'E320000000009' },
    };
    const of = (MontoTotal: string) => codes(nota, { modificado: { Encabezado: { Totales: { MontoTotal } } } });
    expect(of('249999.99')).toEqual([]);
    expect(of('250000.00')).toEqual(['ECF-REFERENCIA-11', 'ECF-REFERENCIA-12']);
  });

  it('references on paper of all three forms are read', () => {
    const contingencia = (NCFModificado: string): Draft => ({
      ...ecfs['31 de contingencia'],
      InformacionReferencia: { ...ecfs['31 de contingencia'].InformacionReferencia, NCFModificado },
    });
    expect(codes(contingencia('B0100000001'))).toEqual([]);
    expect(codes(contingencia('A010010010100000001'))).toEqual([]);
    expect(codes(contingencia('A010010010200000001'))).toEqual(['ECF-REFERENCIA-05']);
    expect(codes(contingencia('E310000000001'))).toEqual(['ECF-REFERENCIA-05']);
    expect(codes(contingencia('B010000001'))).toEqual(['ECF-REFERENCIA-01']);
  });
});

const cents = (max: number) => fc.integer({ min: 1, max }).map((n) => (n / 100).toFixed(2));
const item = fc.record({
  IndicadorFacturacion: fc.constantFrom('0', '1', '2', '3', '4'),
  IndicadorBienoServicio: fc.constantFrom('1', '2'),
  CantidadItem: cents(100_000),
  PrecioUnitarioItem: fc.integer({ min: 10_000, max: 1_000_000_000 }).map((n) => (n / 10_000).toFixed(4)),
  TablaSubDescuento: fc.record({
    SubDescuento: fc.array(
      fc.constantFrom('0.50', '1.00', '10.00').map((SubDescuentoPorcentaje) => ({
        TipoSubDescuento: '%',
        SubDescuentoPorcentaje,
      })),
      { maxLength: 3 },
    ),
  }),
  TablaImpuestoAdicional: fc.record({
    ImpuestoAdicional: fc.constantFrom(
      [],
      [{ TipoImpuesto: '001' }],
      [{ TipoImpuesto: '002' }, { TipoImpuesto: '004' }],
    ),
  }),
});
const draft = fc.record({
  tipo: fc.constantFrom('31', '33', '45'),
  incluido: fc.constantFrom('0', '1'),
  items: fc.array(item, { minLength: 1, maxLength: 12 }),
  moneda: fc.constantFrom(undefined, { TipoMoneda: 'USD', TipoCambio: '61.1234' }),
});
const build = ({ tipo, incluido, items, moneda }: typeof draft extends fc.Arbitrary<infer T> ? T : never): Draft => {
  const base = tipo === '31' ? ecfs['31'] : tipo === '33' ? ecfs['33'] : ecfs['45'];
  const { TablaFormasPago, ...IdDoc } = base.Encabezado.IdDoc;
  expect(TablaFormasPago === undefined || tipo === '31').toBe(true);
  return {
    ...base,
    Encabezado: {
      ...base.Encabezado,
      IdDoc: { ...IdDoc, IndicadorMontoGravado: incluido },
      Totales: {},
      ...(moneda === undefined ? {} : { OtraMoneda: moneda }),
    },
    DetallesItems: { Item: items },
  };
};

describe('a computed document', () => {
  it('a computed document breaks no rule', () => {
    fc.assert(
      fc.property(draft, (parts) => {
        expect(checkRules('ECF', computeTotals(build(parts)))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('a computed document with one total beyond its tolerance breaks a rule', () => {
    fc.assert(
      fc.property(draft, fc.nat(), (parts, pick) => {
        const whole = computeTotals(build(parts));
        const { ImpuestosAdicionales, ...totales } = whole.Encabezado?.Totales ?? {};
        const campos = Object.keys(totales).filter((campo) => !/^ITBIS/.test(campo)) as 'MontoTotal'[];
        const campo = campos[pick % campos.length] as 'MontoTotal';
        const moved = (Number(totales[campo]) + parts.items.length + 0.01).toFixed(2);
        const tree = {
          ...whole,
          Encabezado: {
            ...whole.Encabezado,
            Totales: { ...totales, ...(ImpuestosAdicionales && { ImpuestosAdicionales }), [campo]: moved },
          },
        };
        expect(checkRules('ECF', tree).map(({ path }) => path)).toContain(`Encabezado.Totales.${campo}`);
      }),
      { numRuns: 200 },
    );
  });
});
