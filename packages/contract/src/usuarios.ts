import { route } from '@timbre/route';
import { Type } from 'typebox';
import { IdParams } from './shared.ts';
import { roles } from './tables.ts';

/** A role of a company. */
export const Rol = Type.Enum([...roles]);

/** A person of the company (specification 000 §3, User). */
export const Usuario = Type.Object({
  UsuarioID: Type.String(),
  NombreUsuario: Type.String(),
  Correo: Type.String(),
  rol: Rol,
  creado: Type.String(),
  /** null = has not come in yet. */
  ultimoAcceso: Type.Union([Type.String(), Type.Null()]),
});

/** Who asks, as the specification sends it: it must be the caller. */
const UsuarioIDHeader = Type.Object({ usuarioid: Type.Optional(Type.String()) });

/** A password that is set: long rather than odd; never one that everybody tries. */
export const Contrasena = Type.String({ minLength: 1, maxLength: 200, description: 'De 12 a 128 caracteres' });

/** Gives a person access to the caller's company. */
export const crearUsuario = route({
  method: 'POST',
  path: '/api/usuarios/crear',
  summary: 'Crear un usuario de la empresa',
  policy: 'administrar',
  menu: 'usuarios',
  stepUp: 'siempre',
  headers: UsuarioIDHeader,
  body: Type.Object({
    NombreUsuario: Type.String({ minLength: 1, maxLength: 100 }),
    Correo: Type.String({ minLength: 3, maxLength: 200 }),
    Contrasena,
    /** `consulta` where it is not said. */
    Rol: Type.Optional(Rol),
    UsuarioID_Creador: Type.Optional(Type.String()),
    NombreUsuario_Creador: Type.Optional(Type.String()),
  }),
  status: 201,
  answer: Usuario,
});

/** The people of the caller's company. */
export const listarUsuarios = route({
  method: 'GET',
  path: '/api/usuarios/listar',
  summary: 'Usuarios de la empresa',
  policy: 'administrar',
  menu: 'usuarios',
  headers: UsuarioIDHeader,
  answer: Type.Array(Usuario),
});

/** Changes what a person of the company may do; their sessions end. */
export const cambiarRol = route({
  method: 'PATCH',
  path: '/api/usuarios/:id/rol',
  summary: 'Cambiar el rol de un usuario',
  policy: 'administrar',
  menu: 'usuarios',
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object({ Rol }),
  answer: Usuario,
});

/** Takes a person's access away. Neither oneself nor the company's last administrator. */
export const eliminarUsuario = route({
  method: 'DELETE',
  path: '/api/usuarios/:id',
  summary: 'Eliminar un usuario',
  policy: 'administrar',
  menu: 'usuarios',
  stepUp: 'siempre',
  params: IdParams,
  headers: UsuarioIDHeader,
  status: 204,
});

/**
 * Sets a password; the sessions that it had elsewhere end. One's own with the current one; an administrator sets those of
 * the company's people, the platform's administrator those of any company.
 */
export const cambiarContrasena = route({
  method: 'POST',
  path: '/api/usuarios/cambiar-contrasena',
  summary: 'Cambiar una contraseña',
  policy: 'sesion',
  stepUp: 'ajeno',
  body: Type.Object({
    UsuarioID: Type.String({ format: 'uuid' }),
    Contrasena,
    ConfirmarContrasena: Contrasena,
    ContrasenaActual: Type.Optional(Contrasena),
  }),
  status: 204,
});
