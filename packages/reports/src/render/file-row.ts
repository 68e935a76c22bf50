import { type FormatCode, formatOf } from '../layout/formats.ts';
import type { Texts } from './texts.ts';

/** A row for a file that a person downloads. {@link fileRowOf} alone makes it: no file has a value that nobody confirmed. */
export interface FileRow {
  /** The fields by their key, as {@link Texts}. A field that is still to be answered is left out. */
  readonly fila: Texts;
  /** Remark about the row, in Spanish; '' if it needs none. */
  readonly estado: string;
}

/** Header of the remark about a row. */
export const estadoHeader = 'Estado';

/** Facts of a row that its file depends on. */
export interface OpenRow {
  readonly fila: Texts;
  /** Keys of the fields that are still to be answered, also those that have a suggestion. */
  readonly pendientes: readonly string[];
  readonly destino?: 'detalle' | 'resumen' | 'e-CF' | undefined;
}

/** Fields whose value follows from that of another field, so that it is not known before that one. */
const follows: Readonly<Record<string, readonly string[]>> = {
  monto_servicios: ['monto_bienes'],
  itbis_facturado: ['total_monto_facturado', 'monto_servicios', 'monto_bienes', 'itbis_adelantar', 'monto_facturado'],
  itbis_costo: ['itbis_proporcionalidad', 'itbis_adelantar'],
  itbis_proporcionalidad: ['itbis_costo', 'itbis_adelantar'],
  retencion_renta: ['tipo_retencion_isr'],
};

/**
 * The row as it stands in a file: without the values that are only likely, which a person has not confirmed, and without
 * those that follow from them. The remark names the fields that are missing.
 * @param codigo format of the row
 */
export function fileRowOf(codigo: FormatCode, { fila, pendientes, destino = 'detalle' }: OpenRow): FileRow {
  if (destino === 'e-CF') return { fila, estado: 'e-CF: ya reportado al emitirse' };
  const { fields } = formatOf(codigo);
  const unknown = new Set(pendientes.flatMap((key) => [key, ...(follows[key] ?? [])]));
  const missing = fields.filter(({ key, required }) => pendientes.includes(key) || (required && !fila[key]));
  const remarks = [
    destino === 'resumen' ? 'Va en el resumen de consumo' : '',
    missing.length === 0 ? '' : `Falta: ${missing.map(({ name }) => name).join(', ')}`,
  ];
  return {
    fila: unknown.size === 0 ? fila : Object.fromEntries(Object.entries(fila).filter(([key]) => !unknown.has(key))),
    estado: remarks.filter((remark) => remark !== '').join('. '),
  };
}
