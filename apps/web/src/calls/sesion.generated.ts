// Generated from packages/contract/src/sesion.ts by scripts/generate.ts. Not to be edited.
import type { sesion } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const aceptarInvitacion = 'POST /api/sesion/invitacion' as Address<typeof sesion.aceptarInvitacion>;
export const cambiarEmpresa = 'POST /api/sesion/empresa' as Address<typeof sesion.cambiarEmpresa>;
export const cerrarSesion = 'DELETE /api/sesiones/:id' as Address<typeof sesion.cerrarSesion>;
export const confirmarDosPasos = 'POST /api/sesion/dos-pasos/confirmar' as Address<typeof sesion.confirmarDosPasos>;
export const confirmarSesion = 'POST /api/sesion/confirmar' as Address<typeof sesion.confirmarSesion>;
export const desactivarDosPasos = 'DELETE /api/sesion/dos-pasos' as Address<typeof sesion.desactivarDosPasos>;
export const listarSesiones = 'GET /api/sesiones' as Address<typeof sesion.listarSesiones>;
export const login = 'POST /api/auth/login' as Address<typeof sesion.login>;
export const logout = 'POST /api/auth/logout' as Address<typeof sesion.logout>;
export const misEmpresas = 'GET /api/sesion/empresas' as Address<typeof sesion.misEmpresas>;
export const prepararDosPasos = 'POST /api/sesion/dos-pasos/preparar' as Address<typeof sesion.prepararDosPasos>;
export const renovarCodigos = 'POST /api/sesion/dos-pasos/codigos' as Address<typeof sesion.renovarCodigos>;
export const retirarRegistro = 'POST /api/auth/retirar-solicitud' as Address<typeof sesion.retirarRegistro>;
export const retirarRegistroPropio = 'DELETE /api/sesion/solicitudes/:id' as Address<
  typeof sesion.retirarRegistroPropio
>;
export const sesionActual = 'GET /api/sesion' as Address<typeof sesion.sesionActual>;
export const verDosPasos = 'GET /api/sesion/dos-pasos' as Address<typeof sesion.verDosPasos>;
