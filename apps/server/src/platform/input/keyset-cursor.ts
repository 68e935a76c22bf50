import { refuse } from '@timbre/refusal';

/**
 * The place where the next page of a list begins: the value of the column that orders it, and the position of the row.
 */
export interface Place {
  /** Undefined if the list is ordered by position alone. */
  readonly value?: string;
  readonly orden: number;
}

/** A place as a cursor, opaque to callers. */
export const writeCursor = ({ orden, value = '' }: Place): string =>
  Buffer.from(`${orden} ${value}`).toString('base64url');

/**
 * Reads a cursor of {@link writeCursor}.
 *
 * @param isOf pattern of the values of the list's order
 * @throws Problem `peticion/invalida` for a cursor of another list or order
 */
export function readCursor(cursor: string, isOf: RegExp): Place {
  const [, orden, value] = /^(\d{1,15}) (.*)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (orden === undefined || value === undefined || !isOf.test(value))
    return refuse('peticion/invalida', 'El cursor no es de esta lista');
  return { orden: Number(orden), ...(value && { value }) };
}

/** The values that a cursor of an order may have, by the column of the order. */
const cursorValues = {
  recientes: /^$/,
  emision: /^\d{4}-\d{2}-\d{2}$/,
  monto: /^-?\d{1,16}\.\d{2}$/,
  eNCF: /^[\dA-Z]{1,13}$/,
} as const;

/**
 * The pattern of the values of an order. @param order `recientes`, `emision`, `monto` or `eNCF`; with `-` it descends
 */
export const valuesOf = (order: string): RegExp => cursorValues[order.replace('-', '') as keyof typeof cursorValues];
