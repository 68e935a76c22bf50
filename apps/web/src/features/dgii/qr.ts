import { parseENCF, parseRNC } from '@timbre/values';

/** The fields of the QR code of a printed e-CF. */
interface QrFacts {
  readonly rncEmisor: string;
  readonly encf: string;
  readonly rncComprador: string;
  readonly codigoSeguridad: string;
  /** As printed: `1180.00`. */
  readonly montoTotal: string;
  /** The page of the DGII that it opens; undefined where it is of another host. */
  readonly pagina: string | undefined;
}

const host = /^(ecf|fc)\.dgii\.gov\.do$/i;

/**
 * Reads the address in a QR code.
 *
 * @param typed the address, as a phone or a reader of codes copies it
 * @returns undefined for any other text
 * @source Informe técnico e-CF v1.0, sección 5.1, código QR
 */
export function readQR(typed: string): QrFacts | undefined {
  if (!URL.canParse(typed.trim())) return undefined;
  const url = new URL(typed.trim());
  const asked = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const [rncEmisor = '', encf = ''] = [asked.get('rncemisor'), asked.get('encf')?.toUpperCase()];
  if (parseRNC(rncEmisor) === undefined || parseENCF(encf) === undefined) return undefined;
  return {
    rncEmisor,
    encf,
    rncComprador: asked.get('rnccomprador') ?? '',
    codigoSeguridad: asked.get('codigoseguridad') ?? '',
    montoTotal: asked.get('montototal') ?? '',
    pagina: url.protocol === 'https:' && host.test(url.hostname) ? url.href : undefined,
  };
}

/** Whether two amounts of a document are the same: the QR code and the DGII write them with or without cents. */
export const isSameAmount = (a: string, b: string): boolean => centsOf(a) === centsOf(b);

const centsOf = (amount: string): string => {
  const [whole = '', decimals = ''] = amount.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0').replace(/(?<=..)0+$/, '')}`;
};
