import { describe, expect, it } from 'vitest';
import { computeTotals } from './compute.ts';
import type { Ajuste, Draft, Item } from './draft.ts';

type Line = Item & { readonly impuestos?: readonly string[] };

/** A draft of one type with these lines and no computed amount. */
function draft(
  lines: readonly Line[],
  { tipo = '31', incluido = false, ajustes = [] as readonly Ajuste[], encabezado = {} as object } = {},
): Draft {
  return {
    Encabezado: {
      IdDoc: { TipoeCF: tipo, ...(incluido ? { IndicadorMontoGravado: '1' } : {}) },
      Emisor: { FechaEmision: '15-11-2025' },
      ...encabezado,
    },
    DetallesItems: {
      Item: lines.map(({ impuestos = [], ...item }) => ({
        IndicadorFacturacion: '1',
        CantidadItem: '1',
        ...item,
        ...(impuestos.length === 0
          ? {}
          : { TablaImpuestoAdicional: { ImpuestoAdicional: impuestos.map((TipoImpuesto) => ({ TipoImpuesto })) } }),
      })),
    },
    ...(ajustes.length === 0 ? {} : { DescuentosORecargos: { DescuentoORecargo: ajustes } }),
  };
}
const totales = (...args: Parameters<typeof draft>) => computeTotals(draft(...args)).Encabezado?.Totales;
const items = (...args: Parameters<typeof draft>) => computeTotals(draft(...args)).DetallesItems?.Item ?? [];
const otros = (...args: Parameters<typeof draft>) =>
  totales(...args)?.ImpuestosAdicionales?.ImpuestoAdicional?.map((i) => i.OtrosImpuestosAdicionales);

describe('a line', () => {
  it('the amount of a line is price × quantity − discount + surcharge, to the cent', () => {
    const [item] = items([
      {
        PrecioUnitarioItem: '250.1052',
        CantidadItem: '3',
        TablaSubDescuento: {
          SubDescuento: [
            { TipoSubDescuento: '%', SubDescuentoPorcentaje: '10.00' },
            { TipoSubDescuento: '$', MontoSubDescuento: '5.00' },
          ],
        },
        TablaSubRecargo: { SubRecargo: [{ TipoSubRecargo: '%', SubRecargoPorcentaje: '1' }] },
      },
    ]);
    expect(item).toMatchObject({
      NumeroLinea: '1',
      DescuentoMonto: '80.03',
      RecargoMonto: '7.50',
      MontoItem: '677.79',
      TablaSubDescuento: { SubDescuento: [{ MontoSubDescuento: '75.03' }, { MontoSubDescuento: '5.00' }] },
      TablaSubRecargo: { SubRecargo: [{ MontoSubRecargo: '7.50' }] },
    });
  });

  it.each([
    ['750.5212', '750.52'],
    ['750.5276', '750.53'],
  ])('the amount of a line of %s is rounded to %s (Informe Técnico §13)', (precio, monto) => {
    expect(items([{ PrecioUnitarioItem: precio }])[0]?.MontoItem).toBe(monto);
  });

  it('a line with a discount and no table gets its table', () => {
    expect(items([{ PrecioUnitarioItem: '100', DescuentoMonto: '10.00', RecargoMonto: '3' }])[0]).toMatchObject({
      MontoItem: '93.00',
      TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: '10.00' }] },
      TablaSubRecargo: { SubRecargo: [{ TipoSubRecargo: '$', MontoSubRecargo: '3.00' }] },
    });
  });

  it('a line keeps its stated values unchanged', () => {
    expect(items([{ NumeroLinea: '7', PrecioUnitarioItem: '100', MontoItem: '99.5' }])[0]).toMatchObject({
      NumeroLinea: '7',
      MontoItem: '99.5',
    });
  });
});

