import { afterItem, isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';
import { newId } from '../../../platform/db/id.ts';

export const isolation = isolate({
  rows: {
    'POST /api/importaciones': namesNothing,
    'GET /api/importaciones': ({ importacionId }) => [afterItem(importacionId)],
    'GET /api/importaciones/:id': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/importaciones/:id/documentos': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/importaciones/:id/incidencias': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/importaciones/:id/revisar': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
    'DELETE /api/importaciones/:id/ensayo': ({ importacionId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/importaciones/:id/firmar': ({ importacionId: id, documentoId }, own) => [
      { params: { id }, body: {}, ...notFound },
      { params: { id: own.importacionId }, body: { ids: [documentoId] }, ...notFound },
      { params: { id }, body: { ensayo: true }, ...notFound },
      { params: { id: own.importacionId }, body: { ids: [documentoId], ensayo: true }, ...notFound },
    ],
    'POST /api/importaciones/:id/enviar': ({ importacionId: id, documentoId }, own) => [
      { params: { id }, body: {}, ...notFound },
      { params: { id: own.importacionId }, body: { ids: [documentoId, newId(new Date())] }, ...notFound },
      { params: { id }, body: { ensayo: true }, ...notFound },
      { params: { id: own.importacionId }, body: { ids: [documentoId], ensayo: true }, ...notFound },
    ],
  },
});
