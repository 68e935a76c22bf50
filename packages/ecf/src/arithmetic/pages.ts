import { add, compare, type Decimal, divide, formatDecimal, isZero, mul, sub, sum, zero } from '@timbre/values';
import { describeField } from '../describe-field.ts';
import type { CampoImpuesto } from './additional-taxes.ts';
import type { Draft, Pagina } from './draft.ts';
import { lineAmounts } from './line-amounts.ts';
import { amount } from './reading.ts';

/** The lines of a page by their index, from 0; `end` is the index after the last. */
export interface PageRange {
  readonly start: number;
  readonly end: number;
}

/** An amount of the whole document, and the part of each page in it. */
interface Shared {
  readonly campo: keyof Pagina & string;
  /** The pages with a line of this IndicadorFacturacion state it, also if it is zero. */
  readonly indicador: string;
  readonly parts: readonly Decimal[];
}

/** The most pages and lines that Paginacion can number. @source Formato e-CF v1.0, sección E, campos 1-3; e-CF 31 v.1.0.xsd, NumeroPagina */
const most = { pages: 100, lines: 1000 } as const;

const money = (monto: Decimal): string => formatDecimal(monto, 2);

/**
 * The pages that a document declares, if together they have each line once and in order; otherwise none.
 * @param ecf any part of it may be missing
 */
export function pageRanges(ecf: Draft): readonly PageRange[] {
  const lines = ecf.DetallesItems?.Item?.length ?? 0;
  const ranges: PageRange[] = [];
  let start = 0;
  for (const { NoLineaDesde, NoLineaHasta } of ecf.Paginacion?.Pagina ?? []) {
    const end = Number(NoLineaHasta ?? Number.NaN);
    if (Number(NoLineaDesde) !== start + 1 || !(end > start && end <= lines)) return [];
    ranges.push({ start, end });
    start = end;
  }
  return start === lines ? ranges : [];
}

/**
 * Shares an amount among pages by their weights. The parts add up to the amount, to the cent: each is the rounded part of
 * all pages up to it, less the parts before it. Without any weight the last page has it all.
 */
function share(total: Decimal, weights: readonly Decimal[]): readonly Decimal[] {
  const whole = sum(weights);
  let weight = zero;
  let before = zero;
  return weights.map((own, page) => {
    weight = add(weight, own);
    const isLast = page === weights.length - 1;
    const upTo = isLast ? total : isZero(whole) ? zero : divide(mul(total, weight), whole, 2);
    const part = sub(upTo, before);
    before = upTo;
    return part;
  });
}

/** The amounts of the document, shared among its pages by their lines. @source Formato e-CF v1.0, sección E, campos 5-17 */
function sharedAmong(ecf: Draft, ranges: readonly PageRange[]) {
  const amounts = lineAmounts(ecf);
  const items = ecf.DetallesItems?.Item ?? [];
  const { Totales } = ecf.Encabezado ?? {};
  const byPage = (of: (index: number) => Decimal) =>
    ranges.map(({ start, end }) => sum(Array.from({ length: end - start }, (_, line) => of(start + line))));
  const parts = (stated: string | undefined, weights: readonly Decimal[]) =>
    share(stated === undefined ? sum(weights) : amount(stated), weights);
  const ofRate = (
    campo: Shared['campo'],
    indicador: string,
    stated: string | undefined,
    of: (index: number) => Decimal,
  ): Shared => {
    const weights = byPage((index) => (items[index]!.IndicadorFacturacion === indicador ? of(index) : zero));
    return { campo, indicador, parts: parts(stated, weights) };
  };
  const taxes = Totales?.ImpuestosAdicionales?.ImpuestoAdicional ?? [];
  const taxed = (...campos: readonly CampoImpuesto[]) =>
    taxes.length === 0 ? undefined : money(sum(taxes.flatMap((tax) => campos.map((campo) => amount(tax[campo])))));
  const neto = (index: number) => amounts[index]!.neto;
  const selectivo = parts(
    taxed('MontoImpuestoSelectivoConsumoEspecifico', 'MontoImpuestoSelectivoConsumoAdvalorem'),
    byPage((index) => add(amounts[index]!.especifico, amounts[index]!.advalorem)),
  );
  const gravado = [
    ofRate('SubtotalMontoGravado1Pagina', '1', Totales?.MontoGravadoI1, neto),
    ofRate('SubtotalMontoGravado2Pagina', '2', Totales?.MontoGravadoI2, neto),
    ofRate('SubtotalMontoGravado3Pagina', '3', Totales?.MontoGravadoI3, neto),
  ];
  const itbis = ([1, 2, 3] as const).map((rate): Shared => {
    const base = gravado[rate - 1]!.parts.map((part, page) => (rate === 1 ? add(part, selectivo[page]!) : part));
    const total = Totales?.[`TotalITBIS${rate}`] ?? '0.00';
    return { campo: `SubtotalItbis${rate}Pagina`, indicador: String(rate), parts: parts(total, base) };
  });
  return {
    gravado,
    exento: [ofRate('SubtotalExentoPagina', '4', Totales?.MontoExento, neto)],
    itbis,
    noFacturable: [
      ofRate('SubtotalMontoNoFacturablePagina', '0', Totales?.MontoNoFacturable, (index) =>
        amount(items[index]!.MontoItem),
      ),
    ],
    selectivo,
    otros: parts(
      taxed('OtrosImpuestosAdicionales'),
      byPage((index) => amounts[index]!.otros),
    ),
  };
}

