// Generated from packages/contract/src/correo.ts by scripts/generate.ts. Not to be edited.
import type { correo } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const enviarEnlace = 'POST /api/usuarios/:id/enlace' as Address<typeof correo.enviarEnlace>;
export const enviarPorCorreo = 'POST /api/documentos/:id/correo' as Address<typeof correo.enviarPorCorreo>;
export const estadoDelCorreo = 'GET /api/correo' as Address<typeof correo.estadoDelCorreo>;
export const guardarPlantilla = 'PUT /api/correo/plantilla' as Address<typeof correo.guardarPlantilla>;
export const pedirEnlace = 'POST /api/auth/recuperar' as Address<typeof correo.pedirEnlace>;
export const probarPlantilla = 'POST /api/correo/plantilla/prueba' as Address<typeof correo.probarPlantilla>;
export const usarEnlace = 'POST /api/auth/restablecer' as Address<typeof correo.usarEnlace>;
export const verCorreos = 'GET /api/documentos/:id/correo' as Address<typeof correo.verCorreos>;
export const verPlantilla = 'GET /api/correo/plantilla' as Address<typeof correo.verPlantilla>;
