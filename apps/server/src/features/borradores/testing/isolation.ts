import { afterItem, isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';
import { newId } from '../../../platform/db/id.ts';

const body = { version: 1, tipo: '31', comprador: 'Robado', monto: '1.00', documento: {} };

export const isolation = isolate({
  async furnish({ ctx }, { id: empresa_id }) {
    const borradorId = newId(new Date());
    await ctx.db.system((tx) =>
      tx
        .insertInto('borrador')
        .values({
          ...{
            empresa_id,
            id: borradorId,
            version: 1,
            tipo: 31,
            comprador: 'Ferretería Inventada SRL',
            monto: '118.00',
          },
          ...{ documento: '{}', por: 'Ana', modificado: new Date() },
        })
        .execute(),
    );
    return { borradorId };
  },
  rows: {
    'POST /api/borradores/vista-previa': namesNothing,
    'GET /api/borradores': ({ borradorId }) => [afterItem(borradorId)],
    'POST /api/borradores/sin-ecf': namesNothing,
    'GET /api/borradores/:id': ({ borradorId: id }) => [{ params: { id }, ...notFound }],
    'PUT /api/borradores/:id': ({ borradorId: id }) => [{ params: { id }, body, ...notFound }],
    'DELETE /api/borradores/:id': ({ borradorId: id }) => [{ params: { id }, ...notFound }],
  },
});
