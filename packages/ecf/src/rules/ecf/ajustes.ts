import { abs, add, type Decimal, decimal, formatMonto, isNegative, mul, round, sum } from '@timbre/values';
import { percent } from '../../arithmetic/excise.ts';
import { type Adjustment, amount, percentOfLines } from '../../arithmetic/reading.ts';
import { countsUp, lineTolerance, type Rule, ruleSet, within } from '../rule.ts';
import type { Checked } from './context.ts';

/** How many values of IndicadorFacturacion the invoiced lines have. */
const indicadores = ({ ledger }: Checked): number => ledger.sumas.slice(1).filter((suma) => suma !== undefined).length;

/** Whether lines have different sets of additional taxes; lines without any do not count. */
const mixesTaxes = ({ ledger }: Checked): boolean =>
  new Set(ledger.lines.filter((l) => l.impuestos.length > 0).map((l) => [...l.impuestos].sort().join())).size > 1;

/** Whether some line has the IndicadorFacturacion that an adjustment names. */
const fallsOnLines = ({ indicador }: Adjustment, { ledger }: Checked): boolean =>
  indicador === undefined || !/^[1-4]$/.test(indicador) || ledger.sumas[Number(indicador)] !== undefined;

/** Half of the second decimal: a percentage derived from an amount may be off by that much. */
const halfPlace = decimal('0.005');

/** The possible bases of a percentage: its lines, or what the earlier adjustments leave of them. */
function percentBases({ indicador }: Adjustment, { ledger }: Checked, index: number): readonly Decimal[] {
  const net = percentOfLines(ledger, indicador, '100');
  const before = ledger.adjustments.slice(0, index).filter((a) => a.indicador === indicador && !a.norma1007);
  return before.length === 0 ? [net] : [net, add(net, sum(before.map(({ monto }) => monto)))];
}

/**
 * Whether the amount of an adjustment in percent matches its percentage. For one under Norma 10-07 the format does not define
 * the base; one that applies to no line, or to lines that it must not mix, has its own rule.
 */
function percentHolds(adjustment: Adjustment, c: Checked, index: number): boolean {
  const { ajuste, indicador, norma1007 } = adjustment;
  const { TipoValor, ValorDescuentooRecargo, MontoDescuentooRecargo } = ajuste;
  if (TipoValor !== '%' || ValorDescuentooRecargo === undefined || MontoDescuentooRecargo === undefined) return true;
  if (norma1007 || !fallsOnLines(adjustment, c) || (indicador === undefined && indicadores(c) > 1)) return true;
  const share = percent(amount(ValorDescuentooRecargo));
  return percentBases(adjustment, c, index).some((base) =>
    within(amount(MontoDescuentooRecargo), mul(base, share), add(lineTolerance, mul(base, percent(halfPlace)))),
  );
}

/** The amount of an adjustment's lines, without ITBIS, after all surcharges and the discounts up to this one. */
function leftAfter({ indicador }: Adjustment, { ledger }: Checked, index: number): Decimal {
  const applied = ledger.adjustments.filter(
    (a, at) => a.indicador === indicador && !a.norma1007 && (at <= index || !isNegative(a.monto)),
  );
  return add(percentOfLines(ledger, indicador, '100'), sum(applied.map(({ monto }) => monto)));
}

