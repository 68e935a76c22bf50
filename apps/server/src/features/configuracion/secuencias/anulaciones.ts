import { configuracion } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { Static } from 'typebox';
import { endsOf } from '../../../domain/comprobantes/voiding/tell.ts';
import { settleVoid, viewVoidable, voidRange } from '../../../domain/comprobantes/voiding/void-range.ts';
import { type AnulacionRow, findAnulacion, listAnulaciones } from '../../../domain/comprobantes/voiding/void-repo.ts';
import { type Http, handle } from '../../../platform/http/register.ts';
import { actorOf } from '../../../platform/input/caller.ts';
import type { Context } from '../../context.ts';
import { demandRangeOfECF } from './service.ts';

const mostRuns = 100;
const annulmentsPage = 50;

/** Serves the annulment of unused numbers. */
export function anulacionesRoutes(http: Http, ctx: Context): void {
  const { db } = ctx;

  handle(http, configuracion.anulables, async ({ caller, params }) => {
    const { runs, total, impedimento } = await viewVoidable(ctx, caller.empresaId, params.id, mostRuns + 1);
    return { cantidad: total, tramos: runs.slice(0, mostRuns), hayMas: runs.length > mostRuns, impedimento };
  });

  handle(http, configuracion.anularNumeros, async ({ caller, params, body, request }) =>
    anulacionView(await voidRange(ctx, caller.empresaId, params.id, body, actorOf(caller, request))),
  );

  handle(http, configuracion.listarAnulaciones, ({ caller: { empresaId }, params, query }) =>
    db.tenant(empresaId, async (tx) => {
      await demandRangeOfECF(tx, empresaId, params.id);
      const rows = await listAnulaciones(tx, empresaId, params.id, query.antesDe, annulmentsPage + 1);
      return {
        anulaciones: rows.slice(0, annulmentsPage).map(anulacionView),
        hayMas: rows.length > annulmentsPage,
      };
    }),
  );

  handle(http, configuracion.xmlDeAnulacion, ({ caller: { empresaId }, params }) =>
    db.tenant(empresaId, async (tx) => {
      const row = (await findAnulacion(tx, empresaId, params.id)) ?? refuse('recurso/no-encontrado');
      return { bytes: row.xml, fileName: `anulacion_${endsOf(row).desde}.xml` };
    }),
  );

  handle(http, configuracion.asentarAnulacion, async ({ caller, params, body, request }) =>
    anulacionView(await settleVoid(ctx, caller.empresaId, params.id, body.anulados, actorOf(caller, request))),
  );
}

function anulacionView(row: AnulacionRow): Static<typeof configuracion.AnulacionDeRango> {
  const { id, desde, hasta, cantidad, codigo_608: codigo608, estado, mensajes, por } = row;
  const ends = endsOf(row);
  return {
    id,
    desde,
    hasta,
    eNCFDesde: ends.desde,
    eNCFHasta: ends.hasta,
    cantidad,
    codigo608,
    estado,
    mensajes,
    por,
    firmada: row.firmada.toISOString(),
    cambiada: row.cambiada.toISOString(),
    asentadaPor: row.asentada_por,
  };
}
