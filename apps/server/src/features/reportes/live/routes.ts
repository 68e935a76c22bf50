import { reportes } from '@timbre/contract';
import type { Periodo } from '@timbre/values';
import { sentidoDe } from '../../../domain/reports/answer-keys.ts';
import { bringUpToDate } from '../../../domain/reports/catch-up.ts';
import { changingOf } from '../../../domain/reports/changed-months.ts';
import { problemsOfMonth } from '../../../domain/reports/check-rows.ts';
import { loadReceipts } from '../../../domain/reports/load.ts';
import { daysOf } from '../../../domain/reports/scope.ts';
import { type Http, handle } from '../../../platform/http/register.ts';
import { actorOf } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { scopeOf } from '../service.ts';
import { acceptSuggestions, answerLive, askAgain, listLive } from './service.ts';
import { problemsOfVoided } from './voided-rows.ts';

/** Serves the current receipts: the grid, answers, paper and problems. */
export function liveRoutes(http: Http, ctx: Context): void {
  handle(http, reportes.listarComprobantes, async ({ caller, params, query }) =>
    listLive(ctx, await scopeOf(ctx, caller.empresaId), params.tipo, query),
  );
  handle(http, reportes.responderComprobantes, async ({ caller, params, body, request }) => {
    const scope = await scopeOf(ctx, caller.empresaId);
    return answerLive(ctx, scope, params.tipo, body.cambios, body.aunquePresentado, actorOf(caller, request));
  });
  handle(http, reportes.aceptarSugerencias, async ({ caller, params, body, request }) => {
    const scope = await scopeOf(ctx, caller.empresaId);
    const by = actorOf(caller, request);
    const { periodo, aunquePresentado } = body;
    return { aceptadas: await acceptSuggestions(ctx, scope, params.tipo, Number(periodo), aunquePresentado, by) };
  });
  handle(http, reportes.cargarComprobantes, async ({ caller, params, body, request }) => {
    const scope = await scopeOf(ctx, caller.empresaId);
    const { datos, aunquePresentado } = body;
    const changing = changingOf(aunquePresentado);
    return loadReceipts(ctx, scope, sentidoDe(params.tipo), datos, changing, actorOf(caller, request));
  });
  handle(http, reportes.consultarSinConfirmar, async ({ caller, body }) => ({
    consultados: await askAgain(ctx, await scopeOf(ctx, caller.empresaId), body.periodo as Periodo),
  }));
  handle(http, reportes.problemasDeReporte, async ({ caller, params: { tipo }, query }) => {
    const scope = await scopeOf(ctx, caller.empresaId);
    const periodo = query.periodo as Periodo;
    if (tipo === '608') return (await problemsOfVoided(ctx.db, scope, periodo)).problems;
    await bringUpToDate(ctx, scope, daysOf(periodo));
    return problemsOfMonth(ctx.db, scope, tipo, periodo);
  });
}
