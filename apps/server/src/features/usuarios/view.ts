import type { Rol, usuarios } from '@timbre/contract';
import type { Static } from 'typebox';
import type { UsuarioRow } from './repo.ts';

export const usuarioView = (row: UsuarioRow): Static<typeof usuarios.Usuario> => ({
  UsuarioID: row.id,
  NombreUsuario: row.nombre_usuario,
  Correo: row.correo,
  // The platform's administrator belongs to no company, and so is nobody's user.
  rol: row.rol as Rol,
  creado: row.creado.toISOString(),
  ultimoAcceso: row.ultimo_acceso?.toISOString() ?? null,
});
