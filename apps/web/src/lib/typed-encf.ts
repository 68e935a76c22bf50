import { formatENCF, isTipoECF, normalNCF, parseENCF } from '@timbre/values';

/**
 * Parses an eNCF as users type it: in lower case, with spaces or dashes, or short, `E31-5` for `E310000000005`. Any
 * other text is returned trimmed, to be refused by the validation.
 */
export function readENCF(typed: string): string {
  const whole = normalNCF(typed);
  if (parseENCF(whole)) return whole;
  const [, tipo = '', secuencia] = /^\s*e\s*(\d\d)[\s-]+(\d{1,10})\s*$/i.exec(typed) ?? [];
  return isTipoECF(tipo) && Number(secuencia) > 0 ? formatENCF(tipo, Number(secuencia)) : typed.trim();
}