/**
 * The pages of a document: their lines and their subtotals, which are shares in its totals, so that global adjustments
 * are in them and their sum is MontoTotal.
 * @source Formato e-CF v1.0, sección E and campo 110 c
 */
export function pagesOf(ecf: Draft, ranges: readonly PageRange[]): readonly Pagina[] {
  const tipo = ecf.Encabezado?.IdDoc?.TipoeCF ?? '';
  const items = ecf.DetallesItems?.Item ?? [];
  const { gravado, exento, itbis, noFacturable, selectivo, otros } = sharedAmong(ecf, ranges);
  return ranges.map(({ start, end }, page) => {
    const indicadores = new Set(items.slice(start, end).map(({ IndicadorFacturacion }) => IndicadorFacturacion));
    const on = (group: readonly Shared[]) =>
      group.filter((of) => indicadores.has(of.indicador) || !isZero(of.parts[page]!));
    const total = (group: readonly Shared[]) => sum(group.map(({ parts }) => parts[page]!));
    const stated = (group: readonly Shared[]) =>
      Object.fromEntries(on(group).map(({ campo, parts }) => [campo, money(parts[page]!)]));
    const sumOf = (campo: string, group: readonly Shared[]) =>
      on(group).length === 0 ? {} : { [campo]: money(total(group)) };
    const positive = (campo: string, monto: Decimal) => (compare(monto, zero) > 0 ? { [campo]: money(monto) } : {});
    const adicional = add(selectivo[page]!, otros[page]!);
    const impuestos = allowedIn(
      tipo,
      {
        ...positive('SubtotalImpuestoSelectivoConsumoEspecificoPagina', selectivo[page]!),
        ...positive('SubtotalOtrosImpuesto', otros[page]!),
      },
      'Paginacion.Pagina.SubtotalImpuestoAdicional',
    );
    const everything = add(add(total(gravado), total(exento)), add(total(itbis), adicional));
    return allowedIn(tipo, {
      PaginaNo: String(page + 1),
      NoLineaDesde: String(start + 1),
      NoLineaHasta: String(end),
      ...sumOf('SubtotalMontoGravadoPagina', gravado),
      ...stated(gravado),
      ...stated(exento),
      ...sumOf('SubtotalItbisPagina', itbis),
      ...stated(itbis),
      ...positive('SubtotalImpuestoAdicionalPagina', adicional),
      ...(Object.keys(impuestos).length === 0 ? {} : { SubtotalImpuestoAdicional: impuestos }),
      MontoSubtotalPagina: money(everything),
      ...stated(noFacturable),
    });
  });
}

/** The elements of an area of a page that the schema of its type has. */
const allowedIn = <Area extends object>(tipo: string, area: Area, path = 'Paginacion.Pagina'): Area =>
  Object.fromEntries(
    Object.entries(area).filter(([campo]) =>
      describeField('ECF', `${path}.${campo}`)?.occurs.some(({ document }) => document === tipo),
    ),
  ) as Area;

/** Adds pages to a document. A page's stated values replace the computed ones. */
function withPagina<T extends Draft>(ecf: T, ranges: readonly PageRange[]): T {
  const stated = ecf.Paginacion?.Pagina ?? [];
  const Pagina = pagesOf(ecf, ranges).map((page, index) => ({ ...page, ...stated[index] }));
  const IdDoc = { TotalPaginas: String(Pagina.length), ...ecf.Encabezado?.IdDoc };
  return { ...ecf, Encabezado: { ...ecf.Encabezado, IdDoc }, Paginacion: { Pagina } };
}

/**
 * Fills what the pages of a document leave out: their numbers, their subtotals, TotalPaginas. A document whose pages do
 * not have each line once, and in order, is returned as it is.
 */
export function completePages<T extends Draft>(ecf: T): T {
  const ranges = pageRanges(ecf);
  return ranges.length < 2 ? ecf : withPagina(ecf, ranges);
}

/**
 * Declares the pages of a document that states none and takes more than one. One whose lines or pages are more than can
 * be numbered is returned as it is.
 * @param starts the lines that begin a page after the first, by their index, in order
 */
export function paginate<T extends Draft>(ecf: T, starts: readonly number[]): T {
  const lines = ecf.DetallesItems?.Item?.length ?? 0;
  const isStated = ecf.Paginacion !== undefined || ecf.Encabezado?.IdDoc?.TotalPaginas !== undefined;
  if (isStated || starts.length === 0 || starts.length >= most.pages || lines > most.lines) return ecf;
  const ends = [...starts, lines];
  return withPagina(
    ecf,
    ends.map((end, index) => ({ start: ends[index - 1] ?? 0, end })),
  );
}
