// Generated from packages/contract/src/ensayo.ts by scripts/generate.ts. Not to be edited.
import type { ensayo } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const ejemploDeEnsayo = 'GET /api/ensayo/ejemplo' as Address<typeof ensayo.ejemploDeEnsayo>;
export const ensayar = 'POST /api/ensayo' as Address<typeof ensayo.ensayar>;
