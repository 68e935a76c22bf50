import {
  CodificacionTipoImpuestos,
  type ECF,
  IndicadorFacturacion,
  type LineAmounts,
  Liquidacion,
  TipoAfiliacion,
  UnidadMedida,
} from '@timbre/ecf';
import { type Decimal, formatDecimal, isZero } from '@timbre/values';
import { field } from './head.ts';
import type { Column, ColumnKey, Printed, PrintedLine } from './printed.ts';
import { amountText, inWords, percentText, quantityText } from './words.ts';

type Item = ECF['DetallesItems']['Item'][number];

/** Texts of a line to print: only its name, or its name with its description below. */
export type CampoNombreItem = 'NombreItem' | 'DescripcionItem';

const at = (name: string): string => `DetallesItems.Item.${name}`;

/** @source Informe Técnico §17.2.2: the columns, their order and their labels */
const columns: readonly Column[] = [
  { key: 'cantidad', label: 'Cantidad', align: 'right', of: [at('CantidadItem')] },
  { key: 'descripcion', label: 'Descripción', align: 'left', of: [at('NombreItem'), at('IndicadorFacturacion')] },
  { key: 'unidad', label: 'Unidad de medida', align: 'left', of: [at('UnidadMedida')] },
  { key: 'grados', label: 'Grados alcohol', align: 'right', of: [at('GradosAlcohol')] },
  { key: 'pvp', label: 'PVP', align: 'right', of: [at('PrecioUnitarioReferencia')] },
  { key: 'precio', label: 'Precio', align: 'right', of: [at('PrecioUnitarioItem')] },
  { key: 'especifico', label: 'ISC específico', align: 'right', of: [] },
  { key: 'advalorem', label: 'ISC ad valorem', align: 'right', of: [] },
  { key: 'itbis', label: 'ITBIS', align: 'right', of: [] },
  { key: 'descuento', label: 'Descuento', align: 'right', of: [at('DescuentoMonto')] },
  { key: 'recargo', label: 'Recargo', align: 'right', of: [at('RecargoMonto')] },
  { key: 'valor', label: 'Valor', align: 'right', of: [at('MontoItem')] },
];

/** Columns that are printed even if no line fills them. */
const always: readonly ColumnKey[] = ['cantidad', 'descripcion', 'precio', 'valor'];

const money = (amount: Decimal): string | undefined =>
  isZero(amount) ? undefined : amountText(formatDecimal(amount, 2));

const optional = (text: string | undefined, write: (text: string) => string): string | undefined =>
  text === undefined ? undefined : write(text);

/** Percentages of the sub-discounts or sub-surcharges. Their total amount is in a column. */
const percentages = (texts: readonly (string | undefined)[]): string =>
  texts.flatMap((text) => (text === undefined ? [] : percentText(text))).join(' + ');

function measures(item: Item): readonly Printed[] {
  const { CantidadReferencia, UnidadReferencia, Mineria } = item;
  const unit = optional(UnidadReferencia, (code) => inWords(UnidadMedida, code)) ?? '';
  const reference = CantidadReferencia && `${quantityText(CantidadReferencia)} ${unit}`.trim();
  const parts = (item.TablaSubcantidad?.SubcantidadItem ?? []).map(({ Subcantidad, CodigoSubcantidad }) =>
    [optional(Subcantidad, quantityText), optional(CodigoSubcantidad, (code) => inWords(UnidadMedida, code))]
      .filter((text) => text !== undefined)
      .join(' '),
  );
  const kilograms = (text: string) => `${quantityText(text)} kg`;
  return [
    ...field('Contenido', [reference, ...parts].filter(Boolean).join(' × '), at('CantidadReferencia')),
    ...field('Peso neto', optional(Mineria?.PesoNetoKilogramo, kilograms), at('Mineria.PesoNetoKilogramo')),
    ...field('Peso neto minería', optional(Mineria?.PesoNetoMineria, quantityText), at('Mineria.PesoNetoMineria')),
    ...field(
      'Afiliación',
      optional(Mineria?.TipoAfiliacion, (c) => inWords(TipoAfiliacion, c)),
      at('Mineria'),
    ),
    ...field(
      'Liquidación',
      optional(Mineria?.Liquidacion, (c) => inWords(Liquidacion, c)),
      at('Mineria'),
    ),
  ];
}

