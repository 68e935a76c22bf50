import type { usuarios } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as correoCalls from '../../calls/correo.generated.ts';
import * as sesionCalls from '../../calls/sesion.generated.ts';
import * as usuariosCalls from '../../calls/usuarios.generated.ts';
import { caller } from '../../lib/api.ts';

export type Usuario = AnswerOf<typeof usuarios.listarUsuarios>[number];

export const listUsuarios = caller(usuariosCalls.listarUsuarios);
export const createUsuario = caller(usuariosCalls.crearUsuario);
export const changeRol = caller(usuariosCalls.cambiarRol);
export const deleteUsuario = caller(usuariosCalls.eliminarUsuario);
export const restablecerDosPasos = caller(usuariosCalls.restablecerDosPasos);
export const changePassword = caller(usuariosCalls.cambiarContrasena);
export const sendLink = caller(correoCalls.enviarEnlace);
export const readEntrega = caller(correoCalls.estadoDelCorreo);
export const listSesiones = caller(sesionCalls.listarSesiones);
export const closeSesion = caller(sesionCalls.cerrarSesion);
