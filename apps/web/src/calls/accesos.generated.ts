// Generated from packages/contract/src/accesos.ts by scripts/generate.ts. Not to be edited.
import type { accesos } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const clientesExternos = 'GET /api/clientes-externos' as Address<typeof accesos.clientesExternos>;
export const guardarAccesos = 'PUT /api/accesos-clientes/:rnc' as Address<typeof accesos.guardarAccesos>;
export const menuDelUsuario = 'GET /api/menu-items' as Address<typeof accesos.menuDelUsuario>;
export const verAccesos = 'GET /api/accesos-clientes/:rnc' as Address<typeof accesos.verAccesos>;
export const verificarAcceso = 'GET /api/accesos-clientes/:rnc/verificar' as Address<typeof accesos.verificarAcceso>;
