import {
  add,
  compare,
  type Decimal,
  formatMonto,
  isNegative,
  mul,
  round,
  sum,
  type TipoECF,
  zero,
} from '@timbre/values';
import type { Pagina } from '../../arithmetic/draft.ts';
import { percent } from '../../arithmetic/excise.ts';
import { pageRanges } from '../../arithmetic/pages.ts';
import { type Gravado, tasaITBIS } from '../../arithmetic/rates.ts';
import { type Adjustment, amount, type Line, netOfLine } from '../../arithmetic/reading.ts';
import { type Rule, ruleSet, totalTolerance, within } from '../rule.ts';
import type { Checked } from './context.ts';
import { paginasOf } from './paginas.ts';

/** A page, and the lines that it says it contains. */
interface Page {
  readonly pagina: Pagina;
  readonly lines: readonly Line[];
  /** Its place among the pages, from 0. */
  readonly at: number;
}

/** The pages with their lines; none if a range is wrong, which has its own rule. */
const pagesWithLines = ({ ecf, ledger }: Checked): readonly Page[] =>
  pageRanges(ecf).map(({ start, end }, at) => ({
    pagina: paginasOf(ecf)[at]!,
    lines: ledger.lines.slice(start, end),
    at,
  }));

/** The least and the most that an amount may be. The format does not say how pages share a global adjustment. */
interface Span {
  readonly least: Decimal;
  readonly most: Decimal;
}

const exactly = (monto: Decimal): Span => ({ least: monto, most: monto });

/** Lines of one IndicadorFacturacion, without the ITBIS that they include, with none or all of the global adjustments. */
function amountOf({ lines }: Page, indicador: string, { ledger }: Checked): Span {
  const own = lines.filter((line) => line.indicador === indicador);
  if (own.length === 0) return exactly(zero);
  const net = round(sum(own.map((line) => netOfLine(ledger, line))), 2);
  const falls = (one: Adjustment): boolean =>
    !one.norma1007 && (one.indicador === undefined || one.indicador === indicador);
  const adjustments = ledger.adjustments.filter(falls).map(({ monto }) => monto);
  return {
    least: add(net, sum(adjustments.filter(isNegative))),
    most: add(net, sum(adjustments.filter((monto) => !isNegative(monto)))),
  };
}

/** Additional taxes of the lines of a page: excise, or the others. Undefined where a rate is not known. */
function taxesOf({ lines }: Page, kind: 'selectivo' | 'otros', { ledger }: Checked): Decimal | undefined {
  const on = new Set(lines.map(({ index }) => index));
  const owed = ledger.taxes
    .filter(({ familia }) => (familia === 'otros') === (kind === 'otros'))
    .flatMap((tax) => tax.owed.filter((_, i) => on.has(tax.lines[i]!.index)));
  return owed.includes(undefined) ? undefined : round(sum(owed.map((one) => one ?? zero)), 2);
}

/** ITBIS of what the page states as taxed at a rate, and of its excise. */
function itbisOf(page: Page, indicador: Gravado, c: Checked): Span | undefined {
  const stated = page.pagina[`SubtotalMontoGravado${indicador}Pagina`];
  const { least, most } = stated === undefined ? amountOf(page, String(indicador), c) : exactly(amount(stated));
  const excise = indicador === 1 ? taxesOf(page, 'selectivo', c) : zero;
  if (excise === undefined) return undefined;
  const rate = c.ledger.sinITBIS ? zero : percent(tasaITBIS(indicador, c.ledger.fecha));
  return { least: round(mul(add(least, excise), rate), 2), most: round(mul(add(most, excise), rate), 2) };
}

/** The two amounts of the area SubtotalImpuestoAdicional as stated; those of the lines where the page has no area. */
function additionalOf(page: Page, c: Checked): Span | undefined {
  const area = page.pagina.SubtotalImpuestoAdicional;
  if (area !== undefined)
    return exactly(
      add(amount(area.SubtotalImpuestoSelectivoConsumoEspecificoPagina), amount(area.SubtotalOtrosImpuesto)),
    );
  const [selectivo, otros] = [taxesOf(page, 'selectivo', c), taxesOf(page, 'otros', c)];
  return selectivo === undefined || otros === undefined ? undefined : exactly(add(selectivo, otros));
}

const exactTaxes = (page: Page, kind: 'selectivo' | 'otros', c: Checked): Span | undefined => {
  const taxes = taxesOf(page, kind, c);
  return taxes === undefined ? undefined : exactly(taxes);
};

/** Definition of one amount of a page. */
interface PageRow {
  readonly code: string;
  readonly tipos?: readonly TipoECF[];
  readonly campo: string;
  readonly stated: (pagina: Pagina) => string | undefined;
  /** Undefined where a rate is not known. */
  readonly compute: (page: Page, c: Checked) => Span | undefined;
  /** How it is computed, in Spanish. */
  readonly formula: string;
  /** The field of section E, and the page. */
  readonly source: string;
}

