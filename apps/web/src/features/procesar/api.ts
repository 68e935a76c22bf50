import type { procesar } from '@timbre/contract';
import * as calls from '../../calls/procesar.generated.ts';
import { caller } from '../../lib/api.ts';

export type Ejecucion = procesar.Ejecucion;
export type Requisitos = procesar.RequisitosDeProceso;

const heavy = { timeout: 120_000 }; // a file of 100,000 rows is written
const manyRows = { timeout: 60_000 }; // a month of documents may be read first

export const readRequisitos = caller(calls.requisitosDeProceso);
export const initDb = caller(calls.inicializarDb);
export const startProcess = caller(calls.procesarReportes);
export const readEjecucion = caller(calls.verEjecucion);
export const cancelProcess = caller(calls.cancelarEjecucion);
export const listFallos = caller(calls.fallosDeEjecucion);
export const readBook = caller(calls.descargarProcesado, heavy);
export const listHistory = caller(calls.historialDeProceso);
export const readStatistics = caller(calls.estadisticasDeProceso, manyRows);
