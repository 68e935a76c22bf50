// Generated from packages/contract/src/inicio.ts by scripts/generate.ts. Not to be edited.
import type { inicio } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const estadisticas = 'GET /api/comprobantes/:userId/estadisticas' as Address<typeof inicio.estadisticas>;
export const guardarLogo = 'POST /api/comprobantes/:userId/logo' as Address<typeof inicio.guardarLogo>;
export const userConfiguracion = 'GET /api/comprobantes/:userId/user-configuracion' as Address<
  typeof inicio.userConfiguracion
>;
export const verLogo = 'GET /api/logos/:rnc' as Address<typeof inicio.verLogo>;