const gravado = (code: string, indicador: Gravado, source: string): PageRow => ({
  code,
  campo: `SubtotalMontoGravado${indicador}Pagina`,
  stated: (pagina) => pagina[`SubtotalMontoGravado${indicador}Pagina`],
  compute: (page, c) => amountOf(page, String(indicador), c),
  formula: `los ítems de la página con IndicadorFacturacion ${indicador}, sin ITBIS, menos descuentos más recargos globales`,
  source,
});

const itbis = (code: string, indicador: Gravado, source: string): PageRow => ({
  code,
  campo: `SubtotalItbis${indicador}Pagina`,
  stated: (pagina) => pagina[`SubtotalItbis${indicador}Pagina`],
  compute: (page, c) => itbisOf(page, indicador, c),
  formula: `el ITBIS de SubtotalMontoGravado${indicador}Pagina${indicador === 1 ? ' más los impuestos selectivos al consumo' : ''}`,
  source,
});

const rows: readonly PageRow[] = [
  gravado('ECF-PAGINA-09', 1, 'campo 5 b, p. 51'),
  gravado('ECF-PAGINA-10', 2, 'campo 6 b, p. 51'),
  gravado('ECF-PAGINA-11', 3, 'campo 7 b, p. 52'),
  {
    code: 'ECF-PAGINA-12',
    campo: 'SubtotalExentoPagina',
    stated: ({ SubtotalExentoPagina }) => SubtotalExentoPagina,
    compute: (page, c) => amountOf(page, '4', c),
    formula: 'los ítems exentos de la página, menos descuentos más recargos globales',
    source: 'campo 8 b, p. 52',
  },
  itbis('ECF-PAGINA-13', 1, 'campo 10 b, p. 53'),
  itbis('ECF-PAGINA-14', 2, 'campo 11 b, p. 53'),
  itbis('ECF-PAGINA-15', 3, 'campo 12, p. 53'),
  {
    code: 'ECF-PAGINA-16',
    campo: 'SubtotalImpuestoAdicionalPagina',
    stated: ({ SubtotalImpuestoAdicionalPagina }) => SubtotalImpuestoAdicionalPagina,
    compute: additionalOf,
    formula: 'los impuestos selectivos más los otros impuestos adicionales de la página',
    source: 'campo 13 b, p. 54',
  },
  {
    code: 'ECF-PAGINA-17',
    campo: 'SubtotalImpuestoAdicional.SubtotalImpuestoSelectivoConsumoEspecificoPagina',
    stated: ({ SubtotalImpuestoAdicional: area }) => area?.SubtotalImpuestoSelectivoConsumoEspecificoPagina,
    compute: (page, c) => exactTaxes(page, 'selectivo', c),
    formula: 'los impuestos selectivos al consumo de los ítems de la página',
    source: 'campo 14, p. 54',
  },
  {
    code: 'ECF-PAGINA-18',
    campo: 'SubtotalImpuestoAdicional.SubtotalOtrosImpuesto',
    stated: ({ SubtotalImpuestoAdicional: area }) => area?.SubtotalOtrosImpuesto,
    compute: (page, c) => exactTaxes(page, 'otros', c),
    formula: 'los impuestos 001 a 005 de los ítems de la página',
    source: 'campo 15, p. 54',
  },
  {
    code: 'ECF-PAGINA-19',
    tipos: ['31', '32', '33', '34', '44', '45', '46'],
    campo: 'SubtotalMontoNoFacturablePagina',
    stated: ({ SubtotalMontoNoFacturablePagina }) => SubtotalMontoNoFacturablePagina,
    compute: ({ lines }) => exactly(sum(lines.filter(({ indicador }) => indicador === '0').map(({ monto }) => monto))),
    formula: 'los ítems no facturables de la página',
    source: 'campo 17 b, p. 55',
  },
];

const isInside = (monto: Decimal, { least, most }: Span, tolerance: Decimal): boolean =>
  within(monto, least, tolerance) ||
  within(monto, most, tolerance) ||
  (compare(least, monto) < 0 && compare(monto, most) < 0);

const ruleOf = ({ code, tipos, campo, stated, compute, formula, source }: PageRow): Rule<Page, Checked> => ({
  code,
  ...(tipos === undefined ? {} : { tipos }),
  at: campo,
  severity: 'condicional',
  arithmetic: true,
  source: `Formato e-CF v1.0, sección E, ${source}`,
  holds: (page, c) => {
    const span = compute(page, c);
    return span === undefined || isInside(amount(stated(page.pagina)), span, totalTolerance(page.lines.length));
  },
  message: (page, c) => {
    const { least, most } = compute(page, c) ?? exactly(zero);
    const text = stated(page.pagina);
    const limits = [least, most].map(formatMonto);
    const debe = limits[0] === limits[1] ? limits[0] : `de ${limits.join(' a ')}`;
    return `${campo} ${text === undefined ? 'no está' : `dice ${formatMonto(amount(text))}`} y debe decir ${debe}: ${formula}`;
  },
});

/** Compares the amounts of each page with those of its lines. A missing amount counts as zero. */
export const paginasYLineas = ruleSet<Page, Checked>(
  pagesWithLines,
  ({ at }) => `Paginacion.Pagina[${at + 1}]`,
  rows.map(ruleOf),
);
