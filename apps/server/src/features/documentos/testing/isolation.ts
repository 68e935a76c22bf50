import { isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/documentos/:id': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/documentos/:id/xml': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/documentos/:id/qr': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/documentos/:id/pdf': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/documentos/:id/paginas': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
    'PUT /api/documentos/:id/xml': ({ documentoId: id }) => [{ params: { id }, body: { xml: '<ECF/>' }, ...notFound }],
    'POST /api/documentos/:id/xml/validar': ({ documentoId: id }) => [
      { params: { id }, body: { xml: '<ECF/>' }, ...notFound },
    ],
    'POST /api/documentos/:id/veredicto': ({ documentoId: id }) => [
      { params: { id }, body: { estado: 'aceptado' }, ...notFound },
    ],
    'POST /api/documentos/veredictos': namesNothing,
    'POST /api/documentos/:id/reenviar': ({ documentoId: id }) => [{ params: { id }, body: {}, ...notFound }],
    'POST /api/documentos/:id/anular': ({ documentoId: id }) => [
      { params: { id }, body: { motivo: '01' }, ...notFound },
    ],
    'POST /api/documentos/:id/enviar': ({ documentoId: id }) => [{ params: { id }, body: {}, ...notFound }],
  },
});
