import { route } from '@timbre/route';
import { Type } from 'typebox';

/** Logs in with the company's RNC, an e-mail or a user name (specification 000 §7). */
export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Iniciar sesión',
  policy: 'publico',
  body: Type.Object({
    correo: Type.String({ minLength: 1, maxLength: 200 }),
    contrasena: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  answer: Type.Object({
    userId: Type.String(),
    nombreUsuario: Type.String(),
    /** Session key `ses_…`; goes back as `Authorization: Bearer` or `X-API-KEY`. */
    apiKey: Type.String(),
    apiSecret: Type.String({ description: 'Enmascarado' }),
    token: Type.String({ description: 'Igual a apiKey' }),
    rncEmisor: Type.String(),
    razonSocial: Type.String(),
    Ambiente: Type.String({ description: 'Test, Certificacion o Produccion' }),
    rol: Type.String({ description: 'root, administrador, facturador, contador o consulta' }),
    expira: Type.String({ description: 'ISO 8601' }),
  }),
});

/** Ends the session of the caller, or all of that person's sessions. */
export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Cerrar sesión',
  policy: 'sesion',
  body: Type.Object({ todas: Type.Optional(Type.Boolean()) }),
  status: 204,
});

/** Gives the caller's password again: for five minutes this session may do what wants it (`stepUp`). */
export const confirmarSesion = route({
  method: 'POST',
  path: '/api/sesion/confirmar',
  summary: 'Confirmar con la contraseña quién usa la sesión',
  policy: 'sesion',
  body: Type.Object({ contrasena: Type.String({ minLength: 1, maxLength: 200 }) }),
  status: 204,
});

/** Who the caller is; the web app asks at start. */
export const sesionActual = route({
  method: 'GET',
  path: '/api/sesion',
  summary: 'Sesión en curso',
  policy: 'sesion',
  answer: Type.Object({
    userId: Type.String(),
    nombreUsuario: Type.String(),
    rol: Type.String(),
    rncEmisor: Type.String(),
    razonSocial: Type.String(),
    Ambiente: Type.String(),
    /** True where the company is the demonstration one. */
    demo: Type.Boolean(),
    /** `simulador` or `dgii`. */
    autoridad: Type.String(),
    expira: Type.String(),
  }),
});

/** A session as its owner sees it. */
export const Sesion = Type.Object({
  id: Type.String(),
  dispositivo: Type.String(),
  ip: Type.String(),
  creada: Type.String(),
  ultimoUso: Type.String(),
  actual: Type.Boolean(),
});

/** The caller's open sessions. */
export const listarSesiones = route({
  method: 'GET',
  path: '/api/sesiones',
  summary: 'Sesiones abiertas',
  policy: 'sesion',
  answer: Type.Array(Sesion),
});

/** Closes one of the caller's own sessions. */
export const cerrarSesion = route({
  method: 'DELETE',
  path: '/api/sesiones/:id',
  summary: 'Cerrar una sesión',
  policy: 'sesion',
  params: Type.Object({ id: Type.String() }),
  status: 204,
});
