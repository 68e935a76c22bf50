import { parseRNC } from '@timbre/values';

/** What is wrong with an RNC or a cédula of another length. */
export const notAnRNC = 'El RNC tiene 9 dígitos; la cédula, 11';

/** The digits of an RNC or a cédula, typed with dashes or without; any other text as it is. */
export const readRNC = (typed: string): string => parseRNC(typed) ?? typed;
