import { isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'PUT /api/configuracion/enlaces': namesNothing,
    'GET /api/documentos/:id/enlace': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/documentos/:id/enlace': ({ documentoId: id }) => [{ params: { id }, body: {}, ...notFound }],
    'DELETE /api/documentos/:id/enlace': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
  },
});
