import { formatENCF, isTipoECF, normalNCF, parseENCF, readWhole } from '@timbre/values';

/**
 * Parses an eNCF as users type it: in lower case, with spaces or dashes, or short, `E31-5` for `E310000000005`. Any
 * other text is returned trimmed, to be refused by the validation.
 */
export function readENCF(typed: string): string {
  const whole = normalNCF(typed);
  if (parseENCF(whole)) return whole;
  const [, tipo = '', secuencia = ''] = /^\s*e\s*(\d\d)[\s-]+(\d{1,10})\s*$/i.exec(typed) ?? [];
  const read = readWhole(secuencia);
  return isTipoECF(tipo) && 'value' in read && read.value > 0 ? formatENCF(tipo, read.value) : typed.trim();
}
