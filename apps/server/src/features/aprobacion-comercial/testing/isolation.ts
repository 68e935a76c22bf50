import { storeApprovals } from '../../../domain/received/workbook-approvals-repo.ts';
import { isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';
import { newId } from '../../../platform/db/id.ts';

interface Own extends Record<string, string> {
  aprobacionId: string;
}

export const isolation = isolate<Own>({
  async furnish({ ctx }, { id, rnc }) {
    const aprobacionId = newId(new Date());
    const row = {
      empresa_id: id,
      id: aprobacionId,
      ambiente: 'testecf' as const,
      fila: 2,
      rnc_emisor: '131880600',
      encf: `E31${rnc.padStart(10, '0')}`,
      detalle: '{}',
      errores: '[]',
    };
    await ctx.db.tenant(id, (tx) => storeApprovals(tx, [row]));
    return { aprobacionId };
  },
  nothing: {},
  rows: {
    'POST /api/aprobaciones-comerciales': namesNothing,
    'GET /api/aprobaciones-comerciales': namesNothing,
    'POST /api/aprobaciones-comerciales/firmar': ({ aprobacionId }) => [{ body: { ids: [aprobacionId] }, ...notFound }],
    'POST /api/aprobaciones-comerciales/enviar': ({ aprobacionId }) => [{ body: { ids: [aprobacionId] }, ...notFound }],
    'GET /api/aprobaciones-comerciales/:id/xml': ({ aprobacionId }) => [{ params: { id: aprobacionId }, ...notFound }],
  },
});
