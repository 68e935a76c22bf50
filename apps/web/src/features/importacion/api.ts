import * as importacionCalls from '../../calls/importacion.generated.ts';
import * as plantillasCalls from '../../calls/plantillas.generated.ts';
import { caller } from '../../lib/api.ts';

const manyRows = { timeout: 60_000 }; // 20,000 documents are marked, or compared

export const createImportacion = caller(importacionCalls.crearImportacion);
export const readImportacion = caller(importacionCalls.verImportacion);
export const listFilas = caller(importacionCalls.listarFilas);
export const listIncidencias = caller(importacionCalls.listarIncidencias);
export const signImportacion = caller(importacionCalls.firmarImportacion, manyRows);
export const sendImportacion = caller(importacionCalls.enviarImportacion, manyRows);
export const forgetEnsayo = caller(importacionCalls.olvidarEnsayo);
export const reviewImportacion = caller(importacionCalls.revisarImportacion, manyRows);
export const readTemplate = caller(plantillasCalls.descargarPlantilla);
export const readSample = caller(importacionCalls.libroDeMuestra);
