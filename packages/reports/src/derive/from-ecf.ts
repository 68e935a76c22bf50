import { type Decimal, parseDecimal, parseFecha } from '@timbre/values';
import type { Line, Receipt } from './input.ts';

/** A text of an e-CF; undefined where the element is missing. */
type Text = string | undefined;

/** Elements of an e-CF that the reports read, as a tree with the names of the XML. Any tree of an e-CF matches it. */
export interface ECFLike {
  readonly Encabezado?: {
    readonly IdDoc?: {
      readonly eNCF?: Text;
      readonly TipoIngresos?: Text;
      readonly TipoPago?: Text;
      readonly IndicadorNotaCredito?: Text;
      readonly TablaFormasPago?:
        | { readonly FormaDePago?: readonly { FormaPago?: Text; MontoPago?: Text }[] | undefined }
        | undefined;
    };
    readonly Emisor?: { readonly RNCEmisor?: Text; readonly RazonSocialEmisor?: Text; readonly FechaEmision?: Text };
    readonly Comprador?:
      | { readonly RNCComprador?: Text; readonly IdentificadorExtranjero?: Text; readonly RazonSocialComprador?: Text }
      | undefined;
    readonly Totales?: {
      readonly MontoGravadoI1?: Text;
      readonly MontoGravadoI2?: Text;
      readonly MontoGravadoI3?: Text;
      readonly MontoExento?: Text;
      readonly TotalITBIS?: Text;
      readonly ImpuestosAdicionales?: { readonly ImpuestoAdicional?: readonly AdditionalTax[] | undefined } | undefined;
      readonly TotalITBISRetenido?: Text;
      readonly TotalISRRetencion?: Text;
    };
  };
  readonly DetallesItems?: {
    readonly Item?:
      | readonly { IndicadorFacturacion?: Text; IndicadorBienoServicio?: Text; MontoItem?: Text }[]
      | undefined;
  };
  readonly InformacionReferencia?: { readonly NCFModificado?: Text; readonly FechaNCFModificado?: Text } | undefined;
}

interface AdditionalTax {
  readonly TipoImpuesto?: Text;
  readonly MontoImpuestoSelectivoConsumoEspecifico?: Text;
  readonly MontoImpuestoSelectivoConsumoAdvalorem?: Text;
  readonly OtrosImpuestosAdicionales?: Text;
}

const amount = (text: Text): Decimal | undefined => (text === undefined ? undefined : parseDecimal(text));

/**
 * Converts an e-CF to the receipt that the derivations require. Its amounts are RD$, even if it shows another currency.
 * @returns undefined if the number or the day cannot be read; other texts that cannot be read count as missing
 * @source Formato e-CF v1.0
 */
export function receiptFromECF({
  Encabezado: e,
  DetallesItems,
  InformacionReferencia: r,
}: ECFLike): Receipt | undefined {
  const { IdDoc, Emisor, Comprador, Totales: t } = e ?? {};
  const fecha = parseFecha(Emisor?.FechaEmision ?? '');
  if (IdDoc?.eNCF === undefined || fecha === undefined) return undefined;
  const tipoPago = IdDoc.TipoPago;
  const retenido = { itbis: amount(t?.TotalITBISRetenido), isr: amount(t?.TotalISRRetencion) };
  return {
    ncf: IdDoc.eNCF,
    fecha,
    emisor: { id: Emisor?.RNCEmisor, nombre: Emisor?.RazonSocialEmisor },
    comprador: Comprador && {
      id: Comprador.RNCComprador,
      extranjero: Comprador.IdentificadorExtranjero,
      nombre: Comprador.RazonSocialComprador,
    },
    lineas: (DetallesItems?.Item ?? []).flatMap((item) => lineOf(item) ?? []),
    totales: {
      gravado18: amount(t?.MontoGravadoI1),
      gravado16: amount(t?.MontoGravadoI2),
      gravado0: amount(t?.MontoGravadoI3),
      exento: amount(t?.MontoExento),
      itbis: amount(t?.TotalITBIS),
    },
    impuestos: (t?.ImpuestosAdicionales?.ImpuestoAdicional ?? []).flatMap(taxesOf),
    retenido: retenido.itbis === undefined && retenido.isr === undefined ? undefined : retenido,
    tipoPago: tipoPago === '1' || tipoPago === '2' || tipoPago === '3' ? tipoPago : undefined,
    formasPago: (IdDoc.TablaFormasPago?.FormaDePago ?? []).flatMap(({ FormaPago: forma, MontoPago }) => {
      const monto = amount(MontoPago);
      return forma === undefined || monto === undefined ? [] : [{ forma, monto }];
    }),
    tipoIngresos: IdDoc.TipoIngresos,
    notaTardia: IdDoc.IndicadorNotaCredito === '1' ? true : undefined,
    referencia:
      r?.NCFModificado === undefined
        ? undefined
        : { ncf: r.NCFModificado, fecha: parseFecha(r.FechaNCFModificado ?? '') },
  };
}

function lineOf(item: {
  IndicadorFacturacion?: Text;
  IndicadorBienoServicio?: Text;
  MontoItem?: Text;
}): Line | undefined {
  const { IndicadorFacturacion: facturacion = '', IndicadorBienoServicio: bienServicio } = item;
  const monto = amount(item.MontoItem);
  if (monto === undefined || !/^[0-4]$/.test(facturacion)) return undefined;
  if (bienServicio !== '1' && bienServicio !== '2') return undefined;
  return { bienServicio, facturacion: facturacion as Line['facturacion'], monto };
}

/** The amounts of a tax; the specific and the ad valorem excise of one code are two amounts. */
function taxesOf(tax: AdditionalTax): { codigo: string; monto: Decimal }[] {
  const { TipoImpuesto: codigo } = tax;
  const amounts = [
    tax.MontoImpuestoSelectivoConsumoEspecifico,
    tax.MontoImpuestoSelectivoConsumoAdvalorem,
    tax.OtrosImpuestosAdicionales,
  ].flatMap((text) => amount(text) ?? []);
  return codigo === undefined ? [] : amounts.map((monto) => ({ codigo, monto }));
}
