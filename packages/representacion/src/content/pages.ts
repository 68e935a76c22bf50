import { type ECF, type PageRange, pageRanges, pagesOf } from '@timbre/ecf';
import { field } from './head.ts';
import type { DeclaredPage, Printed } from './printed.ts';
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

/** The pages that the document declares, if they can be followed: see `pageRanges`. Otherwise the sheets are filled in sequence. */
export const declaredPages = (ecf: ECF): readonly DeclaredPage[] =>
  pageRanges(ecf).map((range, index) => {
    const pagina = ecf.Paginacion!.Pagina[index]!;
    return { ...range, numero: Number(pagina.PaginaNo ?? index + 1), subtotals: declaredSubtotals(pagina) };
  });

/** The subtotals of pages that the document does not declare: no element of it states them. */
export const computedSubtotals = (ecf: ECF, ranges: readonly PageRange[]): readonly (readonly Printed[])[] =>
  pagesOf(ecf, ranges).map((pagina) => declaredSubtotals(pagina as Pagina).map((row) => ({ ...row, of: [] })));
