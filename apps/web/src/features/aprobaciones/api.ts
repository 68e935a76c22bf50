import type { aprobaciones } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as aprobacionesCalls from '../../calls/aprobaciones.generated.ts';
import { caller } from '../../lib/api.ts';

export type Solicitud = AnswerOf<typeof aprobaciones.solicitudesPendientes>[number];
export type Decidida = AnswerOf<typeof aprobaciones.solicitudesDecididas>['solicitudes'][number];

export const listSolicitudes = caller(aprobacionesCalls.solicitudesPendientes);
export const listDecididas = caller(aprobacionesCalls.solicitudesDecididas);
export const approve = caller(aprobacionesCalls.aprobarSolicitud);
export const reject = caller(aprobacionesCalls.rechazarSolicitud);
