// Generated from packages/contract/src/firmado.ts by scripts/generate.ts. Not to be edited.
import type { firmado } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const firmarDocumento = 'POST /api/documentos/firmar' as Address<typeof firmado.firmarDocumento>;
