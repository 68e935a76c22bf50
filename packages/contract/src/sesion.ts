import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Problems } from './declare.ts';
import { cuantos, type Kinds } from './kind.ts';
import { enPartes, IdParams, orNull } from './shared.ts';

/** A code required in addition to the password: six digits of the person's application, or a recovery code. */
export const Codigo = Type.String({ maxLength: 20, description: 'De seis dígitos, o de recuperación' });

const Contrasena = Type.String({ minLength: 1, maxLength: 200 });

/** A code that grants access to one more company, as the person received it. */
const Invitacion = Type.String({ minLength: 1, maxLength: 60, description: 'Código de invitación' });

/** A session that was opened. @source docs/specification.md §7, "auth/login" */
const Abierta = Type.Object({
  userId: Type.String(),
  nombreUsuario: Type.String(),
  /** Session key `ses_…`, sent back as `Authorization: Bearer` or `X-API-KEY`. */
  apiKey: Type.String(),
  apiSecret: Type.String({ description: 'Enmascarado' }),
  token: Type.String({ description: 'Igual a apiKey' }),
  rncEmisor: Type.String(),
  razonSocial: Type.String(),
  Ambiente: Type.String({ description: 'Test, Certificacion o Produccion' }),
  rol: Type.String({ description: 'root, administrador, facturador, contador o consulta' }),
  expira: Type.String({ description: 'ISO 8601' }),
});

/**
 * Logs in with an e-mail, `RNC/user name`, the company's RNC (its first user) or a user name, into the company that the person
 * used last. A person with a second factor is refused with `dos-pasos/codigo` until `codigo` is sent too; a person without a
 * company is refused with `sesion/invitacion` until `invitacion` is sent too.
 */
export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Iniciar sesión',
  policy: 'publico',
  body: Type.Object({
    correo: Type.String({ minLength: 1, maxLength: 200 }),
    contrasena: Contrasena,
    codigo: Type.Optional(Codigo),
    invitacion: Type.Optional(Invitacion),
  }),
  answer: Abierta,
});

/** Withdraws a request to register a company that has not been approved. The password identifies it, as at log-in. */
export const retirarRegistro = route({
  method: 'POST',
  path: '/api/auth/retirar-solicitud',
  summary: 'Retirar la solicitud de registro de una empresa',
  policy: 'publico',
  body: Type.Object({
    correo: Type.String({ minLength: 1, maxLength: 200 }),
    contrasena: Contrasena,
    codigo: Type.Optional(Codigo),
  }),
  status: 204,
});

/** Ends the caller's session, or all sessions of that person. */
export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Cerrar sesión',
  policy: 'sesion',
  beforeTotp: true,
  body: Type.Object({ todas: Type.Optional(Type.Boolean()) }),
  status: 204,
});

/** Confirms the caller's password: for five minutes this session may make the calls that require it (`stepUp`). */
export const confirmarSesion = route({
  method: 'POST',
  path: '/api/sesion/confirmar',
  summary: 'Confirmar con la contraseña quién usa la sesión',
  policy: 'sesion',
  beforeTotp: true,
  body: Type.Object({ contrasena: Contrasena, codigo: Type.Optional(Codigo) }),
  status: 204,
});

/** The caller's identity and company. The web app asks for it when it starts. */
export const sesionActual = route({
  method: 'GET',
  path: '/api/sesion',
  summary: 'Sesión en curso',
  policy: 'sesion',
  beforeTotp: true,
  answer: Type.Object({
    userId: Type.String(),
    nombreUsuario: Type.String(),
    correo: Type.String(),
    rol: Type.String(),
    rncEmisor: Type.String(),
    razonSocial: Type.String(),
    Ambiente: Type.String(),
    /** True when the company is the demonstration company. */
    demo: Type.Boolean(),
    /** `simulador` or `dgii`. */
    autoridad: Type.String(),
    /** Every other call is refused until this person has set up a second factor. */
    debeActivarDosPasos: Type.Boolean(),
    /** Start of the previous session in this company; null for the first session. */
    ultimoAcceso: orNull(Type.String()),
    expira: Type.String(),
  }),
});

/**
 * The caller's companies (500 at most), the invitations that the caller may accept (100), and the companies that the caller
 * asked to register.
 */
export const misEmpresas = route({
  method: 'GET',
  path: '/api/sesion/empresas',
  summary: 'Empresas, invitaciones y solicitudes de registro de quien llama',
  policy: 'sesion',
  answer: Type.Object({
    empresas: Type.Array(
      Type.Object({
        empresaId: Type.String(),
        rnc: Type.String(),
        razonSocial: Type.String(),
        nombreUsuario: Type.String(),
        rol: Type.String(),
        actual: Type.Boolean(),
      }),
    ),
    invitaciones: Type.Array(
      Type.Object({ rnc: Type.String(), razonSocial: Type.String(), rol: Type.String(), vence: Type.String() }),
    ),
    solicitudes: Type.Array(
      Type.Object({
        id: Type.String(),
        rnc: Type.String(),
        razonSocial: Type.String(),
        estado: Type.Enum(['pendiente', 'rechazada']),
        motivo: orNull(Type.String()),
      }),
    ),
    /** Whether the caller has a list of companies: they belong to a despacho, or work for several. */
    llevaClientes: Type.Boolean(),
  }),
});

/**
 * Changes to another company of the caller. The current session closes; its confirmation of the password carries over.
 */
