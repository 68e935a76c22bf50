import { byUserParam, denied, isolate, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/comprobantes/:userId/user-configuracion': byUserParam,
    'GET /api/comprobantes/:userId/estadisticas': byUserParam,
    'POST /api/comprobantes/:userId/logo': ({ usuarioId }) => [
      { params: { userId: usuarioId }, form: { logo: new File(['x'], 'logo.png') }, ...denied },
    ],
    'GET /api/logos/:rnc': ({ rnc }) => [{ params: { rnc }, ...notFound }],
  },
});
