// Generated from packages/contract/src/facturas.ts by scripts/generate.ts. Not to be edited.
import type { facturas } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const listarFacturas = 'GET /api/facturas' as Address<typeof facturas.listarFacturas>;
