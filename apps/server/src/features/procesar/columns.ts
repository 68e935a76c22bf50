import { estadoHeader, type Field, type FileRow, formatOf, type Key606, type Key607 } from '@timbre/reports';
import type { SheetColumn } from '@timbre/workbook';

/** The fields of each report in the order of the specification. @source specification 002 §3, "Spreadsheet template columns" */
const order = {
  '606': [
    'rnc_cedula',
    'tipo_id',
    'ncf',
    'ncf_modificado',
    'fecha_comprobante',
    'fecha_pago',
    'tipo_bienes_servicios',
    'itbis_facturado',
    'itbis_retenido',
    'itbis_percibido',
    'tipo_retencion_isr',
    'retencion_renta',
    'isr_percibido',
    'isc',
    'otros_impuestos',
    'propina_legal',
    'total_monto_facturado',
  ] satisfies readonly Key606[],
  '607': [
    'rnc_cedula',
    'tipo_id',
    'ncf',
    'ncf_modificado',
    'tipo_ingreso',
    'fecha_comprobante',
    'fecha_retencion',
    'monto_facturado',
    'itbis_facturado',
    'itbis_retenido_terceros',
    'itbis_percibido',
    'retencion_renta_terceros',
    'isr_percibido',
    'isc',
    'otros_impuestos',
    'propina_legal',
  ] satisfies readonly Key607[],
} as const;

const widths = { texto: 20, monto: 16, fecha: 13 } as const;
const kindOf = ({ kind }: Field) => (kind === 'amount' ? 'monto' : kind === 'date' ? 'fecha' : 'texto');

/** The columns of a downloaded report. The last one is the remark about the row. */
export function columnsOf(tipo: '606' | '607'): readonly SheetColumn<FileRow>[] {
  const fields = new Map<string, Field>(formatOf(tipo).fields.map((field) => [field.key, field]));
  const ofFields = order[tipo].map((key): SheetColumn<FileRow> => {
    const field = fields.get(key)!;
    const kind = kindOf(field);
    return { header: field.name, kind, width: widths[kind], of: ({ fila }) => fila[key] ?? null };
  });
  return [...ofFields, { header: estadoHeader, kind: 'texto', width: 40, of: ({ estado }) => estado || null }];
}
