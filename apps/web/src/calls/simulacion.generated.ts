// Generated from packages/contract/src/simulacion.ts by scripts/generate.ts. Not to be edited.
import type { simulacion } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const borrarSimulacion = 'DELETE /api/simulacion/comprobantes' as Address<typeof simulacion.borrarSimulacion>;
export const eliminarSimulado = 'DELETE /api/simulacion/comprobantes/:id' as Address<
  typeof simulacion.eliminarSimulado
>;
export const generarLoteDeSimulacion = 'POST /api/simulacion/lote' as Address<
  typeof simulacion.generarLoteDeSimulacion
>;
export const generarSimulacion = 'POST /api/simulacion/comprobantes' as Address<typeof simulacion.generarSimulacion>;
export const verSimulacion = 'GET /api/simulacion' as Address<typeof simulacion.verSimulacion>;
