import { tipoAnulacion } from './codes.ts';
import type { Draft, Field, Format, Row } from './field.ts';

/** The three fields of a voided number. @source macro Formato608.cmdGenerarArchivo_Click of the tool v2018.2.1 */
export const fields608 = [
  { numero: 1, key: 'ncf', name: 'Número de Comprobante Fiscal', kind: 'ncf', required: true, excel: 'B' },
  { numero: 2, key: 'fecha_comprobante', name: 'Fecha de Comprobante', kind: 'date', required: true, excel: 'D' },
  {
    numero: 3,
    key: 'tipo_anulacion',
    name: 'Tipo de Anulación',
    kind: 'code',
    required: true,
    excel: 'E',
    codes: tipoAnulacion,
  },
] as const satisfies readonly Field[];

/** Voided numbers. */
export const format608 = {
  codigo: '608',
  name: 'Comprobantes Anulados',
  fields: fields608,
  dueDay: 15,
  source: 'Herramienta 608, v2018.2.1; NG 07-18',
} as const satisfies Format;

/** A complete line of the 608. */
export type Row608 = Row<typeof fields608>;
/** A line of the 608 that may lack fields. */
export type Draft608 = Draft<typeof fields608>;
/** Key of a field of the 608. */
export type Key608 = (typeof fields608)[number]['key'];
