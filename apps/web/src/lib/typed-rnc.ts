import { parseRNC } from '@timbre/values';

/** The error of an RNC or a cédula of another length. */
export const notAnRNC = 'El RNC tiene 9 dígitos; la cédula, 11';

/** The digits of an RNC or a cédula, typed with or without dashes. Any other text is unchanged. */
export const readRNC = (typed: string): string => parseRNC(typed) ?? typed;
