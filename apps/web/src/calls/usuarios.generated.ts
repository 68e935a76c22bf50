// Generated from packages/contract/src/usuarios.ts by scripts/generate.ts. Not to be edited.
import type { usuarios } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const cambiarContrasena = 'POST /api/usuarios/cambiar-contrasena' as Address<typeof usuarios.cambiarContrasena>;
export const cambiarRol = 'PATCH /api/usuarios/:id/rol' as Address<typeof usuarios.cambiarRol>;
export const crearUsuario = 'POST /api/usuarios/crear' as Address<typeof usuarios.crearUsuario>;
export const eliminarUsuario = 'DELETE /api/usuarios/:id' as Address<typeof usuarios.eliminarUsuario>;
export const listarUsuarios = 'GET /api/usuarios/listar' as Address<typeof usuarios.listarUsuarios>;
export const restablecerDosPasos = 'DELETE /api/usuarios/:id/dos-pasos' as Address<typeof usuarios.restablecerDosPasos>;
