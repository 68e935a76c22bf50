import { denied, namesNothing, type Things } from '../../../main/testing/isolation.ts';

/** For workbooks, official tools and evidence, a call can name only one thing of another company: its RNC. */
export const bookRows = {
  'GET /api/reportes-fiscales/:tipo/export/excel': namesNothing,
  'GET /api/reportes-fiscales/evidencia.zip': namesNothing,
  'POST /api/reportes/plantilla/:tipo': ({ rnc }: Things) => [
    { params: { tipo: '606' }, body: { rnc, fechaInicio: '2026-08-01', fechaFin: '2026-08-31' }, ...denied },
  ],
  'POST /api/reportes-fiscales/:tipo/herramienta': namesNothing,
  'DELETE /api/reportes-fiscales/:tipo/herramienta': namesNothing,
  'POST /api/reportes-fiscales/:tipo/comprobantes/libro': namesNothing,
};
