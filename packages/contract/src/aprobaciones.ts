import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Problems } from './declare.ts';
import { type Kinds, nombreDeAmbiente } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { enPartes, IdParams, limiteDe, orNull } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'aprobaciones',
  nombre: 'Aprobaciones de Ambientes',
  ruta: '/aprobaciones-ambientes',
  icono: 'checks',
  seccion: 'Administración',
  lugar: 1,
  soloRoot: true,
  policy: 'root',
} as const satisfies MenuItem;

/** A request that waits for the platform's administrator. @source docs/specification.md §3, "environment request" */
export const Solicitud = Type.Object({
  id: Type.String(),
  /** A change of environment, or a company that asked to be registered. */
  tipo: Type.Enum(['ambiente', 'registro']),
  razonSocial: Type.String(),
  rncEmisor: Type.String(),
  ambienteActual: Type.String(),
  nuevoAmbiente: Type.String(),
  solicitadoPor: Type.String(),
  fecha: Type.String(),
  /** Facts for or against it, in Spanish. */
  evidencias: Type.Array(Type.String()),
  /** Why it cannot be approved; null when it can. */
  impedimento: orNull(Type.String()),
});

/** Pending requests, the oldest first, 500 at most. */
export const solicitudesPendientes = route({
  method: 'GET',
  path: '/api/configuracion/solicitudes-pendientes',
  summary: 'Solicitudes pendientes',
  policy: 'root',
  ...enPartes('id'),
  answer: Type.Array(Solicitud),
});

/** A request that was approved or rejected. */
export const SolicitudDecidida = Type.Object({
  id: Type.String(),
  tipo: Solicitud.properties.tipo,
  razonSocial: Type.String(),
  rncEmisor: Type.String(),
  /** The environment that the company had when it asked, and the one that it asked for. */
  ambienteActual: Type.String(),
  nuevoAmbiente: Type.String(),
  solicitadoPor: Type.String(),
  fecha: Type.String(),
  decision: Type.Enum(['aprobada', 'rechazada']),
  /** Why it was rejected. */
  motivo: orNull(Type.String()),
  decididaPor: Type.String(),
  decidida: Type.String(),
});

/** Decided requests, the last decided first, 25 at a time. Rejected registrations are retained for 90 days. */
export const solicitudesDecididas = route({
  method: 'GET',
  path: '/api/configuracion/solicitudes-decididas',
  summary: 'Historial de solicitudes decididas',
  policy: 'root',
  query: Type.Object({
    cursor: Type.Optional(Type.String({ maxLength: 200, description: 'El siguiente de la página anterior' })),
    limite: limiteDe(25),
  }),
  answer: Type.Object({
    solicitudes: Type.Array(SolicitudDecidida),
    /** Cursor of the next page; null on the last. */
    siguiente: orNull(Type.String()),
  }),
});

/** Applies a request. One that is no longer pending, or cannot be approved, is refused with the reason. */
export const aprobarSolicitud = route({
  method: 'POST',
  path: '/api/configuracion/aprobar-solicitud/:id',
  summary: 'Aprobar una solicitud',
  policy: 'root',
  stepUp: 'siempre',
  params: IdParams,
  answer: Type.Object({
    /** Code to hand over, where the e-mail of the new company has a user who did not prove to be its owner; otherwise null. */
    invitacion: orNull(Type.String()),
  }),
});

/** Closes a request without applying it. The applicant is notified of the reason, if there is one. */
export const rechazarSolicitud = route({
  method: 'POST',
  path: '/api/configuracion/rechazar-solicitud/:id',
  summary: 'Rechazar una solicitud',
  policy: 'root',
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object({
    motivo: Type.Optional(
      orNull(
        Type.String({
          minLength: 1,
          maxLength: 500,
          pattern: '\\S',
          examples: ['La razón social no es la de ese RNC'],
        }),
      ),
    ),
  }),
  status: 204,
});

/** Its refusals. */
export const problems = {
  'solicitud/imposible': { status: 409, title: 'La solicitud no se puede aprobar' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'ambiente.aprobado': {
    grupo: 'ambiente',
    frase: (d) => `Aprobó el cambio de ambiente de ${nombreDeAmbiente(d.antes)} a ${nombreDeAmbiente(d.ambiente)}`,
  },
  'ambiente.rechazado': {
    grupo: 'ambiente',
    frase: (d) => `Rechazó el cambio de ambiente a ${nombreDeAmbiente(d.ambiente)}${d.motivo ? `: ${d.motivo}` : ''}`,
  },
  'empresa.aprobada': { grupo: 'empresa', frase: ({ razonSocial }) => `Aprobó el registro de ${razonSocial}` },
  'empresa.rechazada': {
    grupo: 'empresa',
    frase: (d) => `Rechazó el registro de ${d.razonSocial}, pedido por ${d.correo}${d.motivo ? `: ${d.motivo}` : ''}`,
  },
} as const satisfies Kinds;
