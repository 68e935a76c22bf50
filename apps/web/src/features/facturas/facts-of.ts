import type { documentos } from '@timbre/contract';
import { FormaPago, TipoPago } from '@timbre/ecf';
import { formatTaxId, parseRNC } from '@timbre/values';
import { buyerOf } from '../../lib/buyer.ts';
import { formatAmount, formatDate, formatMoment } from '../../lib/format.ts';
import { estadoDGII } from './verdict.ts';

type Documento = documentos.Documento;

/** The facts of the detail, in the order of the specification (specification 001 §2.1). */
export function factsOf(documento: Documento): readonly (readonly [string, string])[] {
  const { json } = documento;
  const head = (json as { Encabezado?: { IdDoc?: Texts; Totales?: Texts } } | null)?.Encabezado;
  const idDoc = head?.IdDoc;
  const tipoPago = TipoPago[Number(idDoc?.TipoPago) as keyof typeof TipoPago];
  const formas = formasOf(idDoc?.TablaFormasPago);
  const [mensaje] = documento.mensajes;
  const all: readonly (readonly [string, string | null | undefined])[] = [
    ['Comprador', buyerOf(documento)],
    [
      isForeign(documento) ? 'Identificador extranjero' : 'RNC comprador',
      documento.rncComprador && formatTaxId(documento.rncComprador),
    ],
    ['RNC emisor', formatTaxId(documento.rncEmisor)],
    ['Fecha de emisión', formatDate(documento.fecha)],
    ['Fecha de firma', documento.fechaFirma?.replace(/-/g, '/')],
    [
      'Vencimiento de la secuencia',
      typeof idDoc?.FechaVencimientoSecuencia === 'string' ? formatDate(idDoc.FechaVencimientoSecuencia) : undefined,
    ],
    ['Forma de pago', [tipoPago, ...formas].filter(Boolean).join(' · ')],
    ['ITBIS retenido', pesos(head?.Totales?.TotalITBISRetenido)],
    ['ISR retenido', pesos(head?.Totales?.TotalISRRetencion)],
    ['Track ID', documento.trackId],
    ['Código de estado', estadoDGII(documento.estado)],
    ['Código de respuesta', mensaje?.codigo],
    ['Mensaje de respuesta', documento.mensajes.map(({ valor }) => valor).join(' · ')],
    ['Código de seguridad', documento.codigoSeguridad],
    ['Secuencia', documento.eNCF.slice(3)],
    ['Último intento', documento.intentos.at(-1) && formatMoment(documento.intentos.at(-1)!.iniciado)],
  ];
  return all.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

type Texts = Readonly<Record<string, unknown>>;

/** An amount of the tree, zero included; undefined if absent. */
const pesos = (monto: unknown): string | undefined =>
  typeof monto === 'string' ? `RD$ ${formatAmount(monto)}` : undefined;

/** Whether the buyer has an identifier of another country instead of an RNC or cédula. */
export const isForeign = ({ rncComprador }: Documento): boolean =>
  rncComprador !== null && parseRNC(rncComprador) === undefined;

/** The names of the forms of payment in a document's tree. */
function formasOf(tabla: unknown): string[] {
  const { FormaDePago = [] } = (tabla ?? {}) as { FormaDePago?: unknown };
  return [FormaDePago].flat().flatMap((forma) => {
    const code = Number((forma as { FormaPago?: unknown }).FormaPago) as keyof typeof FormaPago;
    return FormaPago[code] ?? [];
  });
}
