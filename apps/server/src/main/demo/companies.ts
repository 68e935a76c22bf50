import type { empresa } from '@timbre/contract';
import { inventedRNC } from '../../domain/taxpayers/invented.ts';

/** The two companies of a demonstration. */
export const lados = ['tienda', 'importadora'] as const;
export type Lado = (typeof lados)[number];

/** A company of the demonstration, as it is registered. */
interface DemoCompany {
  readonly rnc: string;
  readonly razonSocial: string;
  readonly datos: empresa.DatosEmpresa;
  /** The administrator who owns it. */
  readonly dueno: { readonly nombreUsuario: string; readonly correo: string };
}

/** Numbers of the invented series that nothing else uses: from here on for the pairs that replace the first. */
const firstReplacement = 20;

/**
 * The companies of a demonstration. Their RNC have a valid check digit and are of a series that was never assigned. Each
 * demonstration has its own, because the numbers of an issuer are used once.
 *
 * @param nth 0 for the first
 */
export function companiesOf(nth: number): Readonly<Record<Lado, DemoCompany>> {
  const rncOf = (at: number) => inventedRNC(nth === 0 ? [0, 5][at]! : firstReplacement + 2 * (nth - 1) + at);
  return {
    tienda: {
      rnc: rncOf(0),
      razonSocial: 'Colmado La Esquina Demo SRL',
      datos: {
        direccion: 'Calle Inventada 1, Santo Domingo',
        nombreComercial: 'Colmado y Ferretería La Esquina',
        telefonos: ['809-555-0101'],
        agenteRetencion: true,
      },
      dueno: { nombreUsuario: 'tienda', correo: 'tienda@timbre.invalid' },
    },
    importadora: {
      rnc: rncOf(1),
      razonSocial: 'Importadora Mar Abierto Demo SRL',
      datos: {
        direccion: 'Avenida Inventada 200, Santo Domingo',
        nombreComercial: 'Mar Abierto',
        telefonos: ['809-555-0102'],
        agenteRetencion: true,
      },
      dueno: { nombreUsuario: 'importadora', correo: 'importadora@timbre.invalid' },
    },
  };
}
