// Generated from packages/contract/src/tasas.ts by scripts/generate.ts. Not to be edited.
import type { tasas } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const guardarTasas = 'PUT /api/tasas-selectivo/:trimestre' as Address<typeof tasas.guardarTasas>;
export const listarTasas = 'GET /api/tasas-selectivo' as Address<typeof tasas.listarTasas>;
