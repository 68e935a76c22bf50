import { route } from '@timbre/route';
import { Type } from 'typebox';
import { IdParams } from './shared.ts';

/** A request that waits for the platform's administrator (specification 000 §3, Environment request). */
export const Solicitud = Type.Object({
  id: Type.String(),
  /** A change of environment, or a company that registered by itself. */
  tipo: Type.Enum(['ambiente', 'registro']),
  razonSocial: Type.String(),
  rncEmisor: Type.String(),
  ambienteActual: Type.String(),
  nuevoAmbiente: Type.String(),
  solicitadoPor: Type.String(),
  fecha: Type.String(),
});

/** What waits, the oldest first, 500 at most. */
export const solicitudesPendientes = route({
  method: 'GET',
  path: '/api/configuracion/solicitudes-pendientes',
  summary: 'Solicitudes pendientes',
  policy: 'root',
  answer: Type.Array(Solicitud),
});

/** Applies a request. One that is no longer pending is refused. */
export const aprobarSolicitud = route({
  method: 'POST',
  path: '/api/configuracion/aprobar-solicitud/:id',
  summary: 'Aprobar una solicitud',
  policy: 'root',
  stepUp: 'siempre',
  params: IdParams,
  status: 204,
});

/** Closes a request and leaves everything as it is. */
export const rechazarSolicitud = route({
  method: 'POST',
  path: '/api/configuracion/rechazar-solicitud/:id',
  summary: 'Rechazar una solicitud',
  policy: 'root',
  stepUp: 'siempre',
  params: IdParams,
  status: 204,
});
