import { type Aim, denied, isolate, namesNothing, notFound, type Things } from '../../../main/testing/isolation.ts';
import { newId } from '../../../platform/db/id.ts';

const dates = { fechaInicio: '2026-08-01', fechaFin: '2026-08-31' };
type Own = { readonly ejecucionId: string };
const byId = ({ ejecucionId: id }: Own): readonly Aim[] => [{ params: { id }, ...notFound }];
const byRnc =
  (more: Record<string, string> = {}) =>
  ({ rnc }: Things): readonly Aim[] => [{ params: { rnc, ...more }, ...denied }];

export const isolation = isolate<Own>({
  /** A run of the company that is under way. No process takes it up. */
  async furnish({ ctx }, { id: empresa_id }) {
    const id = newId(new Date());
    await ctx.db.system((tx) =>
      tx
        .insertInto('ejecucion')
        .values({
          empresa_id,
          id,
          ambiente: 'testecf',
          tipo: 'consolidado',
          desde: dates.fechaInicio,
          hasta: dates.fechaFin,
          realm: '9130',
          presentados: false,
          estado: 'en_proceso',
          procesados: 0,
          omitidos: 0,
          fallos: 0,
          mensaje: '',
          creado: new Date(),
          por: 'ana',
          ip: '127.0.0.1',
        })
        .execute(),
    );
    return { ejecucionId: id };
  },
  rows: {
    'POST /api/reportes/inicializar-db': namesNothing,
    'POST /api/reportes/procesar': ({ rnc }) => [{ body: { rnc, ...dates }, ...denied }],
    'GET /api/reportes/ejecuciones/:id': byId,
    'POST /api/reportes/ejecuciones/:id/cancelar': byId,
    'GET /api/reportes/ejecuciones/:id/fallos': byId,
    'POST /api/reportes/descargar/:tipo': ({ rnc }) => [
      { params: { tipo: '606' }, body: { rnc, ...dates }, ...denied },
    ],
    'GET /api/reportes/historial/:rnc': byRnc(),
    'GET /api/reportes/datos/:tipo/:rnc': byRnc({ tipo: '606' }),
    'GET /api/reportes/estadisticas/:rnc': byRnc(),
  },
});
