import { denied, ecfOf, isolate, namesNothing, xmlFile } from '../../../main/testing/isolation.ts';

const acecfOf = (rnc: string) =>
  xmlFile(
    `<ACECF><DetalleAprobacionComercial><RNCComprador>${rnc}</RNCComprador></DetalleAprobacionComercial></ACECF>`,
  );

export const isolation = isolate({
  rows: {
    // A document of another company is treated as missing; then the authority is asked, with the token of the caller's
    // own company.
    'GET /api/consulta-estado': ({ documentoId: TrackId }) => [{ query: { TrackId }, code: 'autoridad/no-disponible' }],
    'POST /api/Autenticacion/ValidarSemilla': namesNothing,
    'POST /fe/api/auth/validate': namesNothing,
    'POST /api/recepcion': ({ rnc }) => [{ form: { xml: ecfOf(rnc) }, ...denied }],
    'POST /api/recepcion-simulada': ({ rnc }) => [{ form: { xml: ecfOf(rnc) }, ...denied }],
    'POST /api/AprobacionComercial': ({ rnc }) => [{ form: { xml: acecfOf(rnc) }, ...denied }],
  },
});
