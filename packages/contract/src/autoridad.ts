import { route } from '@timbre/route';
import { Type } from 'typebox';

const EstadoDeAutenticacion = Type.Object({
  autenticado: Type.Boolean(),
  /** ISO 8601; null while not authenticated. */
  expira: Type.Union([Type.String(), Type.Null()]),
  /** `simulador` or `dgii`. */
  autoridad: Type.String(),
  /** True while the circuit to the authority is open: she does not answer. */
  disponible: Type.Boolean(),
});

/** Whether the company holds a token of the authority. */
export const estadoAutoridad = route({
  method: 'GET',
  path: '/api/autoridad',
  summary: 'Autenticación con la DGII',
  policy: 'leer',
  answer: EstadoDeAutenticacion,
});

/** Seed → signed seed → token, for the company's environment. */
export const autenticar = route({
  method: 'POST',
  path: '/api/autoridad/autenticar',
  summary: 'Autenticarse con la DGII',
  policy: 'emitir',
  body: Type.Object({}),
  answer: EstadoDeAutenticacion,
});

/** Drops the token. */
export const cerrarAutoridad = route({
  method: 'POST',
  path: '/api/autoridad/cerrar',
  summary: 'Cerrar la sesión con la DGII',
  policy: 'emitir',
  body: Type.Object({}),
  answer: EstadoDeAutenticacion,
});

/** The specification's proxies to the authority (seeds/001 §7): the company's environment, the authority's own words. */
export const semilla = route({
  method: 'GET',
  path: '/api/Autenticacion/Semilla',
  summary: 'Semilla de la DGII',
  policy: 'emitir',
  answerKind: 'xml',
});
export const validarSemilla = route({
  method: 'POST',
  path: '/api/Autenticacion/ValidarSemilla',
  summary: 'Validar la semilla firmada',
  policy: 'emitir',
  bodyKind: 'multipart',
  answer: Type.Object({ token: Type.String(), expiresIn: Type.Integer(), expira: Type.String() }),
});
export const recepcion = route({
  method: 'POST',
  path: '/api/recepcion',
  summary: 'Enviar un e-CF firmado a la recepción de la DGII',
  policy: 'emitir',
  bodyKind: 'multipart',
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({ trackId: Type.String(), error: Type.String(), mensaje: Type.String() }),
});
export const recepcionSimulada = route({
  ...recepcion,
  path: '/api/recepcion-simulada',
  summary: 'Enviar un e-CF firmado al simulador',
});
export const consultaEstado = route({
  method: 'GET',
  path: '/api/consulta-estado',
  summary: 'Estado de un envío por su TrackId',
  policy: 'leer',
  query: Type.Object({ TrackId: Type.String({ minLength: 1, maxLength: 64 }) }),
  answer: Type.Object({
    trackId: Type.String(),
    estado: Type.String(),
    codigo: Type.String(),
    secuenciaUtilizada: Type.Union([Type.Boolean(), Type.Null()]),
    mensajes: Type.Array(Type.Object({ codigo: Type.String(), valor: Type.String() })),
  }),
});
export const aprobacionComercial = route({
  method: 'POST',
  path: '/api/AprobacionComercial',
  summary: 'Enviar una aprobación comercial firmada',
  policy: 'emitir',
  bodyKind: 'multipart',
  answer: Type.Object({ codigo: Type.String(), estado: Type.String(), mensaje: Type.Array(Type.String()) }),
});
