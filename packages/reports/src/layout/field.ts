import type { Decimal, Fecha } from '@timbre/values';
import type { CodeTable } from './codes.ts';

/**
 * Kind of value of a field: `rnc` the digits of an RNC or cédula (or a passport, where its table includes it), `code` a
 * code of a table, `ncf` a number of a receipt, `date` a day, `amount` RD$, `text` free text.
 */
export type FieldKind = 'rnc' | 'code' | 'ncf' | 'date' | 'amount' | 'text';

/** One field of a format, in its official place. */
export interface Field {
  /** Number in the official format, from 1. */
  readonly numero: number;
  readonly key: string;
  /** As the official tool names it. */
  readonly name: string;
  readonly kind: FieldKind;
  /** Whether a line without it is refused. */
  readonly required: boolean;
  /** Column of the official workbook. */
  readonly excel: string;
  /** Column of the day, where the workbook splits a date into year with month and day. */
  readonly excelDay?: string;
  /** The codes that it accepts. */
  readonly codes?: CodeTable;
  /** The DGII has not enabled it: it stays blank. */
  readonly enabled?: false;
  /** Maximum characters of a text. */
  readonly most?: number;
  /** Form of a code without a table. */
  readonly pattern?: RegExp;
}

/** A format: its fields and the limits of its file. */
export interface Format<Fields extends readonly Field[] = readonly Field[]> {
  readonly codigo: '606' | '607' | '608' | '609';
  readonly name: string;
  readonly fields: Fields;
  /** Maximum lines of one file; undefined if no source states it. */
  readonly mostRows?: number;
  /** Day of the following month on which it is due. */
  readonly dueDay: number;
  readonly source: string;
}

/** Type of the value of a field in a row. */
type ValueOf<F extends Field> = F['kind'] extends 'amount'
  ? Decimal
  : F['kind'] extends 'date'
    ? Fecha
    : F extends { readonly codes: infer Codes }
      ? `${keyof Codes & (string | number)}`
      : string;

/** A complete row of a format: required fields are present, the others may be. Amounts are RD$ and never negative. */
export type Row<Fields extends readonly Field[]> = {
  readonly [F in Fields[number] as F['required'] extends true ? F['key'] : never]: ValueOf<F>;
} & {
  readonly [F in Fields[number] as F['required'] extends true ? never : F['key']]?: ValueOf<F> | undefined;
};

/** A row in progress: any field may still be missing. */
export type Draft<Fields extends readonly Field[]> = {
  readonly [F in Fields[number] as F['key']]?: ValueOf<F> | undefined;
};
