import { formatDecimal } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { lineAmounts } from './line-amounts.ts';

const draft = (items: readonly object[], idDoc: object = {}): Draft =>
  ({
    Encabezado: {
      IdDoc: { TipoeCF: '31', ...idDoc },
      Emisor: { FechaEmision: '15-11-2025' },
    },
    DetallesItems: { Item: items },
  }) as Draft;

const figures = (ecf: Draft) =>
  lineAmounts(ecf).map((line) => Object.fromEntries(Object.entries(line).map(([k, v]) => [k, formatDecimal(v, 2)])));

describe('the amounts of a line', () => {
  test('ITBIS is 18, 16 or 0 %, and none on exempt and unbilled lines', () => {
    const items = ['1', '2', '3', '4', '0'].map((IndicadorFacturacion) => ({
      IndicadorFacturacion,
      MontoItem: '100.00',
    }));
    expect(figures(draft(items)).map(({ itbis }) => itbis)).toEqual(['18.00', '16.00', '0.00', '0.00', '0.00']);
  });

  test('an ITBIS that the price includes is subtracted from it', () => {
    const [line] = figures(draft([{ IndicadorFacturacion: '1', MontoItem: '118.00' }], { IndicadorMontoGravado: '1' }));
    expect(line).toMatchObject({ neto: '100.00', itbis: '18.00' });
  });

  test('a credit note after 30 days has no ITBIS', () => {
    const late = { TipoeCF: '34', IndicadorNotaCredito: '1' };
    expect(figures(draft([{ IndicadorFacturacion: '1', MontoItem: '100.00' }], late))[0]?.itbis).toBe('0.00');
  });

  /** @source Informe Técnico §14, p. 22-23: beer of 4.30 %, 16 × 0.65 litres, at 617.93; it rounds each step */
  test('the excise of the official example, and the ITBIS on it', () => {
    const cerveza = {
      IndicadorFacturacion: '1',
      CantidadItem: '1',
      PrecioUnitarioItem: '1063.97',
      MontoItem: '1063.97',
      CantidadReferencia: '16',
      GradosAlcohol: '4.30',
      PrecioUnitarioReferencia: '80.00',
      TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: '0.65', CodigoSubcantidad: '24' }] },
      TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '006' }, { TipoImpuesto: '023' }] },
    };
    const base = draft([cerveza]);
    const impuestos = [
      { TipoImpuesto: '006', TasaImpuestoAdicional: '617.93' },
      { TipoImpuesto: '023', TasaImpuestoAdicional: '10' },
    ];
    const ecf = {
      ...base,
      Encabezado: { ...base.Encabezado, Totales: { ImpuestosAdicionales: { ImpuestoAdicional: impuestos } } },
    } as Draft;
    expect(figures(ecf)[0]).toEqual({
      neto: '1063.97',
      especifico: '276.34',
      advalorem: '73.49',
      otros: '0.00',
      itbis: '254.48',
    });
  });

  test('propina legal and CDT are the other taxes', () => {
    const taxes = { ImpuestoAdicional: [{ TipoImpuesto: '001' }, { TipoImpuesto: '002' }] };
    const item = { IndicadorFacturacion: '1', MontoItem: '100.00', TablaImpuestoAdicional: taxes };
    expect(figures(draft([item]))[0]).toMatchObject({ otros: '12.00', itbis: '18.00' });
  });
});
