import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Problems } from './declare.ts';
import { type Kinds, nombreDeRol } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { Codigo } from './sesion.ts';
import { enPartes, IdParams, orNull } from './shared.ts';
import { largoDeContrasena, roles } from './tables.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'usuarios',
  nombre: 'Usuarios',
  titulo: 'Gestión de Usuarios',
  ruta: '/usuarios',
  icono: 'users',
  seccion: 'Seguridad',
  lugar: 2,
  soloRoot: false,
  policy: 'sesion',
} as const satisfies MenuItem;

/** A role of a company. */
const Rol = Type.Enum([...roles]);

/** A person of the company. @source docs/specification.md §3, "User" */
export const Usuario = Type.Object({
  UsuarioID: Type.String(),
  NombreUsuario: Type.String(),
  Correo: Type.String(),
  rol: Rol,
  creado: Type.String(),
  /** null when the person has not logged in yet. */
  ultimoAcceso: orNull(Type.String()),
  /** Whether the person has a second factor. */
  dosPasos: Type.Boolean(),
  /** The despacho by which the person has access; null for a person of the company. */
  despacho: orNull(Type.String()),
});

/** The caller's id, as the specification sends it. It must be the id of the session's person. */
const UsuarioIDHeader = Type.Object({ usuarioid: Type.Optional(Type.String()) });

const largo = `De ${largoDeContrasena.minimo} a ${largoDeContrasena.maximo} caracteres`;

/** A password to be set. Its length is checked, not its kinds of characters; common passwords are refused. */
export const Contrasena = Type.String({ minLength: 1, maxLength: 200, description: largo });

/** A role in both spellings: `rol` is ours, `Rol` is that of the specification's clients. If both are sent they must agree. */
const RolPedido = { rol: Type.Optional(Rol), Rol: Type.Optional(Rol) };

/**
 * Grants a person access to the caller's company: at once when the e-mail is new. A person who already has a user with
 * that e-mail accepts with the code and keeps their own password. The answer is the same in both cases. Without a
 * password the person is sent an invitation: a new person chooses their own with its link.
 */
export const crearUsuario = route({
  method: 'POST',
  path: '/api/usuarios/crear',
  summary: 'Crear un usuario de la empresa',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  headers: UsuarioIDHeader,
  body: Type.Object({
    NombreUsuario: Type.String({ minLength: 1, maxLength: 100 }),
    Correo: Type.String({ minLength: 3, maxLength: 200 }),
    Contrasena: Type.Optional(
      Type.String({ ...Contrasena, description: `${largo}. Sin ella se envía una invitación al correo` }),
    ),
    /** `consulta` when it is not sent. */
    ...RolPedido,
    UsuarioID_Creador: Type.Optional(Type.String()),
    NombreUsuario_Creador: Type.Optional(Type.String()),
  }),
  status: 201,
  answer: Type.Object({
    ...Usuario.properties,
    /** Code to hand to the person. Shown only in this answer; valid for seven days. */
    invitacion: Type.String(),
  }),
});

/** The people of the caller's company, 500 at most. */
export const listarUsuarios = route({
  method: 'GET',
  path: '/api/usuarios/listar',
  summary: 'Usuarios de la empresa',
  policy: 'administrar',
  menu: menu.id,
  headers: UsuarioIDHeader,
  ...enPartes('UsuarioID'),
  answer: Type.Array(Usuario),
});

/** Changes the role of a person of the company; the person's sessions end. */
export const cambiarRol = route({
  method: 'PATCH',
  path: '/api/usuarios/:id/rol',
  summary: 'Cambiar el rol de un usuario',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object(RolPedido, { minProperties: 1 }),
  answer: Usuario,
});

/** Removes a person's access. Callers cannot remove their own. */
export const eliminarUsuario = route({
  method: 'DELETE',
  path: '/api/usuarios/:id',
  summary: 'Eliminar un usuario',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  params: IdParams,
  headers: UsuarioIDHeader,
  status: 204,
});

/**
 * Sets a password; the other sessions of its owner end. Callers change their own with the current one. An administrator sets
 * it for people who work for that company alone; the platform's administrator, for people of any company.
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
    /** Required to change one's own password when a second factor is set up. */
    codigo: Type.Optional(Codigo),
  }),
  status: 204,
});

/** Removes the lost second factor of a person who works for this company alone; that person's sessions end. */
export const restablecerDosPasos = route({
  method: 'DELETE',
  path: '/api/usuarios/:id/dos-pasos',
  summary: 'Restablecer la verificación en dos pasos de un usuario',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  params: IdParams,
  answer: Usuario,
});

/** Its refusals. */
export const problems = {
  'contrasena/distinta': { status: 422, title: 'Las contraseñas no coinciden.' },
  'usuario/existe': { status: 409, title: 'Ya hay un usuario con ese nombre o correo' },
  'usuario/propio': {
    status: 409,
    title: 'No puede cambiar ni eliminar su propio acceso. Pídalo a otro administrador de la empresa',
  },
  'usuario/compartido': {
    status: 409,
    title:
      'Esta persona trabaja también en otra empresa: solo ella cambia su contraseña y su verificación en dos pasos',
  },
  'usuario/despacho': {
    status: 409,
    title: 'Esta persona entra por su despacho: termine el permiso del despacho, o pida al despacho que la quite',
  },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'usuario.creado': { grupo: 'usuario', frase: (d) => `Creó el usuario ${d.usuario} (${nombreDeRol(d.rol)})` },
  'usuario.rol': {
    grupo: 'usuario',
    frase: (d) => `Cambió el rol de ${d.usuario}: de ${nombreDeRol(d.antes)} a ${nombreDeRol(d.rol)}`,
  },
  'usuario.eliminado': { grupo: 'usuario', frase: ({ usuario }) => `Eliminó el usuario ${usuario}` },
  'usuario.contrasena': { grupo: 'usuario', frase: ({ usuario }) => `Cambió la contraseña de ${usuario}` },
} as const satisfies Kinds;
