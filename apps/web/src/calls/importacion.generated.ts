// Generated from packages/contract/src/importacion.ts by scripts/generate.ts. Not to be edited.
import type { importacion } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const crearImportacion = 'POST /api/importaciones' as Address<typeof importacion.crearImportacion>;
export const enviarImportacion = 'POST /api/importaciones/:id/enviar' as Address<typeof importacion.enviarImportacion>;
export const firmarImportacion = 'POST /api/importaciones/:id/firmar' as Address<typeof importacion.firmarImportacion>;
export const libroDeMuestra = 'GET /api/importaciones-muestra' as Address<typeof importacion.libroDeMuestra>;
export const listarFilas = 'GET /api/importaciones/:id/documentos' as Address<typeof importacion.listarFilas>;
export const listarImportaciones = 'GET /api/importaciones' as Address<typeof importacion.listarImportaciones>;
export const listarIncidencias = 'GET /api/importaciones/:id/incidencias' as Address<
  typeof importacion.listarIncidencias
>;
export const olvidarEnsayo = 'DELETE /api/importaciones/:id/ensayo' as Address<typeof importacion.olvidarEnsayo>;
export const revisarImportacion = 'POST /api/importaciones/:id/revisar' as Address<
  typeof importacion.revisarImportacion
>;
export const verImportacion = 'GET /api/importaciones/:id' as Address<typeof importacion.verImportacion>;
