import * as importacionCalls from '../../calls/importacion.generated.ts';
import { caller } from '../../lib/api.ts';

const manyRows = { timeout: 60_000 }; // 20,000 documents in one answer

export const createImportacion = caller(importacionCalls.crearImportacion);
export const listImportaciones = caller(importacionCalls.listarImportaciones);
export const readImportacion = caller(importacionCalls.verImportacion, manyRows);
export const signImportacion = caller(importacionCalls.firmarImportacion, manyRows);
export const sendImportacion = caller(importacionCalls.enviarImportacion, manyRows);
export const readEnsayo = caller(importacionCalls.verEnsayo, manyRows);
export const forgetEnsayo = caller(importacionCalls.olvidarEnsayo);
export const reviewImportacion = caller(importacionCalls.revisarImportacion, manyRows);
export const readSample = caller(importacionCalls.libroDeMuestra);
