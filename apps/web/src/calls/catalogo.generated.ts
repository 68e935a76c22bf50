// Generated from packages/contract/src/catalogo.ts by scripts/generate.ts. Not to be edited.
import type { catalogo } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const buscarCompradores = 'GET /api/catalogo/compradores' as Address<typeof catalogo.buscarCompradores>;
export const buscarProductos = 'GET /api/catalogo/productos' as Address<typeof catalogo.buscarProductos>;
