// Generated from packages/contract/src/aprobaciones.ts by scripts/generate.ts. Not to be edited.
import type { aprobaciones } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const aprobarSolicitud = 'POST /api/configuracion/aprobar-solicitud/:id' as Address<
  typeof aprobaciones.aprobarSolicitud
>;
export const rechazarSolicitud = 'POST /api/configuracion/rechazar-solicitud/:id' as Address<
  typeof aprobaciones.rechazarSolicitud
>;
export const solicitudesDecididas = 'GET /api/configuracion/solicitudes-decididas' as Address<
  typeof aprobaciones.solicitudesDecididas
>;
export const solicitudesPendientes = 'GET /api/configuracion/solicitudes-pendientes' as Address<
  typeof aprobaciones.solicitudesPendientes
>;
