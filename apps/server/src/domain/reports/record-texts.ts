import type { reportes } from '@timbre/contract';
import { cedulaWithoutZeros } from '@timbre/values';
import { reject } from './paper-values.ts';

/** The fields of a record that are texts, and that some programs send as numbers. */
export const textFields = [
  'rnc',
  'fecha',
  'tipoBienesServicios',
  'fechaPago',
  'tipoRetencionIsr',
  'formaPago',
  'tipoIngreso',
  'fechaRetencion',
] as const satisfies readonly (keyof reportes.RegistroCargado)[];

/** A record whose fields of text are texts. */
export type TextRecord = {
  readonly [Key in keyof reportes.RegistroCargado]: Key extends (typeof textFields)[number]
    ? Exclude<reportes.RegistroCargado[Key], number>
    : reportes.RegistroCargado[Key];
};

/** Whether the digits of a number may be those of a tax number that began with zeros. */
const mayLackZeros = (digits: string): boolean =>
  digits.length !== 11 && (digits.length !== 9 || cedulaWithoutZeros(digits) !== undefined);

/**
 * A record with its numbers as texts, where a number has lost nothing of them. @throws Rejected for an `rnc` that may
 * have lost zeros
 */
export function textRecord(record: reportes.RegistroCargado): TextRecord {
  const { rnc } = record;
  if (typeof rnc === 'number' && mayLackZeros(String(rnc)))
    reject(
      `rnc es el número ${rnc} y puede haber perdido ceros al principio: envíelo como texto, con sus 9 u 11 dígitos`,
    );
  const texts = textFields.flatMap((key) => (typeof record[key] === 'number' ? [[key, String(record[key])]] : []));
  return { ...record, ...Object.fromEntries(texts) } as TextRecord;
}
