import { facturas } from '@timbre/contract';
import { afterItem, denied, isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  async furnish(server, { sesion }) {
    const body = { nombre: 'Rechazadas', busqueda: 'estado=rechazado' };
    return { vistaId: (await server.call(facturas.guardarVista, { body }, sesion)).body.id };
  },
  rows: {
    'GET /api/facturas': ({ usuarioId, encf, trackId }) => [
      { query: { userId: usuarioId }, ...denied },
      { query: { eNCF: encf }, answer: [] },
      { query: { trackId }, answer: [] },
      { query: { buscar: encf }, answer: [] },
    ],
    'POST /api/facturas/exportacion': ({ documentoId, encf, trackId }) => [
      { body: { formato: 'csv', ids: [documentoId] }, ...notFound },
      { body: { formato: 'xlsx', eNCF: encf }, ...notFound },
      { body: { formato: 'zip', trackId }, ...notFound },
    ],
    'POST /api/facturas/hoja': ({ documentoId, encf, trackId }) => [
      { body: { ids: [documentoId] }, ...notFound },
      { body: { eNCF: encf }, ...notFound },
      { body: { trackId }, ...notFound },
    ],
    'GET /api/facturas/vistas': ({ vistaId }) => [afterItem(vistaId)],
    'POST /api/facturas/vistas': namesNothing,
    'PATCH /api/facturas/vistas/:id': ({ vistaId: id }) => [{ params: { id }, body: { nombre: 'Mía' }, ...notFound }],
    'DELETE /api/facturas/vistas/:id': ({ vistaId: id }) => [{ params: { id }, ...notFound }],
    'GET /api/facturas/resumen': ({ encf }) => [
      {
        query: { buscar: encf },
        answer: { comprobantes: 0, montoTotal: '0.00', montoCompras: '0.00', rechazados: 0, hayMas: false },
      },
    ],
  },
});
