// Generated from packages/contract/src/entregas.ts by scripts/generate.ts. Not to be edited.
import type { entregas } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const acuseEntrega = 'GET /api/documentos/:id/entrega/acuse' as Address<typeof entregas.acuseEntrega>;
export const aprobacionesDeFactura = 'GET /api/documentos/:id/aprobaciones' as Address<
  typeof entregas.aprobacionesDeFactura
>;
export const entregarFactura = 'POST /api/documentos/:id/entrega' as Address<typeof entregas.entregarFactura>;
export const verEntrega = 'GET /api/documentos/:id/entrega' as Address<typeof entregas.verEntrega>;
export const xmlDeAprobacionDeFactura = 'GET /api/documentos/:id/aprobaciones/:huella' as Address<
  typeof entregas.xmlDeAprobacionDeFactura
>;
