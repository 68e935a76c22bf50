// Generated from packages/contract/src/procesar.ts by scripts/generate.ts. Not to be edited.
import type { procesar } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const cancelarEjecucion = 'POST /api/reportes/ejecuciones/:id/cancelar' as Address<
  typeof procesar.cancelarEjecucion
>;
export const datosDeProceso = 'GET /api/reportes/datos/:tipo/:rnc' as Address<typeof procesar.datosDeProceso>;
export const descargarProcesado = 'POST /api/reportes/descargar/:tipo' as Address<typeof procesar.descargarProcesado>;
export const estadisticasDeProceso = 'GET /api/reportes/estadisticas/:rnc' as Address<
  typeof procesar.estadisticasDeProceso
>;
export const fallosDeEjecucion = 'GET /api/reportes/ejecuciones/:id/fallos' as Address<
  typeof procesar.fallosDeEjecucion
>;
export const historialDeProceso = 'GET /api/reportes/historial/:rnc' as Address<typeof procesar.historialDeProceso>;
export const inicializarDb = 'POST /api/reportes/inicializar-db' as Address<typeof procesar.inicializarDb>;
export const procesarReportes = 'POST /api/reportes/procesar' as Address<typeof procesar.procesarReportes>;
export const requisitosDeProceso = 'GET /api/reportes/requisitos' as Address<typeof procesar.requisitosDeProceso>;
export const verEjecucion = 'GET /api/reportes/ejecuciones/:id' as Address<typeof procesar.verEjecucion>;