describe('totals', () => {
  it('totals are split by rate, add up, and state the rates', () => {
    expect(
      totales([
        { PrecioUnitarioItem: '100.00' },
        { PrecioUnitarioItem: '200.00', IndicadorFacturacion: '2' },
        { PrecioUnitarioItem: '300.00', IndicadorFacturacion: '3' },
        { PrecioUnitarioItem: '400.00', IndicadorFacturacion: '4' },
        { PrecioUnitarioItem: '50.00', IndicadorFacturacion: '0' },
      ]),
    ).toEqual({
      MontoGravadoTotal: '600.00',
      MontoGravadoI1: '100.00',
      MontoGravadoI2: '200.00',
      MontoGravadoI3: '300.00',
      MontoExento: '400.00',
      ITBIS1: '18',
      ITBIS2: '16',
      ITBIS3: '0',
      TotalITBIS: '50.00',
      TotalITBIS1: '18.00',
      TotalITBIS2: '32.00',
      TotalITBIS3: '0.00',
      MontoTotal: '1050.00',
      MontoNoFacturable: '50.00',
      MontoPeriodo: '1100.00',
    });
  });

  it('totals of exempt lines have no ITBIS', () => {
    expect(totales([{ PrecioUnitarioItem: '400.00', IndicadorFacturacion: '4' }], { tipo: '43' })).toEqual({
      MontoExento: '400.00',
      MontoTotal: '400.00',
    });
  });

  it('totals exclude the ITBIS that prices include', () => {
    expect(
      totales([{ PrecioUnitarioItem: '776.00' }, { PrecioUnitarioItem: '499.00', IndicadorFacturacion: '2' }], {
        incluido: true,
      }),
    ).toMatchObject({
      MontoGravadoI1: '657.63',
      MontoGravadoI2: '430.17',
      TotalITBIS1: '118.37',
      TotalITBIS2: '68.83',
      MontoTotal: '1275.00',
    });
  });

  it('totals of Norma 07-07: 10 % taxed, 90 % exempt (Informe Técnico §16)', () => {
    expect(
      totales([{ PrecioUnitarioItem: '270000.00', IndicadorFacturacion: '4' }, { PrecioUnitarioItem: '30000.00' }]),
    ).toMatchObject({ MontoExento: '270000.00', TotalITBIS: '5400.00', MontoTotal: '305400.00' });
  });

  it('totals that the draft states are kept, and the others are derived from them', () => {
    expect(
      totales([{ PrecioUnitarioItem: '100.00' }], {
        encabezado: { Totales: { MontoGravadoI1: '100.01', SaldoAnterior: '-5.00', MontoAvancePago: '20.00' } },
      }),
    ).toMatchObject({
      MontoGravadoI1: '100.01',
      TotalITBIS1: '18.00',
      MontoTotal: '118.01',
      ValorPagar: '93.01',
    });
  });
});

describe('global discounts and surcharges', () => {
  it('global discounts and surcharges change the base of the indicator they name', () => {
    const ajustes: Ajuste[] = [
      { TipoAjuste: 'D', TipoValor: '%', ValorDescuentooRecargo: '10.00', IndicadorFacturacionDescuentooRecargo: '1' },
      { TipoAjuste: 'R', TipoValor: '$', MontoDescuentooRecargo: '7.00', IndicadorFacturacionDescuentooRecargo: '4' },
    ];
    const done = computeTotals(
      draft([{ PrecioUnitarioItem: '100.00' }, { PrecioUnitarioItem: '50.00', IndicadorFacturacion: '4' }], {
        ajustes,
      }),
    );
    expect(done.Encabezado?.Totales).toMatchObject({
      MontoGravadoI1: '90.00',
      MontoExento: '57.00',
      TotalITBIS: '16.20',
    });
    expect(done.DescuentosORecargos?.DescuentoORecargo).toMatchObject([
      { NumeroLinea: '1', MontoDescuentooRecargo: '10.00' },
      { NumeroLinea: '2', MontoDescuentooRecargo: '7.00' },
    ]);
  });

  it('global discounts and surcharges without an indicator are shared out by amount', () => {
    expect(
      totales([{ PrecioUnitarioItem: '300.00' }, { PrecioUnitarioItem: '100.00', IndicadorFacturacion: '4' }], {
        ajustes: [{ TipoAjuste: 'D', TipoValor: '$', MontoDescuentooRecargo: '40.00' }],
      }),
    ).toMatchObject({ MontoGravadoI1: '270.00', MontoExento: '90.00' });
  });

  it('global discounts are subtracted after the ITBIS is taken out, at 18 % as at 16 %', () => {
    const ajustes: Ajuste[] = ['1', '2'].map((IndicadorFacturacionDescuentooRecargo) => ({
      TipoAjuste: 'D',
      TipoValor: '$',
      MontoDescuentooRecargo: '10.00',
      IndicadorFacturacionDescuentooRecargo,
    }));
    expect(
      totales([{ PrecioUnitarioItem: '118.00' }, { PrecioUnitarioItem: '116.00', IndicadorFacturacion: '2' }], {
        incluido: true,
        ajustes,
      }),
    ).toMatchObject({ MontoGravadoI1: '90.00', MontoGravadoI2: '90.00' });
  });
});

