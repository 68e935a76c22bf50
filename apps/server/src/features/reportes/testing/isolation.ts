import { isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';
import { bookRows } from './book-isolation.ts';
import { furnishSaved, type SavedThings, savedRows } from './saved-isolation.ts';

export const isolation = isolate<SavedThings & { readonly comprobanteId: string }>({
  /** A receipt on paper of the company, a document of QuickBooks with the same data, and its saved reports. */
  async furnish(server, { id: empresa_id, rnc }) {
    const { ctx } = server;
    const ncf = `B01${rnc.slice(-8)}`;
    const recibo = JSON.stringify({ ncf, fecha: '14-08-2026', emisor: { id: '132111117' }, lineas: [], totales: {} });
    await ctx.db.system((tx) =>
      tx
        .insertInto('comprobante')
        .values({
          empresa_id,
          ambiente: 'testecf',
          sentido: 'compra',
          emisor: '132111117',
          ncf,
          periodo: 202_608,
          fecha: '2026-08-14',
          nombre: 'Suplidora Inventada SRL',
          fuente: 'cargado',
          documento_id: null,
          recibo,
          respuestas: '{}',
          excluido: null,
          derivado: 1,
          cambiado: new Date(),
        })
        .execute(),
    );
    await ctx.db.system((tx) =>
      tx
        .insertInto('quickbooks_documento')
        .values({
          empresa_id,
          ambiente: 'testecf',
          realm: '9130',
          entidad: 'Bill',
          qb_id: '12',
          estado: 'recibo',
          sentido: 'compra',
          fecha: '2026-08-14',
          emisor: '132111117',
          ncf,
          rnc: '132111117',
          monto: '1000.00',
          itbis: '180.00',
          codigo: null,
          motivo: null,
          huella: 'x',
          registro: '{}',
          visto: new Date(),
        })
        .execute(),
    );
    return { comprobanteId: `132111117|${ncf}|compra`, ...(await furnishSaved(server, empresa_id)) };
  },
  nothing: { comprobanteId: '132111117|B0199999999|compra' },
  rows: {
    ...savedRows,
    ...bookRows,
    'GET /api/reportes-fiscales/:tipo/comprobantes': namesNothing,
    'PUT /api/reportes-fiscales/:tipo/comprobantes': ({ comprobanteId: id }) => [
      {
        params: { tipo: '606' },
        body: { cambios: [{ id, respuestas: { tipo_bienes_servicios: '02' } }] },
        ...notFound,
      },
    ],
    'POST /api/reportes-fiscales/:tipo/comprobantes/sugerencias': namesNothing,
    'POST /api/reportes-fiscales/:tipo/comprobantes': namesNothing,
    'GET /api/reportes-fiscales/:tipo/problemas': namesNothing,
    'POST /api/reportes-fiscales/606/sin-confirmar': namesNothing,
    'GET /api/reportes-fiscales/:tipo/conciliacion': namesNothing,
    'POST /api/reportes-fiscales/:tipo/conciliacion': ({ rnc }) => [
      {
        params: { tipo: '606' },
        query: { periodo: '202608' },
        form: { archivo: new File([`606|${rnc}|202608|0`], 'a.txt') },
        code: 'reportes/txt',
      },
    ],
    'GET /api/reportes-fiscales/:tipo/comprobantes/:id/quickbooks': ({ comprobanteId: id }) => [
      { params: { tipo: '606', id }, ...notFound },
    ],
    'GET /api/reportes-fiscales/quickbooks/fallas': namesNothing,
  },
});
