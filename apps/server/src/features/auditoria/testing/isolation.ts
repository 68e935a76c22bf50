import { isolate } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  rows: {
    'GET /api/auditoria': ({ nombreUsuario }) => [
      { query: { quien: nombreUsuario }, answer: { entradas: [], hayMas: false } },
    ],
    // The same filter, as a file: only the headings.
    'GET /api/auditoria/csv': ({ nombreUsuario }) => [
      { query: { quien: nombreUsuario }, answer: '\uFEFFNúmero,Fecha,Quién,IP,Qué,Tipo\r\n' },
    ],
  },
});
