import { computeTotals, type Draft, fillWithholding } from '@timbre/ecf';
import { type Answers606, check, derivePurchase, receiptFromECF, suggestWithholding } from '@timbre/reports';
import { type Fecha, formatDecimal, type Periodo, zero } from '@timbre/values';
import { describe, expect, test } from 'vitest';

// A purchase on paper (11) and the same purchase as an e-CF of the company (41) withhold the same.

const rnc = '132000005';
const persona = '90000000019';
const sociedad = '132111117';

interface Case {
  readonly fecha: Fecha;
  readonly seller: string;
  readonly lineas: readonly (readonly ['1' | '2', '1' | '4', string])[];
}

const draftOf = ({ fecha, seller, lineas }: Case): Draft => ({
  Encabezado: {
    IdDoc: { TipoeCF: '41', eNCF: 'E410000000001', TipoPago: '1' },
    Emisor: { RNCEmisor: rnc, FechaEmision: fecha },
    Comprador: { RNCComprador: seller },
  },
  DetallesItems: {
    Item: lineas.map(([IndicadorBienoServicio, IndicadorFacturacion, PrecioUnitarioItem]) => ({
      IndicadorBienoServicio,
      IndicadorFacturacion,
      PrecioUnitarioItem,
      CantidadItem: '1',
    })),
  },
});

const rowOf = (tree: Draft, suggestions: Answers606 = {}, ncf = 'E410000000001') => {
  const receipt = receiptFromECF(tree)!;
  const answers: Answers606 = { tipo_bienes_servicios: '02', fecha_pago: receipt.fecha, forma_pago: '01' };
  return derivePurchase({ ...receipt, ncf }, { rnc }, { ...answers, itbis_costo: zero }, suggestions)[0]!;
};
const amounts = ({ row }: ReturnType<typeof rowOf>) =>
  [row.itbis_retenido, row.retencion_renta].map((one) => formatDecimal(one ?? zero, 2));

const service = ['2', '1', '10000.00'] as const;
const goods = ['1', '1', '10000.00'] as const;

describe.each([
  ['30-06-2026', persona, [service], ['1800.00', '1000.00']],
  ['01-07-2026', persona, [service], ['1800.00', '1500.00']],
  ['01-07-2026', persona, [goods], ['1800.00', '0.00']],
  ['01-07-2026', persona, [service, goods], ['3600.00', '1500.00']],
  ['01-07-2026', persona, [['2', '4', '10000.00']], ['0.00', '1500.00']],
  ['01-07-2026', sociedad, [service], ['1800.00', '0.00']],
  ['01-07-2026', sociedad, [goods], ['1800.00', '0.00']],
] as readonly [string, string, Case['lineas'], string[]][])('on %s, of %s', (day, seller, lineas, expected) => {
  const fecha = day as Fecha;

  test('a purchase has the same withholding on paper and as an e-CF', () => {
    const draft = draftOf({ fecha, seller, lineas });
    const paper = rowOf(computeTotals(draft), {}, 'B1100000001');
    expect(amounts(rowOf(computeTotals(draft), suggestWithholding(paper.row, fecha), 'B1100000001'))).toEqual(expected);
    const own = rowOf(computeTotals(fillWithholding(draft, { retencionDeLey: true }, 0).draft));
    expect(amounts(own)).toEqual(expected);
    if (own.row.retencion_renta) expect(own.why.retencion_renta?.text).toBe('Lo dice el comprobante');
  });
});

test('the withholding that an e-CF states is used, with a notice where the law has another amount', () => {
  const fecha = '01-08-2026' as Fecha;
  const draft = draftOf({ fecha, seller: persona, lineas: [service] });
  const Retencion = {
    IndicadorAgenteRetencionoPercepcion: '1',
    MontoITBISRetenido: '540.00',
    MontoISRRetenido: '1000.00',
  };
  const Item = draft.DetallesItems!.Item!.map((item) => ({ ...item, Retencion }));
  const { row, why } = rowOf(computeTotals({ ...draft, DetallesItems: { Item } }));
  expect(why.retencion_renta).toMatchObject({ mark: 'dato', text: 'Lo dice el comprobante' });
  const context = { declarante: rnc, periodo: '202608' as Periodo };
  const problems = [...check('606', [{ ...row, tipo_retencion_isr: '02' as const }], context)].filter(({ code }) =>
    code.startsWith('606-RETENCION'),
  );
  expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
    ['606-RETENCION-05', 'aviso'],
    ['606-RETENCION-06', 'aviso'],
  ]);
  expect(problems[0]!.message).toContain('1,000.00 de ISR retenido, y por ley es 1,500.00 (15 %');
  expect(problems[1]!.message).toContain('540.00 de ITBIS retenido, y por ley es 1,800.00 (100 %');
});
