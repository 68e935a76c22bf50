import { ambienteVisible, estadoNombre } from '@timbre/contract';
import { TipoeCF } from '@timbre/ecf';
import { decimal, formatDecimal, formatTaxId, neg, resta } from '@timbre/values';
import type { SheetColumn } from '@timbre/workbook';
import type { ExportRow } from '../../domain/comprobantes/queries/export-rows.ts';

/** The columns of the list as a file. */
export const exportedColumns: readonly SheetColumn<ExportRow>[] = [
  { header: 'eNCF', kind: 'texto', width: 15, of: ({ encf }) => encf },
  { header: 'Tipo', kind: 'texto', width: 28, of: ({ tipo }) => TipoeCF[tipo as keyof typeof TipoeCF] },
  { header: 'Fecha de emisión', kind: 'fecha', width: 13, of: ({ fecha_emision }) => fecha_emision },
  { header: 'RNC emisor', kind: 'texto', width: 14, of: ({ rnc_emisor }) => formatTaxId(rnc_emisor) },
  { header: 'Emisor', kind: 'texto', width: 30, of: ({ razon_social }) => razon_social },
  {
    header: 'RNC comprador',
    kind: 'texto',
    width: 14,
    of: ({ rnc_comprador }) => rnc_comprador && formatTaxId(rnc_comprador),
  },
  { header: 'Comprador', kind: 'texto', width: 30, of: ({ razon_comprador }) => razon_comprador },
  {
    header: 'Monto total',
    kind: 'monto',
    width: 16,
    of: ({ encf, monto_total }) => (resta(encf) ? formatDecimal(neg(decimal(monto_total)), 2) : monto_total),
  },
  { header: 'Estado', kind: 'texto', width: 20, of: ({ estado }) => estadoNombre[estado] },
  { header: 'Código de respuesta', kind: 'texto', width: 10, of: ({ codigo }) => codigo },
  {
    header: 'Mensaje de respuesta',
    kind: 'texto',
    width: 40,
    of: ({ mensajes }) => mensajes.map(({ valor }) => valor).join(' · '),
  },
  { header: 'Ambiente', kind: 'texto', width: 14, of: ({ ambiente }) => ambienteVisible[ambiente] },
  { header: 'Track ID', kind: 'texto', width: 38, of: ({ track_id }) => track_id },
  { header: 'Código de seguridad', kind: 'texto', width: 10, of: ({ codigo_seguridad }) => codigo_seguridad },
  {
    header: 'Fecha de firma',
    kind: 'texto',
    width: 20,
    of: ({ fecha_firma }) => fecha_firma?.replace(/-/g, '/') ?? null,
  },
  { header: 'Venta o compra', kind: 'texto', width: 14, of: ({ compra }) => (compra ? 'Compra' : 'Venta') },
];
