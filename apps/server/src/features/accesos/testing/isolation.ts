import { isolate, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/accesos-clientes/:rnc': ({ rnc }) => [{ params: { rnc }, ...notFound }],
    'GET /api/accesos-clientes/:rnc/verificar': ({ rnc }) => [
      { params: { rnc }, query: { menuId: 'facturas' }, ...notFound },
    ],
  },
});
