import { readTaxId } from '@timbre/values';

/** The error of an RNC or a cédula of another length. */
export const notAnRNC = 'El RNC tiene 9 dígitos; la cédula, 11';

/** The digits of an RNC or a cédula, typed with or without its label and dashes. Any other text is unchanged. */
export function readRNC(typed: string): string {
  const read = readTaxId(typed);
  return 'value' in read ? read.value : typed;
}
