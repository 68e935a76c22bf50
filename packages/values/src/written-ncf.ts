import { clasesDeComprobante } from './sentido.ts';
import { bareText, quoted, type Reading } from './written-text.ts';

/** Whether a number is of the series A or P, of 19 positions, in use until April 2018. */
export const isLegacyNCF = (ncf: string): boolean => /^[AP]\d{8}(01|02|03|04|11|12|13|14|15)\d{8}$/.test(ncf);

/**
 * A number as it is compared: in capitals, without its label, blanks and marks (`NCF: B01-00000007` → `B0100000007`).
 * Any text gives one. @source specification 002 §5, «NCF and RNC»
 */
export const normalNCF = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^(?:NO|NUM|NUMERO)?E?NCF(?=[ABEP]\d)/, '');

/**
 * Reads the number of a receipt: B and ten digits, E and twelve, of a type that exists, or one of the old 19 positions.
 *
 * @returns the number as {@link normalNCF} has it, or the reason why it is not one, which names a letter O in place of a
 * zero, missing or additional digits, and a type that does not exist
 * @source NG 06-2018; Formato e-CF v1.0, TipoeCF
 */
export function readNCF(written: string): Reading<string> {
  const value = normalNCF(bareText(written));
  if (value === '') return { fault: 'Falta el NCF' };
  const digits = { B: 10, E: 12 }[value[0]!];
  const hasType = Object.hasOwn(clasesDeComprobante, value.slice(0, 3));
  if (isLegacyNCF(value) || (hasType && digits === value.length - 1 && /^.\d+$/.test(value))) return { value };
  return { fault: `${quoted(written)} no es un NCF: ${reason(value, digits)}` };
}

function reason(value: string, digits: number | undefined): string {
  if (digits === undefined) return 'empieza por B, con 10 dígitos, o por E, con 12';
  const rest = value.slice(1);
  if (/^\d*O[\dO]*$/.test(rest)) return 'tiene la letra O donde va un cero';
  if (!/^\d*$/.test(rest) || rest.length !== digits)
    return `después de la ${value[0]} van ${digits} dígitos${/^\d*$/.test(rest) ? ` y tiene ${rest.length}` : ''}`;
  return `no existe el tipo ${value.slice(0, 3)}`;
}
