// Generated from packages/contract/src/atencion.ts by scripts/generate.ts. Not to be edited.
import type { atencion } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const paraAtender = 'GET /api/avisos' as Address<typeof atencion.paraAtender>;
