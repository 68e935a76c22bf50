import { compare, decimal, formatDecimal, parseDecimal } from '@timbre/values';
import type { ECFHead } from './codec/write-document.ts';
import type { RFCE } from './schema/types.generated.ts';

/** Consumer invoices of this total or more are sent whole. @source Informe Técnico e-CF §9; Formato RFCE v1.0 */
export const umbralResumen = decimal('250000');

/**
 * The buyer of a summary whose invoice names none. The schema requires Comprador and the authority refuses empty tags,
 * so one of its optional elements must be written. The name is not validated. @source RFCE 32 v.1.0.xsd; Formato RFCE v1.0, field 13
 */
export const compradorSinDatos = { RazonSocialComprador: 'Consumidor Final' } as const;

/** Whether the authority receives the summary (RFCE) instead of the document: type 32 with a MontoTotal below RD$250,000. */
export function esResumen(tree: ECFHead): boolean {
  const { IdDoc, Totales } = tree.Encabezado;
  const total = parseDecimal(Totales.MontoTotal);
  return IdDoc.TipoeCF === '32' && total !== undefined && compare(total, umbralResumen) < 0;
}

const amounts = [
  'MontoGravadoTotal',
  'MontoGravadoI1',
  'MontoGravadoI2',
  'MontoGravadoI3',
  'MontoExento',
  'TotalITBIS',
  'TotalITBIS1',
  'TotalITBIS2',
  'TotalITBIS3',
  'MontoImpuestoAdicional',
  'MontoTotal',
  'MontoNoFacturable',
  'MontoPeriodo',
] as const;

const taxAmounts = [
  'MontoImpuestoSelectivoConsumoEspecifico',
  'MontoImpuestoSelectivoConsumoAdvalorem',
  'OtrosImpuestosAdicionales',
] as const;

/**
 * Writes an amount with two decimals, as the summary needs. Text that is not an amount is unchanged, for the validator
 * to refuse.
 */
function twoDecimals(text: string): string {
  const amount = parseDecimal(text);
  return amount === undefined ? text : formatDecimal(amount, 2);
}

/** The named elements that `from` has, with two decimals. */
function pick<K extends string>(from: { readonly [N in K]?: string }, names: readonly K[]): { [N in K]?: string } {
  const picked: { [N in K]?: string } = {};
  for (const name of names) {
    const text = from[name];
    if (text !== undefined) picked[name] = twoDecimals(text);
  }
  return picked;
}

/**
 * The summary of a full consumer invoice.
 * @param tree a type 32 below the threshold (see {@link esResumen}), as signed
 * @param codigoSeguridad first six characters of its SignatureValue
 * @source Formato RFCE v1.0; RFCE 32 v.1.0.xsd
 */
export function deriveRFCE(tree: ECFHead, codigoSeguridad: string): RFCE {
  const { Version, IdDoc, Emisor, Comprador, Totales } = tree.Encabezado;
  const { RNCComprador, IdentificadorExtranjero, RazonSocialComprador } = Comprador ?? {};
  const comprador = {
    ...(RNCComprador !== undefined && { RNCComprador }),
    ...(IdentificadorExtranjero !== undefined && { IdentificadorExtranjero }),
    ...(RazonSocialComprador !== undefined && { RazonSocialComprador }),
  };
  const taxes = Totales.ImpuestosAdicionales?.ImpuestoAdicional.map((tax) => ({
    ...(tax.TipoImpuesto !== undefined && { TipoImpuesto: tax.TipoImpuesto }),
    ...pick(tax, taxAmounts),
  }));
  const payments = IdDoc.TablaFormasPago?.FormaDePago.map(({ FormaPago, MontoPago }) => ({
    FormaPago,
    MontoPago: twoDecimals(MontoPago),
  }));
  return {
    Encabezado: {
      Version,
      IdDoc: {
        TipoeCF: IdDoc.TipoeCF,
        eNCF: IdDoc.eNCF,
        TipoIngresos: IdDoc.TipoIngresos ?? '',
        TipoPago: IdDoc.TipoPago ?? '',
        ...(payments && { TablaFormasPago: { FormaDePago: payments } }),
      },
      Emisor: {
        RNCEmisor: Emisor.RNCEmisor,
        RazonSocialEmisor: Emisor.RazonSocialEmisor,
        FechaEmision: Emisor.FechaEmision,
      },
      Comprador: Object.keys(comprador).length > 0 ? comprador : { ...compradorSinDatos },
      Totales: {
        ...pick(Totales, amounts),
        MontoTotal: twoDecimals(Totales.MontoTotal),
        ...(taxes && { ImpuestosAdicionales: { ImpuestoAdicional: taxes } }),
      },
      CodigoSeguridadeCF: codigoSeguridad,
    },
  };
}
