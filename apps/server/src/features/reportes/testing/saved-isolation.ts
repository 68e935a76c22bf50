import { type Aim, denied, namesNothing, notFound, type Things } from '../../../main/testing/isolation.ts';
import type { TestServer } from '../../../main/testing/server.ts';
import { newId } from '../../../platform/db/id.ts';
import type { NewRow } from '../../../platform/db/schema.ts';

/** The saved reports that calls can name. */
export type SavedThings = { readonly reporteId: string; readonly it1Id: string };

const report = (empresa_id: string, tipo: '606' | 'it1', more: Partial<NewRow<'reporte'>>): NewRow<'reporte'> => ({
  empresa_id,
  id: newId(new Date()),
  ambiente: 'testecf',
  tipo,
  desde: '2026-08-01',
  hasta: '2026-08-31',
  estado: 'listo',
  porcentaje: 100,
  mensaje: '',
  filas: 0,
  creado: new Date(),
  por: 'ana',
  ...more,
});

/** Stores a 606 and an IT-1 of the company. */
export async function furnishSaved({ ctx }: TestServer, empresaId: string): Promise<SavedThings> {
  const box = { id: '4', nombre: 'x', valor: '1.00', marca: 'calculado', filas: 0, formula: null };
  const resumen = JSON.stringify({ formulario: [box], anexoA: [] });
  const rows = [report(empresaId, '606', {}), report(empresaId, 'it1', { resumen })];
  await ctx.db.system((tx) => tx.insertInto('reporte').values(rows).execute());
  return { reporteId: rows[0]!.id, it1Id: rows[1]!.id };
}

type Names = Things & SavedThings;

const byId =
  (more: Aim = {}) =>
  ({ reporteId: id }: Names): readonly Aim[] => [{ params: { tipo: '606', id }, ...more, ...notFound }];

/** The ways in which calls for saved reports can name them. */
export const savedRows = {
  'POST /api/reportes-fiscales/:tipo': namesNothing,
  'GET /api/reportes-fiscales/:tipo': namesNothing,
  'GET /api/reportes-fiscales/:tipo/historico': namesNothing,
  'GET /api/reportes-fiscales/:tipo/:id': byId(),
  'GET /api/reportes-fiscales/:tipo/:id/filas': byId(),
  'DELETE /api/reportes-fiscales/:tipo/:id': byId(),
  'GET /api/reportes-fiscales/:tipo/:id/diferencias': ({ reporteId: id }: Names, own: Names): readonly Aim[] => [
    { params: { tipo: '606', id }, query: { con: own.reporteId }, ...notFound },
    { params: { tipo: '606', id: own.reporteId }, query: { con: id }, ...notFound },
  ],
  'PUT /api/reportes-fiscales/:tipo/:id/presentacion': byId({ body: { numero: 'AJENO-1', fecha: '2026-09-10' } }),
  'GET /api/reportes-fiscales/:tipo/:id/rectificacion': byId(),
  'GET /api/reportes-fiscales/:tipo/:id/txt': byId(),
  'GET /api/reportes-fiscales/:tipo/export/csv': namesNothing,
  'GET /api/reportes-fiscales/:tipo/export/txt': namesNothing,
  'GET /api/reportes-fiscales/607/resumen-consumo': namesNothing,
  'POST /api/reportes/txt/606': ({ rnc }: Names): readonly Aim[] => [
    { body: { rnc, fechaInicio: '2026-08-01', fechaFin: '2026-08-31' }, ...denied },
  ],
  'GET /api/reportes-fiscales/it1/:id/casillas/:casilla': ({ it1Id: id }: Names): readonly Aim[] => [
    { params: { id, casilla: '4' }, ...notFound },
  ],
  'PUT /api/reportes-fiscales/it1/manuales/:periodo': namesNothing,
};