const rules: readonly Rule<Adjustment, Checked>[] = [
  {
    code: 'ECF-AJUSTE-01',
    at: 'NumeroLinea',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, campo 1, p. 48',
    holds: ({ ajuste }, _, index) => countsUp(ajuste.NumeroLinea, index),
    message: ({ ajuste }) =>
      `NumeroLinea dice ${ajuste.NumeroLinea}; los descuentos y recargos globales se numeran en orden desde 1`,
  },
  {
    code: 'ECF-AJUSTE-02',
    at: 'TipoValor',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, campo 5, p. 49',
    holds: ({ ajuste }) => ajuste.TipoValor !== undefined,
    message: 'Un descuento o recargo global exige TipoValor: $ o %',
  },
  {
    code: 'ECF-AJUSTE-03',
    at: 'ValorDescuentooRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, campo 6, p. 49',
    holds: ({ ajuste }) => ajuste.TipoValor !== '%' || ajuste.ValorDescuentooRecargo !== undefined,
    message: 'Un descuento o recargo global en porcentaje exige ValorDescuentooRecargo',
  },
  {
    code: 'ECF-AJUSTE-04',
    at: 'MontoDescuentooRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, campo 7, p. 49',
    holds: ({ ajuste }) => ajuste.MontoDescuentooRecargo !== undefined,
    message: 'Un descuento o recargo global exige MontoDescuentooRecargo, también cuando va en porcentaje',
  },
  {
    code: 'ECF-AJUSTE-05',
    at: 'IndicadorFacturacionDescuentooRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, b, p. 48',
    holds: ({ indicador }, c) => indicador !== undefined || indicadores(c) < 2,
    message:
      'Los ítems tienen distintos IndicadorFacturacion: cada descuento o recargo global dice a cuál afecta, con una línea por cada uno',
  },
  {
    code: 'ECF-AJUSTE-06',
    at: 'IndicadorNorma1007',
    severity: 'rechazo',
    source: 'Informe Técnico §15, nota 38, p. 28',
    holds: ({ norma1007 }, { ledger }) => !norma1007 || ledger.incluido,
    message: 'Un descuento según la Norma 10-07 exige IndicadorMontoGravado 1',
  },
  {
    code: 'ECF-AJUSTE-07',
    at: 'TipoAjuste',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, campo 3, p. 48',
    holds: ({ norma1007, ajuste }) => !norma1007 || ajuste.TipoAjuste !== 'R',
    message: 'La Norma 10-07 se aplica a descuentos: TipoAjuste debe ser D',
  },
  {
    code: 'ECF-AJUSTE-08',
    at: 'TipoValor',
    severity: 'condicional',
    source: 'Formato e-CF v1.0, sección D, a, p. 48',
    holds: ({ ajuste }, c) => ajuste.TipoValor !== '$' || !mixesTaxes(c),
    message:
      'Los ítems llevan distintos impuestos adicionales: el descuento o recargo global debe ir en porcentaje (%)',
  },
  {
    code: 'ECF-AJUSTE-09',
    at: 'MontoDescuentooRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, campos 5 a 7, p. 49 (si va en %, debe ir el monto correspondiente)',
    holds: percentHolds,
    message: ({ ajuste, indicador }, { ledger }) =>
      `MontoDescuentooRecargo dice ${formatMonto(amount(ajuste.MontoDescuentooRecargo))}, pero el ${ajuste.ValorDescuentooRecargo} % de los ítems que afecta${ledger.incluido ? ', sin ITBIS,' : ''} da ${formatMonto(percentOfLines(ledger, indicador, ajuste.ValorDescuentooRecargo))}`,
  },
  {
    code: 'ECF-AJUSTE-10',
    at: 'IndicadorFacturacionDescuentooRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, b y campo 9, p. 48-49',
    holds: fallsOnLines,
    message: ({ indicador }) =>
      `El descuento o recargo global afecta al IndicadorFacturacion ${indicador}, que ningún ítem lleva`,
  },
  {
    code: 'ECF-AJUSTE-11',
    at: 'MontoDescuentooRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 93-96, p. 19-20 (los totales no tienen signo); sección D, campo 7, p. 49',
    holds: (adjustment, c, index) =>
      adjustment.ajuste.TipoAjuste !== 'D' ||
      adjustment.norma1007 ||
      !fallsOnLines(adjustment, c) ||
      !isNegative(round(leftAfter(adjustment, c, index), 2)),
    message: ({ ajuste, monto, indicador }, { ledger }) =>
      `El descuento global ${ajuste.NumeroLinea ?? ''} de ${formatMonto(abs(monto))} es mayor que los ítems que afecta, ${formatMonto(percentOfLines(ledger, indicador, '100'))}: el total quedaría en negativo`,
  },
  {
    code: 'ECF-AJUSTE-13',
    at: 'ValorDescuentooRecargo',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, sección D, campo 6, p. 49 (condicional a que vaya en %)',
    holds: ({ ajuste }) => ajuste.TipoValor !== '$' || ajuste.ValorDescuentooRecargo === undefined,
    message: ({ ajuste }) =>
      `ValorDescuentooRecargo es un porcentaje, y TipoValor dice $: quite el ${ajuste.ValorDescuentooRecargo} o ponga TipoValor %`,
  },
  {
    code: 'ECF-AJUSTE-12',
    at: 'IndicadorNorma1007',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 93 d y 109 d, p. 19 y 24; Informe Técnico §15, p. 26',
    holds: ({ norma1007 }, { ledger }) =>
      !norma1007 || ledger.lines.some(({ impuestos }) => impuestos.some((code) => code === '002' || code === '004')),
    message:
      'La Norma 10-07 es de las telecomunicaciones: ningún ítem lleva el impuesto 002 (CDT) ni el 004 (ISC a las telecomunicaciones)',
  },
];

/** Rules of each global discount or surcharge. */
export const ajustes = ruleSet<Adjustment, Checked>(
  ({ ledger }) => ledger.adjustments,
  (_, index) => `DescuentosORecargos.DescuentoORecargo[${index + 1}]`,
  rules,
);
