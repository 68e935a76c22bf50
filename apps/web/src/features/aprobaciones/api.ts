import type { aprobaciones } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { caller } from '../../lib/api.ts';

export type Solicitud = AnswerOf<typeof aprobaciones.solicitudesPendientes>[number];

export const listSolicitudes = caller<typeof aprobaciones.solicitudesPendientes>(
  'GET',
  '/api/configuracion/solicitudes-pendientes',
);
export const approve = caller<typeof aprobaciones.aprobarSolicitud>('POST', '/api/configuracion/aprobar-solicitud/:id');
export const reject = caller<typeof aprobaciones.rechazarSolicitud>(
  'POST',
  '/api/configuracion/rechazar-solicitud/:id',
);
