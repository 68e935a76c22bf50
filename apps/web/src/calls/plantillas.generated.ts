// Generated from packages/contract/src/plantillas.ts by scripts/generate.ts. Not to be edited.
import type { plantillas } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const descargarPlantilla = 'GET /api/plantillas/:archivo' as Address<typeof plantillas.descargarPlantilla>;
