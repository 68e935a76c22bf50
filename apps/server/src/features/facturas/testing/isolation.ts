import { denied, isolate } from '../../../testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/facturas': ({ usuarioId, encf, trackId }) => [
      { query: { userId: usuarioId }, ...denied },
      { query: { eNCF: encf }, answer: [] },
      { query: { trackId }, answer: [] },
    ],
  },
});
