// Generated from packages/contract/src/verificar.ts by scripts/generate.ts. Not to be edited.
import type { verificar } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const verificarArchivo = 'POST /api/verificar' as Address<typeof verificar.verificarArchivo>;
