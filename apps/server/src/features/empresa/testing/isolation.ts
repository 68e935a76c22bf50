import { isolate, namesNothing } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/Clientes/BuscarPorRnc/:rnc': ({ rnc }) => [{ params: { rnc }, answer: [] }],
    'PUT /api/empresa/datos': namesNothing,
    'PUT /api/empresa/certificado': namesNothing,
  },
});
