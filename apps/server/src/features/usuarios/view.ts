import type { usuarios } from '@timbre/contract';
import type { Static } from 'typebox';
import type { UsuarioRow } from './service.ts';

export const usuarioView = (row: UsuarioRow): Static<typeof usuarios.Usuario> => ({
  UsuarioID: row.id,
  NombreUsuario: row.nombre_usuario,
  Correo: row.correo,
  rol: row.rol,
  creado: row.creado.toISOString(),
  ultimoAcceso: row.ultimo_acceso?.toISOString() ?? null,
  dosPasos: row.totp,
  despacho: row.despacho,
});
