// Generated from packages/contract/src/eventos.ts by scripts/generate.ts. Not to be edited.
import type { eventos } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const seguirEventos = 'GET /api/eventos' as Address<typeof eventos.seguirEventos>;
