// Generated from packages/contract/src/borradores.ts by scripts/generate.ts. Not to be edited.
import type { borradores } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const eliminarBorrador = 'DELETE /api/borradores/:id' as Address<typeof borradores.eliminarBorrador>;
export const guardarBorrador = 'PUT /api/borradores/:id' as Address<typeof borradores.guardarBorrador>;
export const imprimirSinECF = 'POST /api/borradores/sin-ecf' as Address<typeof borradores.imprimirSinECF>;
export const listarBorradores = 'GET /api/borradores' as Address<typeof borradores.listarBorradores>;
export const previsualizar = 'POST /api/borradores/vista-previa' as Address<typeof borradores.previsualizar>;
export const verBorrador = 'GET /api/borradores/:id' as Address<typeof borradores.verBorrador>;
