import { isolate, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/documentos/:id/aprobaciones': ({ documentoId }) => [{ params: { id: documentoId }, ...notFound }],
    'GET /api/documentos/:id/aprobaciones/:huella': ({ documentoId }) => [
      { params: { id: documentoId, huella: '0'.repeat(64) }, ...notFound },
    ],
    'GET /api/documentos/:id/entrega': ({ documentoId }) => [{ params: { id: documentoId }, ...notFound }],
    'POST /api/documentos/:id/entrega': ({ documentoId }) => [{ params: { id: documentoId }, body: {}, ...notFound }],
    'GET /api/documentos/:id/entrega/acuse': ({ documentoId }) => [{ params: { id: documentoId }, ...notFound }],
  },
});
