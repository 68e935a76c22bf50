import type { ECF, LineAmounts } from '@timbre/ecf';
import { add, type Decimal, formatDecimal, isZero, parseDecimal, zero } from '@timbre/values';
import { field } from './head.ts';
import type { DeclaredPage, PageSums, Printed } from './printed.ts';
import { amountText } from './words.ts';

type Pagina = NonNullable<ECF['Paginacion']>['Pagina'][number];

const at = (name: string) => `Paginacion.Pagina.${name}`;

/** @source Informe Técnico §17.2.3, Informaciones concernientes a paginación */
const labels = {
  gravado: 'Subtotal gravado página',
  exento: 'Subtotal exento página',
  itbis: 'Subtotal ITBIS página',
  adicional: 'Subtotal impuesto adicional página',
  selectivo: 'Subtotal impuesto selectivo al consumo página',
  otros: 'Subtotal otros impuestos adicionales página',
  noFacturable: 'Subtotal no facturable página',
  total: 'Monto total página',
} as const;

function declaredSubtotals(pagina: Pagina): readonly Printed[] {
  const taxes = pagina.SubtotalImpuestoAdicional;
  const amount = (label: string, path: string, text: string | undefined) =>
    field(label, text && amountText(text), at(path));
  return [
    ...amount(labels.gravado, 'SubtotalMontoGravadoPagina', pagina.SubtotalMontoGravadoPagina),
    ...amount(labels.exento, 'SubtotalExentoPagina', pagina.SubtotalExentoPagina),
    ...amount(labels.itbis, 'SubtotalItbisPagina', pagina.SubtotalItbisPagina),
    ...amount(labels.adicional, 'SubtotalImpuestoAdicionalPagina', pagina.SubtotalImpuestoAdicionalPagina),
    ...amount(
      labels.selectivo,
      'SubtotalImpuestoAdicional.SubtotalImpuestoSelectivoConsumoEspecificoPagina',
      taxes?.SubtotalImpuestoSelectivoConsumoEspecificoPagina,
    ),
    ...amount(labels.otros, 'SubtotalImpuestoAdicional.SubtotalOtrosImpuesto', taxes?.SubtotalOtrosImpuesto),
    ...amount(labels.noFacturable, 'SubtotalMontoNoFacturablePagina', pagina.SubtotalMontoNoFacturablePagina),
    ...amount(labels.total, 'MontoSubtotalPagina', pagina.MontoSubtotalPagina),
  ];
}

/**
 * The pages that the document declares, if together they contain each line once and in order. Otherwise none, and the
 * sheets are filled in sequence.
 */
export function declaredPages(ecf: ECF): readonly DeclaredPage[] {
  const lines = ecf.DetallesItems.Item.length;
  const pages: DeclaredPage[] = [];
  let start = 0;
  for (const [index, pagina] of (ecf.Paginacion?.Pagina ?? []).entries()) {
    const end = Number(pagina.NoLineaHasta ?? Number.NaN);
    if (Number(pagina.NoLineaDesde) !== start + 1 || !(end > start && end <= lines)) return [];
    pages.push({ numero: Number(pagina.PaginaNo ?? index + 1), start, end, subtotals: declaredSubtotals(pagina) });
    start = end;
  }
  return start === lines ? pages : [];
}

const none: PageSums = { gravado: zero, exento: zero, itbis: zero, selectivo: zero, otros: zero, noFacturable: zero };

/** Amounts that each line adds to the subtotals of its page. */
export const sumsOf = (ecf: ECF, amounts: readonly LineAmounts[]): readonly PageSums[] =>
  ecf.DetallesItems.Item.map(({ IndicadorFacturacion, MontoItem }, index) => {
    const { neto, itbis, especifico, advalorem, otros } = amounts[index]!;
    const taxes = { itbis, selectivo: add(especifico, advalorem), otros };
    if (IndicadorFacturacion === '0') return { ...none, noFacturable: parseDecimal(MontoItem) ?? zero };
    if (IndicadorFacturacion === '4') return { ...none, ...taxes, exento: neto };
    return { ...none, ...taxes, gravado: neto };
  });

/**
 * The subtotals of a page that the document does not declare.
 * @param lines the entries of `sums` of its lines
 */
export function subtotalsOfPage(lines: readonly PageSums[]): readonly Printed[] {
  const total: Record<keyof PageSums, Decimal> = { ...none };
  for (const line of lines)
    for (const key of Object.keys(none) as (keyof PageSums)[]) total[key] = add(total[key], line[key]);
  const { gravado, exento, itbis, selectivo, otros, noFacturable } = total;
  const row = (label: string, amount: Decimal): readonly Printed[] =>
    isZero(amount) ? [] : [{ label, text: amountText(formatDecimal(amount, 2)), of: [] }];
  const all = add(add(gravado, exento), add(itbis, add(selectivo, otros)));
  return [
    ...row(labels.gravado, gravado),
    ...row(labels.exento, exento),
    ...row(labels.itbis, itbis),
    ...row(labels.selectivo, selectivo),
    ...row(labels.otros, otros),
    ...row(labels.noFacturable, noFacturable),
    { label: labels.total, text: amountText(formatDecimal(all, 2)), of: [] },
  ];
}
