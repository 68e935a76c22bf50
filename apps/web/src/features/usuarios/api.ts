import type { usuarios } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { caller } from '../../lib/api.ts';

export type Usuario = AnswerOf<typeof usuarios.crearUsuario>;

export const listUsuarios = caller<typeof usuarios.listarUsuarios>('GET', '/api/usuarios/listar');
export const createUsuario = caller<typeof usuarios.crearUsuario>('POST', '/api/usuarios/crear');
export const changeRol = caller<typeof usuarios.cambiarRol>('PATCH', '/api/usuarios/:id/rol');
export const deleteUsuario = caller<typeof usuarios.eliminarUsuario>('DELETE', '/api/usuarios/:id');
export const changePassword = caller<typeof usuarios.cambiarContrasena>('POST', '/api/usuarios/cambiar-contrasena');
