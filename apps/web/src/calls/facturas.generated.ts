// Generated from packages/contract/src/facturas.ts by scripts/generate.ts. Not to be edited.
import type { facturas } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const cambiarVista = 'PATCH /api/facturas/vistas/:id' as Address<typeof facturas.cambiarVista>;
export const eliminarVista = 'DELETE /api/facturas/vistas/:id' as Address<typeof facturas.eliminarVista>;
export const exportarFacturas = 'POST /api/facturas/exportacion' as Address<typeof facturas.exportarFacturas>;
export const guardarVista = 'POST /api/facturas/vistas' as Address<typeof facturas.guardarVista>;
export const listarFacturas = 'GET /api/facturas' as Address<typeof facturas.listarFacturas>;
export const listarVistas = 'GET /api/facturas/vistas' as Address<typeof facturas.listarVistas>;
export const prepararHoja = 'POST /api/facturas/hoja' as Address<typeof facturas.prepararHoja>;
export const resumirFacturas = 'GET /api/facturas/resumen' as Address<typeof facturas.resumirFacturas>;
