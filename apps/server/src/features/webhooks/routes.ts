import { webhooks } from '@timbre/contract';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { callerOf } from './jobs.ts';
import * as service from './service.ts';
import { detalleView, entregaView, webhookView } from './view.ts';

/** Serves the webhooks of a company and the log of their deliveries. */
export function webhooksRoutes(http: Http, ctx: Context): void {
  const outside = callerOf(ctx);
  const tests = createRateLimit(ctx.clock, 20, 3);
  const shown = ({ row, pendientes }: service.Shown) => webhookView(row, pendientes, ctx.clock.now());

  handle(http, webhooks.listarWebhooks, async ({ caller }) =>
    (await service.listWebhooks(ctx, caller.empresaId)).map(shown),
  );
  handle(http, webhooks.crearWebhook, async ({ caller, body, request }) => {
    const made = await service.createWebhook(ctx, outside, caller.empresaId, body, actorOf(caller, request));
    return { webhook: shown(made.shown), secreto: made.secreto };
  });
  handle(http, webhooks.modificarWebhook, async ({ caller, params, body, request }) =>
    shown(await service.changeWebhook(ctx, outside, caller.empresaId, params.id, body, actorOf(caller, request))),
  );
  handle(http, webhooks.eliminarWebhook, async ({ caller, params, request }) => {
    await service.removeWebhook(ctx, caller.empresaId, params.id, actorOf(caller, request));
    return undefined;
  });
  handle(http, webhooks.rotarSecretoWebhook, async ({ caller, params, request }) => {
    const made = await service.rotateSecret(ctx, caller.empresaId, params.id, actorOf(caller, request));
    return { webhook: shown(made.shown), secreto: made.secreto };
  });
  handle(http, webhooks.probarWebhook, async ({ caller, params }) => {
    tests.take(caller.empresaId);
    const { row, url } = await service.testWebhook(ctx, outside, caller.empresaId, params.id);
    return detalleView(row, url);
  });
  handle(http, webhooks.listarEntregas, async ({ caller, query }) => {
    const { webhookId, estado, limite = 50, antesDe: before } = query;
    const page = await service.listEntregas(ctx, caller.empresaId, { webhookId, estado, before }, limite);
    return { entregas: page.rows.map(entregaView), hayMas: page.hayMas };
  });
  handle(http, webhooks.verEntregaDeWebhook, async ({ caller, params }) => {
    const { row, url } = await service.findEntrega(ctx, caller.empresaId, params.id);
    return detalleView(row, url);
  });
  handle(http, webhooks.reenviarEntrega, async ({ caller, params }) => {
    const { row, url } = await service.replayEntrega(ctx, caller.empresaId, params.id);
    return detalleView(row, url);
  });
}
