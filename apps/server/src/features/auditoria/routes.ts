import { auditoria } from '@timbre/contract';
import { formatFecha, formatISODate } from '@timbre/values';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { platformRecord, verifyChain } from '../../platform/events/events.ts';
import { fingerprintOf } from '../../platform/events/seals.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, type SessionCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import * as service from './service.ts';
import { entradasCsv, entradaView } from './view.ts';

/** Serves the event record of the caller's company; to the platform's administrator, the platform's. */
export function auditoriaRoutes(http: Http, ctx: Context): void {
  const recordOf = ({ empresaId }: SessionCaller) => empresaId ?? platformRecord;
  /** Verifying a long record is expensive: for each record, five times at once and then one a minute. */
  const checks = createRateLimit(ctx.clock, 5, 60);

  handle(http, auditoria.listarAuditoria, async ({ caller, query }) => {
    const { antesDe, limite } = query;
    const before = antesDe === undefined ? undefined : Number(antesDe);
    const { rows, hayMas } = await service.listEntradas(ctx, recordOf(caller), query, before, limite);
    return { entradas: rows.map(entradaView), hayMas };
  });

  handle(http, auditoria.auditoriaCsv, async ({ caller, query, request }) => {
    const rows = await service.exportEntradas(ctx, recordOf(caller), query, actorOf(caller, request));
    const today = formatISODate(formatFecha(ctx.clock.now().getTime()));
    return { bytes: entradasCsv(rows), contentType: 'text/csv; charset=utf-8', fileName: `auditoria-${today}.csv` };
  });

  handle(http, auditoria.verificarAuditoria, async ({ caller }) => {
    const record = recordOf(caller);
    checks.take(record);
    const { entries, last, broken } = await verifyChain(ctx, record);
    return {
      integra: broken === undefined,
      entradas: entries,
      ultima: last?.toISOString() ?? null,
      plataforma: fingerprintOf(ctx.seals.publicKey),
    };
  });
}
