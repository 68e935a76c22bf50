import { formatENCF, isTipoECF, parseENCF } from '@timbre/values';

/**
 * Reads an eNCF as people write it: in small letters, with spaces or dashes, or short, `E31-5` for `E310000000005`. Anything else
 * is kept, to be refused where it is judged.
 */
export function readENCF(typed: string): string {
  const whole = typed.replace(/[\s-]/g, '').toUpperCase();
  if (parseENCF(whole)) return whole;
  const [, tipo = '', secuencia] = /^\s*e\s*(\d\d)[\s-]+(\d{1,10})\s*$/i.exec(typed) ?? [];
  return isTipoECF(tipo) && Number(secuencia) > 0 ? formatENCF(tipo, Number(secuencia)) : typed.trim();
}
