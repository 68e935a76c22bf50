import { compare, formatDecimal, formatMonto, zero } from '@timbre/values';
import { amountRows } from '../../arithmetic/amounts.ts';
import { type Gravado, tasaITBIS } from '../../arithmetic/rates.ts';
import { amount } from '../../arithmetic/reading.ts';
import { type RuleSet, ruleSet, totalTolerance, within } from '../rule.ts';
import type { Checked } from './context.ts';

/**
 * Compares the amounts of Totales and OtraMoneda with the computed ones: one rule for each row of the table that also fills them.
 * A missing amount counts as zero. @source Informe Técnico §12, p. 20
 */
const cuadratura: RuleSet<Checked> = {
  rules: amountRows.map(({ code, source }) => ({
    code,
    severity: 'condicional',
    arithmetic: true,
    source: `Formato e-CF v1.0, ${source}; Informe Técnico §12, p. 20`,
  })),
  checkOf:
    () =>
    ({ entries, ledger }, faults) => {
      const tolerance = totalTolerance(ledger.lines.length);
      for (const { row, dado, esperado } of entries) {
        if (dado === undefined && row.optional) continue;
        if (within(dado ?? zero, esperado, tolerance)) continue;
        const actual = dado === undefined ? 'no está' : `dice ${formatMonto(dado)}`;
        faults.push({
          code: row.code,
          path: `Encabezado.${row.area}.${row.campo}`,
          message: `${row.campo} ${actual} y debe decir ${formatMonto(esperado)}: ${row.formula} (se tolera ${formatMonto(tolerance)})`,
          severity: 'condicional',
          arithmetic: true,
        });
      }
    },
};

const tags = ([1, 2, 3] as const).map((indicador) => ({ indicador, tag: `ITBIS${indicador}` as const }));
type Tag = { readonly indicador: Gravado; readonly tag: 'ITBIS1' | 'ITBIS2' | 'ITBIS3' };
const statedRate = ({ ecf }: Checked, { tag }: Tag) => ecf.Encabezado?.Totales?.[tag];

const tasas = ruleSet<Tag, Checked>(
  () => tags,
  ({ tag }) => `Encabezado.Totales.${tag}`,
  [
    {
      code: 'ECF-TASA-01',
      at: '',
      severity: 'rechazo',
      source: 'Formato e-CF v1.0, campos 97-99, p. 20-21',
      holds: (tag, c) => {
        const tasa = statedRate(c, tag);
        return tasa === undefined || compare(amount(tasa), tasaITBIS(tag.indicador, c.ledger.fecha)) === 0;
      },
      message: (tag, c) =>
        `${tag.tag} dice ${statedRate(c, tag)}; la tasa es ${formatDecimal(tasaITBIS(tag.indicador, c.ledger.fecha))}`,
    },
    {
      code: 'ECF-TASA-02',
      at: '',
      severity: 'condicional',
      source: 'Formato e-CF v1.0, campos 97-99, p. 20-21',
      holds: (tag, c) => statedRate(c, tag) !== undefined || c.ledger.sumas[tag.indicador] === undefined,
      message: ({ tag, indicador }, { ledger }) =>
        `Hay ítems con IndicadorFacturacion ${indicador}: falta ${tag}, ${formatDecimal(tasaITBIS(indicador, ledger.fecha))}`,
    },
    {
      code: 'ECF-TASA-03',
      at: '',
      severity: 'rechazo',
      source: 'Formato e-CF v1.0, campos 97 b, 98 b y 99 b, p. 20-21 (existe un ítem con ese indicador)',
      holds: (tag, c) => statedRate(c, tag) === undefined || c.ledger.sumas[tag.indicador] !== undefined,
      message: ({ tag, indicador }) =>
        `${tag} es la tasa de los ítems con IndicadorFacturacion ${indicador}, y ninguno lo lleva: quítela`,
    },
  ],
);

const camposDePercepcion = ['TotalITBISPercepcion', 'TotalISRPercepcion'] as const;

const percepciones = ruleSet<(typeof camposDePercepcion)[number], Checked>(
  ({ ecf }) => camposDePercepcion.filter((campo) => ecf.Encabezado?.Totales?.[campo] !== undefined),
  (campo) => `Encabezado.Totales.${campo}`,
  [
    {
      code: 'ECF-RETENCION-10',
      at: '',
      severity: 'condicional',
      source: 'Formato e-CF v1.0, campos 118 y 119 y nota 32, p. 27',
      holds: () => false,
      message: (campo) => `El régimen de percepción no está vigente: quite ${campo}`,
    },
  ],
);

export const totales = [cuadratura, tasas, percepciones];
