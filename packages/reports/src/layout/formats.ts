import { type Draft606, format606, type Key606, type Row606 } from './606.ts';
import { type Draft607, format607, type Key607, type Row607 } from './607.ts';
import { type Draft608, format608, type Key608, type Row608 } from './608.ts';
import { type Draft609, format609, type Key609, type Row609 } from './609.ts';
import type { Format } from './field.ts';

/** The four monthly formats by their code. */
export const formats = { 606: format606, 607: format607, 608: format608, 609: format609 } as const;

/** A complete line of each format. */
export interface Rows {
  readonly '606': Row606;
  readonly '607': Row607;
  readonly '608': Row608;
  readonly '609': Row609;
}

/** Code of a format. */
export type FormatCode = keyof Rows;

/** A line of each format that may lack fields. */
export interface Drafts {
  readonly '606': Draft606;
  readonly '607': Draft607;
  readonly '608': Draft608;
  readonly '609': Draft609;
}

/** Key of a field of each format. */
export interface Keys {
  readonly '606': Key606;
  readonly '607': Key607;
  readonly '608': Key608;
  readonly '609': Key609;
}

/** The table of a format, when only its code is known. */
export const formatOf = (code: FormatCode): Format => formats[code];

/**
 * True if every required field is present, so that the line can be written. The values are not checked: see `check`.
 */
export function isComplete<Code extends FormatCode>(code: Code, row: Drafts[Code]): row is Drafts[Code] & Rows[Code] {
  const values = row as Readonly<Record<string, unknown>>;
  return formatOf(code).fields.every(({ key, required }) => !required || (values[key] ?? '') !== '');
}
