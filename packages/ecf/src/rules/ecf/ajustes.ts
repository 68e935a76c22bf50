import type { Adjustment } from '../../arithmetic/reading.ts';
import { countsUp, type Rule, ruleSet } from '../rule.ts';
import type { Checked } from './context.ts';

/** IndicadorFacturacion values that the invoiced lines have. */
const indicadores = ({ ledger }: Checked): number => ledger.sumas.slice(1).filter((suma) => suma !== undefined).length;

/** Whether lines bear different sets of additional taxes; those that bear none do not count. */
const mixesTaxes = ({ ledger }: Checked): boolean =>
  new Set(ledger.lines.filter((l) => l.impuestos.length > 0).map((l) => [...l.impuestos].sort().join())).size > 1;

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
];

/** Rules of each global discount or surcharge. */
export const ajustes = ruleSet<Adjustment, Checked>(
  ({ ledger }) => ledger.adjustments,
  (_, index) => `DescuentosORecargos.DescuentoORecargo[${index + 1}]`,
  rules,
);
