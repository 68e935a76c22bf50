import { type Field, fields606, fields607, fields608, fields609 } from '@timbre/reports';
import type { Comprobante } from '../api.ts';
import type { TipoConRespuestas } from '../search.ts';
import type { CellField } from './cell-value.ts';

const fieldsOf: Readonly<Record<'606' | '607' | '608' | '609', readonly Field[]>> = {
  606: fields606,
  607: fields607,
  608: fields608,
  609: fields609,
};

/** What a person may answer of a receipt, in the order of the official format: what it cannot say itself. */
const answered: Readonly<Record<TipoConRespuestas, ReadonlySet<string>>> = {
  606: new Set([
    'tipo_bienes_servicios',
    'fecha_pago',
    'monto_servicios',
    'itbis_retenido',
    'itbis_proporcionalidad',
    'itbis_costo',
    'tipo_retencion_isr',
    'retencion_renta',
    'forma_pago',
  ]),
  607: new Set([
    'tipo_ingreso',
    'fecha_retencion',
    'itbis_retenido_terceros',
    'retencion_renta_terceros',
    'efectivo',
    'cheque_transferencia_deposito',
    'tarjeta',
    'venta_credito',
    'bonos',
    'permuta',
    'otras_formas',
  ]),
  609: new Set([
    'tipo_id_tributaria',
    'id_tributaria',
    'pais',
    'tipo_servicio',
    'detalle_servicio',
    'parte_relacionada',
    'numero_documento',
    'fecha_retencion_isr',
    'renta_presunta',
  ]),
};

/** A field that a person may answer. */
export interface AnswerField extends CellField {
  readonly key: string;
  readonly name: string;
}

/** The fields of a report that a person may answer. */
export const answerFields = (tipo: TipoConRespuestas): readonly AnswerField[] =>
  fieldsOf[tipo].filter(({ key }) => answered[tipo].has(key));

/** All fields of a report. */
export const allFields = (tipo: TipoConRespuestas): readonly AnswerField[] =>
  fieldsOf[tipo].filter(({ enabled }) => enabled !== false);

/** The name of a field as the official tool writes it; its key where a newer server has another. */
export const fieldName = (tipo: '606' | '607' | '608' | '609', key: string): string =>
  fieldsOf[tipo].find((field) => field.key === key)?.name ?? key;

/** Fields that the receipt may say itself: answered only where it does not. */
const onlyWhenAsked = new Set(['monto_servicios', 'id_tributaria']);

/** Whether a person may answer a field of this row. */
export const mayAnswer = (row: Comprobante, key: string): boolean =>
  row.excluido === null &&
  (!onlyWhenAsked.has(key) || row.pendientes.includes(key) || Object.hasOwn(row.respuestas, key));
