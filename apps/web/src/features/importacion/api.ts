import type { autoridad, importacion } from '@timbre/contract';
import { caller } from '../../lib/api.ts';

const manyRows = { timeout: 60_000 }; // 20,000 documents travel in one answer

export const createImportacion = caller<typeof importacion.crearImportacion>('POST', '/api/importaciones');
export const listImportaciones = caller<typeof importacion.listarImportaciones>('GET', '/api/importaciones');
export const readImportacion = caller<typeof importacion.verImportacion>('GET', '/api/importaciones/:id', manyRows);
export const signImportacion = caller<typeof importacion.firmarImportacion>(
  'POST',
  '/api/importaciones/:id/firmar',
  manyRows,
);
export const sendImportacion = caller<typeof importacion.enviarImportacion>(
  'POST',
  '/api/importaciones/:id/enviar',
  manyRows,
);
export const readSample = caller<typeof importacion.libroDeMuestra>('GET', '/api/importaciones-muestra');

export const readAutoridad = caller<typeof autoridad.estadoAutoridad>('GET', '/api/autoridad');
export const authenticate = caller<typeof autoridad.autenticar>('POST', '/api/autoridad/autenticar', {
  timeout: 60_000, // the seed is asked up to three times
});
export const closeAutoridad = caller<typeof autoridad.cerrarAutoridad>('POST', '/api/autoridad/cerrar');
