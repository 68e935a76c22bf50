// Generated from packages/contract/src/demostracion.ts by scripts/generate.ts. Not to be edited.
import type { demostracion } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const restablecerDemostracion = 'POST /api/demostracion/restablecer' as Address<
  typeof demostracion.restablecerDemostracion
>;
export const verDemostracion = 'GET /api/demostracion' as Address<typeof demostracion.verDemostracion>;
