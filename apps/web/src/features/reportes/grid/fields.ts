import { answerKeys, type Field, fields606, fields607, fields608, fields609 } from '@timbre/reports';
import type { Comprobante } from '../api.ts';
import type { TipoConRespuestas } from '../search.ts';
import type { CellField } from './cell-value.ts';

const fieldsOf: Readonly<Record<'606' | '607' | '608' | '609', readonly Field[]>> = {
  606: fields606,
  607: fields607,
  608: fields608,
  609: fields609,
};

/** Whether the user may answer a field, because a receipt does not state it. */
const answered = (tipo: TipoConRespuestas, key: string): boolean =>
  (answerKeys[tipo] as readonly string[]).includes(key);

/** A field that the user may answer. */
export interface AnswerField extends CellField {
  readonly key: string;
  readonly name: string;
}

/** The fields of a report that the user may answer. */
export const answerFields = (tipo: TipoConRespuestas): readonly AnswerField[] =>
  fieldsOf[tipo].filter(({ key }) => answered(tipo, key));

/** All fields of a report. */
export const allFields = (tipo: TipoConRespuestas): readonly AnswerField[] =>
  fieldsOf[tipo].filter(({ enabled }) => enabled !== false);

/** The name of a field as written in the official tool; its key if a newer server sends an unknown one. */
export const fieldName = (tipo: '606' | '607' | '608' | '609', key: string): string =>
  fieldsOf[tipo].find((field) => field.key === key)?.name ?? key;

/** Fields that some receipts state: they are answered only for the others. */
const onlyWhenAsked = new Set(['monto_servicios', 'id_tributaria']);

/** Whether the user may answer a field of this row. */
export const mayAnswer = (row: Comprobante, key: string): boolean =>
  row.excluido === null &&
  (!onlyWhenAsked.has(key) || row.pendientes.includes(key) || Object.hasOwn(row.respuestas, key));
