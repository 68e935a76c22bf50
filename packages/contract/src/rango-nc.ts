/** A range of credit-note numbers being entered: a field is undefined while it is empty or is not a whole number. */
export interface CamposRangoNC {
  readonly prefijo: string;
  readonly cantidadDigitos: number | undefined;
  readonly desde: number | undefined;
  readonly hasta: number | undefined;
  readonly ultimoUtilizado: number | undefined;
}

/** Faults of a range, by field. */
export type FaltasRangoNC = { readonly [Campo in keyof CamposRangoNC]?: string };

/** How many digits a number may have. @source docs/specification.md §9 */
export const digitosDeRangoNC = [6, 7, 8, 9, 10] as const;

/** An eNCF has ten digits after its series and type. */
const digitosDeENCF = 10;
const assumedDigits = 6;

/** The prefix as it is stored: trimmed and in capitals. */
export const prefijoNC = (typed: string): string => typed.trim().toUpperCase();

/** Whether a prefix belongs to another type of e-CF, which has its own ranges. */
const isOtherECF = (prefijo: string): boolean => /^E\d{2}$/.test(prefijo) && prefijo !== 'E34';

/**
 * The faults that prevent a range from being saved. The screen shows each next to its field; the server refuses with
 * the same texts.
 *
 * @returns an entry for each invalid field: `{}` for a valid range
 * @source docs/specification.md §5; a range of E34 has ten digits because its numbers are eNCF
 */
export function faultsOfRangoNC({
  cantidadDigitos,
  desde,
  hasta,
  ultimoUtilizado,
  ...rest
}: CamposRangoNC): FaltasRangoNC {
  const prefijo = prefijoNC(rest.prefijo);
  const max = 10 ** (cantidadDigitos ?? assumedDigits) - 1;
  const faltas: { -readonly [Campo in keyof FaltasRangoNC]: FaltasRangoNC[Campo] } = {};

  if (prefijo === '') faltas.prefijo = 'El prefijo es obligatorio';
  else if (isOtherECF(prefijo)) faltas.prefijo = `Los rangos de ${prefijo} se registran en Secuencias`;

  if (cantidadDigitos === undefined) faltas.cantidadDigitos = 'La cantidad de dígitos es obligatoria';
  else if (prefijo === 'E34' && cantidadDigitos !== digitosDeENCF)
    faltas.cantidadDigitos = 'Los números de E34 llevan 10 dígitos';

  if (desde === undefined || desde < 1) faltas.desde = 'El número inicial es obligatorio';
  else if (hasta !== undefined && desde >= hasta) faltas.desde = 'El número inicial debe ser menor al final';

  if (hasta === undefined || hasta < 1) faltas.hasta = 'El número final es obligatorio';
  else if (hasta > max) faltas.hasta = `El número final excede el máximo permitido (${max})`;

  if (ultimoUtilizado !== undefined && hasta !== undefined && ultimoUtilizado > hasta)
    faltas.ultimoUtilizado = 'El último utilizado no puede ser mayor al número final';
  return faltas;
}

/** A number of a range, written out: `E340000000012`. */
export const formatNumeroNC = (prefijo: string, cantidadDigitos: number, numero: number): string =>
  prefijoNC(prefijo) + String(numero).padStart(cantidadDigitos, '0');

/** The number after the last one used, and at least the first; undefined when the range is used up ('Agotado'). */
export function nextOfRangoNC(desde: number, hasta: number, ultimoUtilizado: number): number | undefined {
  const next = Math.max(desde, ultimoUtilizado + 1);
  return next > hasta ? undefined : next;
}
