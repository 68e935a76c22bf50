// Generated from packages/contract/src/contribuyentes.ts by scripts/generate.ts. Not to be edited.
import type { contribuyentes } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const buscarContribuyentes = 'GET /api/contribuyentes' as Address<typeof contribuyentes.buscarContribuyentes>;
export const consultaContribuyente = 'GET /fe/api/consultas/contribuyente' as Address<
  typeof contribuyentes.consultaContribuyente
>;
export const estadoDelRegistro = 'GET /api/contribuyentes/estado' as Address<typeof contribuyentes.estadoDelRegistro>;
export const importarRegistro = 'POST /api/contribuyentes/importar' as Address<typeof contribuyentes.importarRegistro>;
