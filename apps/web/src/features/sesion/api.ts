import type { sesion } from '@timbre/contract';
import { caller } from '../../lib/api.ts';

export const login = caller<typeof sesion.login>('POST', '/api/auth/login');
export const logout = caller<typeof sesion.logout>('POST', '/api/auth/logout');
export const confirmSesion = caller<typeof sesion.confirmarSesion>('POST', '/api/sesion/confirmar', {
  timeout: 30_000,
});
export const readSesion = caller<typeof sesion.sesionActual>('GET', '/api/sesion');
export const listSesiones = caller<typeof sesion.listarSesiones>('GET', '/api/sesiones');
export const closeSesion = caller<typeof sesion.cerrarSesion>('DELETE', '/api/sesiones/:id');
