/** The ten types of electronic receipt. @source Informe Técnico e-CF §6.1 */
export const tiposECF = ['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'] as const;

export type TipoECF = (typeof tiposECF)[number];

export const isTipoECF = (text: string): text is TipoECF => (tiposECF as readonly string[]).includes(text);

/** Number of an electronic receipt: `E`, two digits of type, ten of sequence. */
export type ENCF = string & { readonly brand: 'ENCF' };

export interface ENCFParts {
  readonly eNCF: ENCF;
  readonly tipo: TipoECF;
  /** 1 … 9,999,999,999 */
  readonly secuencia: number;
}

/** Parses an eNCF of series E; undefined if its type is not one of the ten or its sequence is zero. */
export function parseENCF(text: string): ENCFParts | undefined {
  if (!/^E\d{12}$/.test(text)) return undefined;
  const tipo = text.slice(1, 3);
  const secuencia = Number(text.slice(3));
  return isTipoECF(tipo) && secuencia > 0 ? { eNCF: text as ENCF, tipo, secuencia } : undefined;
}

/** The highest number of a sequence: ten digits. */
export const mostSequence = 9_999_999_999;

/** `E310000000001` from '31' and 1. Throws RangeError for a sequence outside 1 … 9,999,999,999. */
export function formatENCF(tipo: TipoECF, secuencia: number): ENCF {
  if (!Number.isInteger(secuencia) || secuencia < 1 || secuencia > mostSequence)
    throw new RangeError(`not a sequence: ${secuencia}`);
  return `E${tipo}${String(secuencia).padStart(10, '0')}` as ENCF;
}
