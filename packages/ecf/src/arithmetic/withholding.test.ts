import { formatDecimal } from '@timbre/values';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { validate } from '../validate.ts';
import { computeTotals } from './compute.ts';
import type { Draft, Item } from './draft.ts';
import { fillWithholding, lawOf, type WithholdingFacts } from './withholding.ts';

const now = Date.UTC(2026, 10, 25, 15);
const persona = '00100000017';
const sociedad = '132111117';

const line = (more: Partial<Item> = {}): Item => ({
  IndicadorFacturacion: '1',
  NombreItem: 'Trabajo',
  IndicadorBienoServicio: '2',
  CantidadItem: '1',
  PrecioUnitarioItem: '10000.00',
  ...more,
});

interface Parts {
  readonly tipo?: string;
  readonly seller?: string;
  readonly fecha?: string;
  readonly more?: Draft;
}

const purchase = (
  Items: readonly Item[],
  { tipo = '41', seller = persona, fecha = '25-11-2026', more }: Parts = {},
): Draft => ({
  Encabezado: {
    IdDoc: { TipoeCF: tipo },
    Emisor: { FechaEmision: fecha },
    Comprador: tipo === '47' ? { IdentificadorExtranjero: 'X-1' } : { RNCComprador: seller },
  },
  DetallesItems: { Item: Items },
  ...more,
});

/** `campo monto` of each line and tax, and the amounts under other kinds of income. */
const law = (draft: Draft, facts: WithholdingFacts = {}) =>
  lawOf(draft, now, facts).map(({ index, campo, monto, otras }) =>
    [
      `${index} ${campo} ${formatDecimal(monto, 2)}`,
      ...otras.map((one) => `${one.clase} ${formatDecimal(one.monto, 2)}`),
    ].join(' o '),
  );

describe('withholding by law', () => {
  it.each([
    ['30-06-2026', '1000.00', '200.00'],
    ['01-07-2026', '1500.00', '300.00'],
  ])(
    'a service of a person on %s: all the ITBIS, and income tax of %s as a fee or %s as a technical service',
    (fecha, isr, tecnico) => {
      expect(law(purchase([line()], { fecha }))).toEqual([
        '0 MontoITBISRetenido 1800.00',
        `0 MontoISRRetenido ${isr} o tecnico ${tecnico}`,
      ]);
    },
  );

  it.each([
    ['30-06-2026', '0 MontoISRRetenido 2700.00'],
    ['01-07-2026', '0 MontoISRRetenido 2700.00 o regalias 1500.00'],
  ])('a payment abroad on %s: %s', (fecha, expected) => {
    expect(law(purchase([line({ IndicadorFacturacion: '4' })], { tipo: '47', fecha }))).toEqual([expected]);
  });

  test('goods have their ITBIS withheld, exempt and 0 % lines nothing, and a company no income tax', () => {
    const goods = { IndicadorBienoServicio: '1' };
    expect(
      law(purchase([line(goods), line({ ...goods, IndicadorFacturacion: '4' }), line({ IndicadorFacturacion: '3' })])),
    ).toEqual([
      '0 MontoITBISRetenido 1800.00',
      '1 MontoITBISRetenido 0.00',
      '2 MontoITBISRetenido 0.00',
      '2 MontoISRRetenido 1500.00 o tecnico 300.00',
    ]);
    const [itbis, isr] = lawOf(purchase([line()], { seller: sociedad }), now);
    expect([itbis!.rate?.ley, formatDecimal(itbis!.monto, 2)]).toEqual(['Norma 05-19', '1800.00']);
    expect([isr!.rate, isr!.porque]).toEqual([undefined, expect.stringContaining('sociedad')]);
  });

  test('a company that has stated that it does not withhold has nothing withheld, and the reason is shown', () => {
    const none = lawOf(purchase([line()]), now, { agenteRetencion: false });
    expect(none.map(({ monto, porque }) => [formatDecimal(monto, 2), porque])).toEqual([
      ['0.00', expect.stringContaining('no retiene')],
      ['0.00', expect.stringContaining('no retiene')],
    ]);
    const [abroad] = lawOf(purchase([line()], { tipo: '47' }), now, { agenteRetencion: false });
    expect(abroad!.porque).toContain('art. 305');
  });

  test('withholding is computed after global discounts and without ITBIS included, and its parts add up', () => {
    const discount = { TipoAjuste: 'D', MontoDescuentooRecargo: '1000.00', IndicadorFacturacionDescuentooRecargo: '1' };
    const draft = purchase([line(), line({ PrecioUnitarioItem: '5000.00' })], {
      more: { DescuentosORecargos: { DescuentoORecargo: [discount] } },
    });
    const done = computeTotals(fillWithholding(draft, { retencionDeLey: true }, now).draft);
    expect(done.Encabezado?.Totales).toMatchObject({
      TotalITBIS: '2520.00',
      TotalITBISRetenido: '2520.00',
      TotalISRRetencion: '2100.00',
    });
    const included = purchase([line({ PrecioUnitarioItem: '118.00' })]);
    const idDoc = { TipoeCF: '41', IndicadorMontoGravado: '1' };
    expect(law({ ...included, Encabezado: { ...included.Encabezado, IdDoc: idDoc } })[0]).toBe(
      '0 MontoITBISRetenido 18.00',
    );
  });

  it('withholding never exceeds the ITBIS of the document', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999 }).map((n) => (n / 100).toFixed(2));
    fc.assert(
      fc.property(
        fc.array(fc.record({ precio: cents, indicador: fc.constantFrom('1', '2', '3', '4') }), {
          minLength: 1,
          maxLength: 8,
        }),
        (lines) => {
          const draft = purchase(
            lines.map(({ precio, indicador }) => line({ PrecioUnitarioItem: precio, IndicadorFacturacion: indicador })),
          );
          const totales = computeTotals(fillWithholding(draft, { retencionDeLey: true }, now).draft).Encabezado
            ?.Totales;
          expect(totales?.TotalITBISRetenido).toBe(totales?.TotalITBIS ?? '0.00');
        },
      ),
    );
  });
});

