import { afterItem, isolate, namesNothing, notFound } from '../../../main/testing/isolation.ts';
import { createCaller } from '../call.ts';
import { createWebhook, testWebhook } from '../service.ts';

const body = { url: 'https://ejemplo.invalid/robado', descripcion: '', eventos: ['recibido.nuevo'], activo: true };
const by = { por: 'prueba', ip: '' };

export const isolation = isolate({
  async furnish({ ctx }, { id: empresaId }) {
    // No call is made: the port is not an allowed one of https.
    const caller = { ...createCaller({ allowLoopback: false }), refusalOf: () => undefined };
    const destino = { ...body, url: 'https://ejemplo.invalid:1/', eventos: ['recibido.nuevo' as const] };
    const { shown } = await createWebhook(ctx, caller, empresaId, destino, by);
    const { row } = await testWebhook(ctx, caller, empresaId, shown.row.id);
    return { webhookId: shown.row.id, entregaId: row.id };
  },
  rows: {
    'GET /api/webhooks': ({ webhookId }) => [afterItem(webhookId)],
    'POST /api/webhooks': namesNothing,
    'PUT /api/webhooks/:id': ({ webhookId: id }) => [{ params: { id }, body, ...notFound }],
    'DELETE /api/webhooks/:id': ({ webhookId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/webhooks/:id/secreto': ({ webhookId: id }) => [{ params: { id }, body: {}, ...notFound }],
    'POST /api/webhooks/:id/prueba': ({ webhookId: id }) => [{ params: { id }, body: {}, ...notFound }],
    'GET /api/webhooks/entregas': ({ webhookId, entregaId }) => [
      { query: { webhookId }, answer: { entregas: [], hayMas: false } },
      { query: { webhookId, antesDe: entregaId }, answer: { entregas: [], hayMas: false } },
    ],
    'GET /api/webhooks/entregas/:id': ({ entregaId: id }) => [{ params: { id }, ...notFound }],
    'POST /api/webhooks/entregas/:id/reenviar': ({ entregaId: id }) => [{ params: { id }, body: {}, ...notFound }],
  },
});
