import { route } from '@timbre/route';
import type { Kinds } from './kind.ts';
import { comoArchivo } from './shared.ts';

/**
 * The facts of the installation for the person who gives support, in a ZIP: versions, settings, figures, jobs, the last errors and
 * the check of the numbers. It has no secret, person, company or document.
 */
export const paqueteDeSoporte = route({
  method: 'GET',
  path: '/api/soporte/paquete',
  summary: 'Descargar el paquete de soporte, sin claves ni datos de empresas',
  policy: 'root',
  stepUp: 'siempre',
  ...comoArchivo('zip'),
});

/** The kinds of events that it records. */
export const kinds = {
  'soporte.descargado': { grupo: 'auditoria', frase: () => 'Descargó el paquete de soporte' },
} as const satisfies Kinds;
