import { isolate, namesNothing, notFound } from '../../../testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'POST /api/simulacion/comprobantes': namesNothing,
    'POST /api/simulacion/lote': namesNothing,
    'DELETE /api/simulacion/comprobantes/:id': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
  },
});
