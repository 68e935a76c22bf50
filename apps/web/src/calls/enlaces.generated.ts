// Generated from packages/contract/src/enlaces.ts by scripts/generate.ts. Not to be edited.
import type { enlaces } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const compartirDocumento = 'POST /api/documentos/:id/enlace' as Address<typeof enlaces.compartirDocumento>;
export const dejarDeCompartir = 'DELETE /api/documentos/:id/enlace' as Address<typeof enlaces.dejarDeCompartir>;
export const guardarAjusteDeEnlaces = 'PUT /api/configuracion/enlaces' as Address<
  typeof enlaces.guardarAjusteDeEnlaces
>;
export const paginasCompartidas = 'GET /api/enlaces/:token/paginas' as Address<typeof enlaces.paginasCompartidas>;
export const pdfCompartido = 'GET /api/enlaces/:token/pdf' as Address<typeof enlaces.pdfCompartido>;
export const verAjusteDeEnlaces = 'GET /api/configuracion/enlaces' as Address<typeof enlaces.verAjusteDeEnlaces>;
export const verCompartido = 'GET /api/enlaces/:token' as Address<typeof enlaces.verCompartido>;
export const verEnlace = 'GET /api/documentos/:id/enlace' as Address<typeof enlaces.verEnlace>;
export const xmlCompartido = 'GET /api/enlaces/:token/xml' as Address<typeof enlaces.xmlCompartido>;
