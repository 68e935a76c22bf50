import type { Articulo } from '@timbre/enciclopedia';

/** How the DGII handles a document with the fault. */
export const severidadNombre = {
  rechazo: 'La DGII lo rechaza',
  condicional: 'La DGII lo acepta con observación',
  aviso: 'Solo un aviso: se puede emitir',
} as const satisfies Record<NonNullable<Articulo['severidad']>, string>;

/** How the user must handle a broken rule of a report, by severity. */
export const gravedadNombre = {
  error: 'Error: corríjalo antes de presentar',
  aviso: 'Aviso: revíselo antes de presentar',
} as const satisfies Record<NonNullable<Articulo['gravedad']>, string>;

/** Explains to the user whether the number is used up; undefined where no number is affected. */
export function numberWords({ numero, severidad, familia }: Articulo): string | undefined {
  if (severidad === 'condicional')
    return 'El comprobante es válido y conserva su número: no se emite otra vez. Corrija los siguientes.';
  if (numero === 'no-aplica') return undefined;
  if (numero === 'libre') return 'El número no se gasta: puede usarlo al corregir, mientras su rango esté vigente.';
  if (numero === 'depende')
    return 'Depende del motivo. La respuesta del comprobante dice si el número quedó utilizado.';
  return familia === 'dgii'
    ? 'El número queda utilizado, salvo que la respuesta diga lo contrario: emita otro comprobante.'
    : 'Timbre lo señala antes de firmar, y entonces no se toma ningún número. Si llega a la DGII y lo rechaza, el número queda utilizado.';
}