/** Details printed below the description of a line. */
function detailsOf(item: Item, campo: CampoNombreItem, moneda: string | undefined): readonly Printed[] {
  const { Retencion, OtraMonedaDetalle: otra } = item;
  const codes = (item.TablaCodigosItem?.CodigosItem ?? []).map((c) => `${c.TipoCodigo} ${c.CodigoItem}`);
  const taxes = (item.TablaImpuestoAdicional?.ImpuestoAdicional ?? []).flatMap(({ TipoImpuesto }) =>
    TipoImpuesto === undefined ? [] : inWords(CodificacionTipoImpuestos, TipoImpuesto),
  );
  const discounts = percentages((item.TablaSubDescuento?.SubDescuento ?? []).map((s) => s.SubDescuentoPorcentaje));
  const surcharges = percentages((item.TablaSubRecargo?.SubRecargo ?? []).map((s) => s.SubRecargoPorcentaje));
  const unbilled = item.IndicadorFacturacion === '0' ? IndicadorFacturacion[0] : undefined;
  const foreign = otra && [
    otra.PrecioOtraMoneda && `precio ${amountText(otra.PrecioOtraMoneda)}`,
    otra.DescuentoOtraMoneda && `descuento ${amountText(otra.DescuentoOtraMoneda)}`,
    otra.RecargoOtraMoneda && `recargo ${amountText(otra.RecargoOtraMoneda)}`,
    otra.MontoItemOtraMoneda && `valor ${amountText(otra.MontoItemOtraMoneda)}`,
  ];
  const inCurrency = foreign && `${moneda ?? 'Otra moneda'}: ${foreign.filter(Boolean).join(', ')}`;
  return [
    ...field('', campo === 'DescripcionItem' ? item.DescripcionItem : undefined, at('DescripcionItem')),
    ...field('', unbilled, at('IndicadorFacturacion')),
    ...field('Código', codes.join(', '), at('TablaCodigosItem.CodigosItem')),
    ...measures(item),
    ...field('Elaboración', item.FechaElaboracion, at('FechaElaboracion')),
    ...field('Vencimiento', item.FechaVencimientoItem, at('FechaVencimientoItem')),
    ...field('Descuento', discounts, at('TablaSubDescuento.SubDescuento')),
    ...field('Recargo', surcharges, at('TablaSubRecargo.SubRecargo')),
    ...field('', taxes.join(', '), at('TablaImpuestoAdicional.ImpuestoAdicional')),
    ...field('ITBIS retenido', optional(Retencion?.MontoITBISRetenido, amountText), at('Retencion.MontoITBISRetenido')),
    ...field('ISR retenido', optional(Retencion?.MontoISRRetenido, amountText), at('Retencion.MontoISRRetenido')),
    ...field('', inCurrency, at('OtraMonedaDetalle')),
  ];
}

type Cells = Partial<Record<ColumnKey, string>>;

function cellsOf(item: Item, amounts: LineAmounts): Cells {
  const cells: Record<ColumnKey, string | undefined> = {
    cantidad: quantityText(item.CantidadItem),
    descripcion: item.NombreItem,
    unidad: optional(item.UnidadMedida, (code) => inWords(UnidadMedida, code)),
    grados: optional(item.GradosAlcohol, percentText),
    pvp: optional(item.PrecioUnitarioReferencia, amountText),
    precio: amountText(item.PrecioUnitarioItem),
    especifico: money(amounts.especifico),
    advalorem: money(amounts.advalorem),
    itbis: money(amounts.itbis),
    descuento: optional(item.DescuentoMonto, amountText),
    recargo: optional(item.RecargoMonto, amountText),
    valor: amountText(item.MontoItem),
  };
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== undefined)) as Cells;
}

/**
 * The lines, and the columns that are filled by at least one of them or always printed.
 * @param campo whether DescripcionItem is printed below the name. The official form requires NombreItem, so the name is
 *   always first
 */
export function linesOf(
  ecf: ECF,
  amounts: readonly LineAmounts[],
  campo: CampoNombreItem,
): { readonly columns: readonly Column[]; readonly lines: readonly PrintedLine[] } {
  const moneda = ecf.Encabezado.OtraMoneda?.TipoMoneda;
  const lines = ecf.DetallesItems.Item.map((item, index) => ({
    numero: index + 1,
    exento: item.IndicadorFacturacion === '4',
    cells: cellsOf(item, amounts[index]!),
    details: detailsOf(item, campo, moneda),
  }));
  const filled = columns.filter(
    ({ key }) => always.includes(key) || lines.some(({ cells }) => cells[key] !== undefined),
  );
  return { columns: filled, lines };
}