describe('the worked examples of Informe Técnico §15', () => {
  const cdt = ['002'];
  const tres: Line[] = [
    { PrecioUnitarioItem: '200.00', impuestos: cdt },
    { PrecioUnitarioItem: '300.00', impuestos: cdt },
    { PrecioUnitarioItem: '130.00' },
  ];
  const norma: Ajuste = {
    TipoAjuste: 'D',
    IndicadorNorma1007: '1',
    TipoValor: '$',
    MontoDescuentooRecargo: '100.00',
    IndicadorFacturacionDescuentooRecargo: '1',
  };
  const global = (TipoAjuste: string): Ajuste => ({ TipoAjuste, TipoValor: '$', MontoDescuentooRecargo: '100.00' });

  it('CDT on a price without ITBIS: 500 × 0.02 = 10.00', () => {
    expect(otros([{ PrecioUnitarioItem: '500', impuestos: cdt }])).toEqual(['10.00']);
  });
  it('CDT on a price with ITBIS: (500 / 1.18) × 0.02 = 8.47', () => {
    expect(otros([{ PrecioUnitarioItem: '500', impuestos: cdt }], { incluido: true })).toEqual(['8.47']);
  });
  it('CDT under Norma 10-07: (500 / 1.30) × 0.02 = 7.69, whatever the discount', () => {
    expect(otros([{ PrecioUnitarioItem: '500', impuestos: cdt }], { incluido: true, ajustes: [norma] })).toEqual([
      '7.69',
    ]);
  });
  it('a global discount is shared out: (500.00 − 79.37) × 0.02 = 8.41', () => {
    expect(otros(tres, { ajustes: [global('D')] })).toEqual(['8.41']);
  });
  it('a global surcharge is shared out: (500.00 + 79.37) × 0.02 = 11.59', () => {
    expect(otros(tres, { ajustes: [global('R')] })).toEqual(['11.59']);
  });
  it('a surcharge does not change the tax on insurance (003), a discount does', () => {
    const seguro: Line[] = [{ PrecioUnitarioItem: '500', impuestos: ['003'] }];
    expect(otros(seguro, { ajustes: [global('R')] })).toEqual(['80.00']);
    expect(otros(seguro, { ajustes: [global('D')] })).toEqual(['64.00']);
  });
  it('the discount under Norma 10-07 lowers the amount to pay, not the taxed amount', () => {
    expect(
      totales([{ PrecioUnitarioItem: '1300.00', impuestos: ['002', '004'] }], { incluido: true, ajustes: [norma] }),
    ).toMatchObject({
      MontoGravadoI1: '1000.00',
      TotalITBIS: '180.00',
      MontoImpuestoAdicional: '120.00',
      MontoTotal: '1300.00',
      ValorPagar: '1200.00',
    });
  });
});