export const cambiarEmpresa = route({
  method: 'POST',
  path: '/api/sesion/empresa',
  summary: 'Cambiar a otra empresa',
  policy: 'sesion',
  body: Type.Object({ empresaId: Type.String({ format: 'uuid' }) }),
  answer: Abierta,
});

/** Accepts an invitation to one more company. Refused until the caller has chosen their own password. */
export const aceptarInvitacion = route({
  method: 'POST',
  path: '/api/sesion/invitacion',
  summary: 'Aceptar una invitación con su código',
  policy: 'sesion',
  body: Type.Object({ invitacion: Invitacion }),
  answer: Type.Object({ empresaId: Type.String(), rnc: Type.String(), razonSocial: Type.String() }),
});

/** Withdraws the caller's own request to register a company. */
export const retirarRegistroPropio = route({
  method: 'DELETE',
  path: '/api/sesion/solicitudes/:id',
  summary: 'Retirar una solicitud de registro propia',
  policy: 'sesion',
  params: IdParams,
  status: 204,
});

/** A session as its owner sees it. */
const Sesion = Type.Object({
  id: Type.String(),
  dispositivo: Type.String(),
  ip: Type.String(),
  creada: Type.String(),
  ultimoUso: Type.String(),
  /** Name of the session's company; null for the platform's administrator. */
  razonSocial: orNull(Type.String()),
  actual: Type.Boolean(),
});

/** The caller's open sessions, in every company: the 100 last used. */
export const listarSesiones = route({
  method: 'GET',
  path: '/api/sesiones',
  summary: 'Sesiones abiertas',
  policy: 'sesion',
  ...enPartes('id'),
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

/** The caller's second factor. */
export const verDosPasos = route({
  method: 'GET',
  path: '/api/sesion/dos-pasos',
  summary: 'Verificación en dos pasos de quien llama',
  policy: 'sesion',
  beforeTotp: true,
  answer: Type.Object({
    /** When it was set up; null when only the password is required. */
    desde: orNull(Type.String()),
    codigosRestantes: Type.Integer(),
    /** It cannot be removed. */
    obligatorio: Type.Boolean(),
  }),
});

/** Makes a key for the caller's application. It takes effect once it is confirmed. */
export const prepararDosPasos = route({
  method: 'POST',
  path: '/api/sesion/dos-pasos/preparar',
  summary: 'Preparar la verificación en dos pasos',
  policy: 'sesion',
  stepUp: 'siempre',
  beforeTotp: true,
  answer: Type.Object({
    secreto: Type.String({ description: 'En base32, para escribirlo' }),
    uri: Type.String({ description: 'otpauth://' }),
    qr: Type.String({ description: 'El uri como imagen, data:' }),
  }),
});

const CodigosRecuperacion = Type.Object({ codigos: Type.Array(Type.String()) });

/** Activates the prepared key. The recovery codes are shown only in this answer; the person's other sessions end. */
export const confirmarDosPasos = route({
  method: 'POST',
  path: '/api/sesion/dos-pasos/confirmar',
  summary: 'Activar la verificación en dos pasos',
  policy: 'sesion',
  stepUp: 'siempre',
  beforeTotp: true,
  body: Type.Object({ codigo: Codigo }),
  answer: CodigosRecuperacion,
});

/** Makes new recovery codes, which replace the remaining ones. */
export const renovarCodigos = route({
  method: 'POST',
  path: '/api/sesion/dos-pasos/codigos',
  summary: 'Generar códigos de recuperación nuevos',
  policy: 'sesion',
  stepUp: 'siempre',
  answer: CodigosRecuperacion,
});

/** Removes the second factor. */
export const desactivarDosPasos = route({
  method: 'DELETE',
  path: '/api/sesion/dos-pasos',
  summary: 'Desactivar la verificación en dos pasos',
  policy: 'sesion',
  stepUp: 'siempre',
  status: 204,
});

/** Its refusals. */
export const problems = {
  'sesion/registro-pendiente': { status: 403, title: 'Su solicitud de registro está pendiente' },
  'sesion/registro-rechazado': { status: 403, title: 'Su solicitud de registro fue rechazada' },
  'sesion/invitacion': { status: 403, title: 'Escriba el código de invitación de su empresa' },
  'dos-pasos/sin-preparar': { status: 409, title: 'Vuelva a comenzar: se preparó otra clave después de esta' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'sesion.iniciada': { grupo: 'sesion', frase: () => 'Inició sesión' },
  'sesion.cerrada': { grupo: 'sesion', frase: ({ sesiones }) => `Cerró ${cuantos(sesiones, 'sesión', 'sesiones')}` },
  'sesion.dejada': { grupo: 'sesion', frase: () => 'Cambió a otra empresa' },
  'sesion.cambiada': { grupo: 'sesion', frase: () => 'Inició sesión desde otra empresa' },
  'dos_pasos.activado': { grupo: 'usuario', frase: () => 'Activó la verificación en dos pasos' },
  'dos_pasos.desactivado': { grupo: 'usuario', frase: () => 'Desactivó la verificación en dos pasos' },
  'dos_pasos.codigos': { grupo: 'usuario', frase: () => 'Generó códigos de recuperación nuevos' },
  'empresa.retirada': {
    grupo: 'empresa',
    frase: ({ razonSocial }) => `Retiró su solicitud de registrar la empresa ${razonSocial}`,
  },
} as const satisfies Kinds;
