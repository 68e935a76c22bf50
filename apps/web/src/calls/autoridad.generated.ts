// Generated from packages/contract/src/autoridad.ts by scripts/generate.ts. Not to be edited.
import type { autoridad } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const aprobacionComercial = 'POST /api/AprobacionComercial' as Address<typeof autoridad.aprobacionComercial>;
export const autenticar = 'POST /api/autoridad/autenticar' as Address<typeof autoridad.autenticar>;
export const cerrarAutoridad = 'POST /api/autoridad/cerrar' as Address<typeof autoridad.cerrarAutoridad>;
export const consultaEstado = 'GET /api/consulta-estado' as Address<typeof autoridad.consultaEstado>;
export const estadoAutoridad = 'GET /api/autoridad' as Address<typeof autoridad.estadoAutoridad>;
export const recepcion = 'POST /api/recepcion' as Address<typeof autoridad.recepcion>;
export const recepcionSimulada = 'POST /api/recepcion-simulada' as Address<typeof autoridad.recepcionSimulada>;
export const reintentar = 'POST /api/autoridad/reintentar' as Address<typeof autoridad.reintentar>;
export const semilla = 'GET /api/Autenticacion/Semilla' as Address<typeof autoridad.semilla>;
export const semillaDeAuth = 'GET /fe/api/auth/seed' as Address<typeof autoridad.semillaDeAuth>;
export const validarSemilla = 'POST /api/Autenticacion/ValidarSemilla' as Address<typeof autoridad.validarSemilla>;
export const validarSemillaDeAuth = 'POST /fe/api/auth/validate' as Address<typeof autoridad.validarSemillaDeAuth>;
export const verificarToken = 'GET /fe/api/auth/verify' as Address<typeof autoridad.verificarToken>;