describe('withholding filled in', () => {
  const facts: readonly WithholdingFacts[] = [
    {},
    { agenteRetencion: true },
    { agenteRetencion: false },
    { retencionDeLey: true },
    { retencionDeLey: false },
    { agenteRetencion: false, retencionDeLey: true },
  ];

  it('withholding is filled in only where the company chose it, only in 41 and 47, and only in empty lines', {
    tags: ['SI9-3'],
  }, () => {
    const stated = { IndicadorAgenteRetencionoPercepcion: '1', MontoITBISRetenido: '0.00', MontoISRRetenido: '7.00' };
    for (const each of facts)
      for (const tipo of ['31', '41', '43', '47']) {
        const draft = purchase([line(), line({ Retencion: stated })], { tipo });
        const { draft: filled, puestas } = fillWithholding(draft, each, now);
        const asked = each.retencionDeLey === true || each.agenteRetencion === false;
        const expected = asked && (tipo === '41' || tipo === '47') ? [0] : [];
        expect([each, tipo, [...puestas]]).toEqual([each, tipo, expected]);
        expect(filled.DetallesItems?.Item?.[1]?.Retencion).toEqual(stated);
        if (expected.length === 0) expect(filled).toBe(draft);
        if (each.agenteRetencion === false)
          expect(
            Object.values(filled.DetallesItems?.Item?.[0]?.Retencion ?? {}).filter((text) => Number(text) > 1),
          ).toEqual([]);
      }
  });

  it('the arithmetic of the totals fills in no withholding', () => {
    const done = computeTotals(purchase([line()]));
    expect(done.DetallesItems?.Item?.[0]?.Retencion).toBeUndefined();
    expect(done.Encabezado?.Totales).not.toHaveProperty('TotalISRRetencion');
  });
});

describe('a document that states nothing', () => {
  test('a document without withholding is refused at its lines, once, with rate, law, day and amounts', () => {
    const draft = computeTotals(purchase([line(), line({ Retencion: { IndicadorAgenteRetencionoPercepcion: '1' } })]));
    const faults = validate('ECF', draft, { now, emisor: {} }).filter(({ path }) => path.includes('Retencion'));
    expect(faults.map(({ code, path }) => `${code} ${path}`).slice(0, 2)).toEqual([
      'ECF-RETENCION-06 DetallesItems.Item[1].Retencion',
      'ECF-RETENCION-06 DetallesItems.Item[2].Retencion',
    ]);
    expect(faults.some(({ code }) => code === 'XSD-FALTA')).toBe(false);
    expect(faults[0]!.message).toBe(
      'Falta la retención de la línea, que decide su empresa. Por ley sería: de ITBIS, 1,800.00 (1,800.00 × 100 %; servicio de una persona ' +
        'física; Reglamento 293-11, desde el 12/05/2011). También de ISR, 1,500.00 (10,000.00 × 15 %; honorario o alquiler de una persona ' +
        'física; Código Tributario, art. 309 (Ley 30-26, art. 17), desde el 01/07/2026); si es servicio técnico, 300.00 (10,000.00 × 20 % × 15 %; ' +
        'Código Tributario, art. 309 (Ley 30-26, art. 17); Reglamento 139-98, art. 70). Escriba en Retencion lo que retiene (0.00 si nada), o ' +
        'indique en Configuración que se aplique la retención de ley',
    );
  });

  test('a certification workbook without withholding keeps the fault of the schema', () => {
    const faults = validate('ECF', computeTotals(purchase([line()])), { now });
    expect(faults.filter(({ path }) => path.includes('Retencion')).map(({ code }) => code)).toEqual(['XSD-FALTA']);
  });
});