describe('excise', () => {
  const ron: Line = {
    CantidadItem: '1',
    PrecioUnitarioItem: '1063.97',
    CantidadReferencia: '16',
    UnidadReferencia: '43',
    TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: '0.65', CodigoSubcantidad: '25' }] },
    GradosAlcohol: '4.30',
    PrecioUnitarioReferencia: '80.00',
    impuestos: ['014', '031'],
  };
  const rates = {
    Totales: {
      ImpuestosAdicionales: { ImpuestoAdicional: [{ TipoImpuesto: '014', TasaImpuestoAdicional: '617.93' }] },
    },
  };

  it('excise is part of the base of ITBIS, at the rate the draft states', () => {
    expect(totales([ron], { encabezado: rates })).toEqual({
      MontoGravadoTotal: '1063.97',
      MontoGravadoI1: '1063.97',
      ITBIS1: '18',
      TotalITBIS1: '254.48',
      TotalITBIS: '254.48',
      MontoImpuestoAdicional: '349.83',
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          { TipoImpuesto: '014', TasaImpuestoAdicional: '617.93', MontoImpuestoSelectivoConsumoEspecifico: '276.34' },
          { TipoImpuesto: '031', TasaImpuestoAdicional: '10', MontoImpuestoSelectivoConsumoAdvalorem: '73.49' },
        ],
      },
      MontoTotal: '1668.28',
    });
  });

  it('excise uses the rate of the day when the draft states none', () => {
    expect(totales([ron])?.ImpuestosAdicionales?.ImpuestoAdicional?.[0]).toEqual({
      TipoImpuesto: '014',
      TasaImpuestoAdicional: '745.60',
      MontoImpuestoSelectivoConsumoEspecifico: '333.43',
    });
  });

  it('excise is left out when no rate is known', () => {
    const encabezado = { Emisor: { FechaEmision: '15-11-2030' } };
    expect(totales([{ ...ron, impuestos: ['014'] }], { encabezado })?.ImpuestosAdicionales).toBeUndefined();
  });
});

describe('withholding', () => {
  it('withholding that the draft states is kept and summed, and nothing is added to it', () => {
    const Retencion = { IndicadorAgenteRetencionoPercepcion: '1', MontoISRRetenido: '2.00' };
    const done = computeTotals(
      draft([{ PrecioUnitarioItem: '100', Retencion }, { PrecioUnitarioItem: '10' }], { tipo: '41' }),
    );
    expect(done.DetallesItems?.Item?.map((item) => item.Retencion)).toEqual([Retencion, undefined]);
    expect(done.Encabezado?.Totales).toMatchObject({ TotalISRRetencion: '2.00', MontoTotal: '129.80' });
  });
});

describe('another currency', () => {
  it('another currency is filled line by line and in its totals', () => {
    const done = computeTotals(
      draft([{ PrecioUnitarioItem: '450.0000', CantidadItem: '150.00', IndicadorFacturacion: '3' }], {
        tipo: '46',
        encabezado: { OtraMoneda: { TipoMoneda: 'USD', TipoCambio: '57.0000' } },
      }),
    );
    expect(done.DetallesItems?.Item?.[0]?.OtraMonedaDetalle).toEqual({
      PrecioOtraMoneda: '7.8947',
      MontoItemOtraMoneda: '1184.21',
    });
    expect(done.Encabezado?.OtraMoneda).toEqual({
      TipoMoneda: 'USD',
      TipoCambio: '57.0000',
      MontoGravado3OtraMoneda: '1184.21',
      MontoGravadoTotalOtraMoneda: '1184.21',
      TotalITBIS3OtraMoneda: '0.00',
      TotalITBISOtraMoneda: '0.00',
      MontoTotalOtraMoneda: '1184.21',
    });
  });

  it('additional taxes are converted at the rate of exchange', () => {
    const done = computeTotals(
      draft([{ PrecioUnitarioItem: '500.00', impuestos: ['002'] }], {
        encabezado: { OtraMoneda: { TipoMoneda: 'USD', TipoCambio: '50' } },
      }),
    );
    expect(done.Encabezado?.OtraMoneda).toMatchObject({
      MontoImpuestoAdicionalOtraMoneda: '0.20',
      ImpuestosAdicionalesOtraMoneda: {
        ImpuestoAdicionalOtraMoneda: [
          {
            TipoImpuestoOtraMoneda: '002',
            TasaImpuestoAdicionalOtraMoneda: '2',
            OtrosImpuestosAdicionalesOtraMoneda: '0.20',
          },
        ],
      },
      MontoTotalOtraMoneda: '12.00',
    });
  });

  it('amounts in another currency are left alone without a currency', () => {
    expect(computeTotals(draft([{ PrecioUnitarioItem: '1' }])).Encabezado?.OtraMoneda).toBeUndefined();
  });
});

it('a complete draft stays as it is', () => {
  const once = computeTotals(draft([{ PrecioUnitarioItem: '100.00', CantidadItem: '3' }]));
  expect(computeTotals(once)).toEqual(once);
  expect(computeTotals({})).toEqual({ Encabezado: { Totales: { MontoTotal: '0.00' } } });
});
