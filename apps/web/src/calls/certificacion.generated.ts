// Generated from packages/contract/src/certificacion.ts by scripts/generate.ts. Not to be edited.
import type { certificacion } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const completarCertificacion = 'POST /api/certificacion/completar' as Address<
  typeof certificacion.completarCertificacion
>;
export const guardarCertificacion = 'PUT /api/certificacion' as Address<typeof certificacion.guardarCertificacion>;
export const verCertificacion = 'GET /api/certificacion' as Address<typeof certificacion.verCertificacion>;
