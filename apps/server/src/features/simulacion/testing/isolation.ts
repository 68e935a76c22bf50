import { isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  /** The import that the company already has is that of its simulation. */
  async furnish(server, { id: empresa_id }, { importacionId: importacion_id }) {
    const row = { empresa_id, ambiente: 'testecf' as const, importacion_id };
    await server.ctx.db.system((tx) => tx.insertInto('simulacion').values(row).execute());
    return {};
  },
  rows: {
    'POST /api/simulacion/comprobantes': namesNothing,
    'POST /api/simulacion/lote': namesNothing,
    'DELETE /api/simulacion/comprobantes/:id': ({ documentoId: id }) => [{ params: { id }, ...notFound }],
  },
});
