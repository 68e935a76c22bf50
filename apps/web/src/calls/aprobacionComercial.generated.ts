// Generated from packages/contract/src/aprobacionComercial.ts by scripts/generate.ts. Not to be edited.
import type { aprobacionComercial } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const cargarAprobaciones = 'POST /api/aprobaciones-comerciales' as Address<
  typeof aprobacionComercial.cargarAprobaciones
>;
export const enviarAprobaciones = 'POST /api/aprobaciones-comerciales/enviar' as Address<
  typeof aprobacionComercial.enviarAprobaciones
>;
export const firmarAprobaciones = 'POST /api/aprobaciones-comerciales/firmar' as Address<
  typeof aprobacionComercial.firmarAprobaciones
>;
export const listarAprobaciones = 'GET /api/aprobaciones-comerciales' as Address<
  typeof aprobacionComercial.listarAprobaciones
>;
export const olvidarEnsayoDeAprobaciones = 'DELETE /api/aprobaciones-comerciales/ensayo' as Address<
  typeof aprobacionComercial.olvidarEnsayoDeAprobaciones
>;
export const quitarAprobaciones = 'DELETE /api/aprobaciones-comerciales' as Address<
  typeof aprobacionComercial.quitarAprobaciones
>;
export const xmlDeAprobacion = 'GET /api/aprobaciones-comerciales/:id/xml' as Address<
  typeof aprobacionComercial.xmlDeAprobacion
>;
