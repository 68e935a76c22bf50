// Generated from packages/contract/src/dgii.ts by scripts/generate.ts. Not to be edited.
import type { dgii } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const consultarComprobante = 'GET /api/dgii/comprobante' as Address<typeof dgii.consultarComprobante>;
export const consultarDirectorio = 'GET /api/dgii/directorio/:rnc' as Address<typeof dgii.consultarDirectorio>;
export const estadoDeServicios = 'GET /api/dgii/estado' as Address<typeof dgii.estadoDeServicios>;
