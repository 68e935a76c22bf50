import { denied, isolate, type Things } from '../../../main/testing/isolation.ts';

const file = (name: string, text: string) => ({ archivo: new File([text], name) });
const read = ({ rnc }: Things) => [{ params: { rnc }, ...denied }];
const write =
  (body: object) =>
  ({ rnc }: Things) => [{ params: { rnc }, body, ...denied }];

/** Each call names the company by its RNC. */
export const isolation = isolate({
  rows: {
    'GET /api/catalogo-cuentas/:rnc': read,
    'POST /api/catalogo-cuentas/:rnc': write({ cuentas: [{ id: '1', name: 'Caja' }] }),
    'POST /api/catalogo-cuentas/:rnc/libro': ({ rnc }) => [
      { params: { rnc }, form: file('a.csv', 'Código,Nombre\n1,Caja'), ...denied },
    ],
    'GET /api/cuentas-mapping/:rnc': read,
    'POST /api/cuentas-mapping/:rnc': write({ mapping606: { campo11: ['1'] } }),
    'POST /api/cuentas-mapping/:rnc/archivo': ({ rnc }) => [
      { params: { rnc }, form: file('a.json', '{"mapping606":{}}'), ...denied },
    ],
    'GET /api/mapeo/tipos-bienes-servicios/obtener/:rnc': read,
    'POST /api/mapeo/tipos-bienes-servicios/guardar/:rnc': write({ mapeoTipos: { '1': '02' } }),
    'GET /api/mapeo/tipos-ingresos/obtener/:rnc': read,
    'POST /api/mapeo/tipos-ingresos/guardar/:rnc': write({ mapeoTipos: { '1': '01' } }),
    'GET /api/columnas-excel/:rnc': read,
    'POST /api/columnas-excel/:rnc': write({ columnasExcel606: { campo11: 'A' } }),
    'GET /api/mapeo-dinamico/:rnc': read,
    'POST /api/mapeo-dinamico/:rnc': ({ rnc }, own) => [
      { params: { rnc }, body: {}, ...denied },
      { params: { rnc: own.rnc }, body: { rnc }, ...denied },
    ],
    'POST /api/mapeo-dinamico/guardar': ({ rnc }) => [{ body: { rnc }, ...denied }],
  },
});
