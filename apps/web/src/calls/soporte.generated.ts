// Generated from packages/contract/src/soporte.ts by scripts/generate.ts. Not to be edited.
import type { soporte } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const paqueteDeSoporte = 'GET /api/soporte/paquete' as Address<typeof soporte.paqueteDeSoporte>;
