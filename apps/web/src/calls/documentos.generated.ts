// Generated from packages/contract/src/documentos.ts by scripts/generate.ts. Not to be edited.
import type { documentos } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const anularDocumento = 'POST /api/documentos/:id/anular' as Address<typeof documentos.anularDocumento>;
export const asentarLista = 'POST /api/documentos/veredictos' as Address<typeof documentos.asentarLista>;
export const asentarVeredicto = 'POST /api/documentos/:id/veredicto' as Address<typeof documentos.asentarVeredicto>;
export const editarXml = 'PUT /api/documentos/:id/xml' as Address<typeof documentos.editarXml>;
export const enviarDocumento = 'POST /api/documentos/:id/enviar' as Address<typeof documentos.enviarDocumento>;
export const reenviarDocumento = 'POST /api/documentos/:id/reenviar' as Address<typeof documentos.reenviarDocumento>;
export const validarXml = 'POST /api/documentos/:id/xml/validar' as Address<typeof documentos.validarXml>;
export const verDocumento = 'GET /api/documentos/:id' as Address<typeof documentos.verDocumento>;
export const verPaginas = 'GET /api/documentos/:id/paginas' as Address<typeof documentos.verPaginas>;
export const verPdf = 'GET /api/documentos/:id/pdf' as Address<typeof documentos.verPdf>;
export const verQr = 'GET /api/documentos/:id/qr' as Address<typeof documentos.verQr>;
export const verXml = 'GET /api/documentos/:id/xml' as Address<typeof documentos.verXml>;
