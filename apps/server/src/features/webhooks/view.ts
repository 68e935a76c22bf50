import type { TipoDeWebhook, webhooks } from '@timbre/contract';
import type { EntregaRow } from './entregas-repo.ts';
import type { WebhookRow } from './repo.ts';

export const webhookView = (row: WebhookRow, pendientes: number, now: Date): webhooks.Webhook => ({
  id: row.id,
  url: row.url,
  descripcion: row.descripcion,
  eventos: row.eventos as TipoDeWebhook[],
  activo: row.activo,
  creado: row.creado.toISOString(),
  fallaDesde: row.falla_desde?.toISOString() ?? null,
  desactivado: row.desactivado?.toISOString() ?? null,
  secretoAnteriorHasta:
    row.anterior_hasta !== null && row.anterior_hasta > now ? row.anterior_hasta.toISOString() : null,
  pendientes,
});

export function entregaView(row: EntregaRow): webhooks.EntregaWebhook {
  const last = row.historial.at(-1);
  return {
    id: row.id,
    webhookId: row.webhook_id,
    tipo: row.tipo as webhooks.EntregaWebhook['tipo'],
    estado: row.estado,
    creada: row.creada.toISOString(),
    intentos: row.intentos,
    proximo: row.proximo?.toISOString() ?? null,
    resultado: last === undefined ? null : (last.error ?? `Respondió ${last.estado}`),
  };
}

export const detalleView = (row: EntregaRow, url: string): webhooks.DetalleDeEntrega => ({
  ...entregaView(row),
  url,
  cuerpo: row.cuerpo,
  respuesta: row.respuesta,
  historial: row.historial,
});
