import { aprobacionComercial as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { forgetRehearsal, rehearseSending, rehearseSigning } from '../../domain/received/rehearse-approvals.ts';
import { loadApprovals, sendApprovals, signApprovals, unsignedXml } from '../../domain/received/workbook-approvals.ts';
import {
  countApprovals,
  dropUnsent,
  findApproval,
  listApprovals,
} from '../../domain/received/workbook-approvals-repo.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { approvalView } from './view.ts';

const usualPageSize = 50;

/** Serves the commercial approvals that come from a workbook. */
export function aprobacionComercialRoutes(http: Http, ctx: Context): void {
  const { db, issuers } = ctx;
  const ambienteOf = async (empresaId: string) => (await issuers.of(empresaId)).ambiente;

  handle(http, contract.cargarAprobaciones, ({ caller, form }) => {
    const { archivo } = form.files;
    if (!/\.(xlsx|xls)$/i.test(archivo.name))
      refuse('archivo/tipo', `«${archivo.name}» no termina en .xlsx ni en .xls`);
    return loadApprovals(ctx, caller.empresaId, archivo.bytes);
  });

  handle(http, contract.listarAprobaciones, async ({ caller: { empresaId }, query }) => {
    const { limit = usualPageSize, cursor, ensayo = false } = query;
    const after = cursor === undefined ? -1 : readCursor(cursor, valuesOf('recientes')).orden;
    const ambiente = await ambienteOf(empresaId);
    const [rows, counts] = await db.tenant(empresaId, (tx) =>
      Promise.all([
        listApprovals(tx, empresaId, ambiente, after, limit + 1),
        countApprovals(tx, empresaId, ambiente, ensayo),
      ]),
    );
    const page = rows.slice(0, limit);
    return {
      aprobaciones: page.map((row) => approvalView(row, ensayo)),
      siguiente: rows.length > limit ? writeCursor({ orden: page.at(-1)!.orden }) : null,
      totales: {
        total: counts.total,
        firmados: counts.firmados,
        enviados: counts.enviados,
        pendientes: counts.total - counts.enviados,
        conErrores: counts.con_errores,
        aceptadas: counts.aceptadas,
        rechazadas: counts.rechazadas,
        sinConfirmar: counts.sin_confirmar,
      },
    };
  });

  handle(http, contract.firmarAprobaciones, async ({ caller, body }) => ({
    firmadas: await (body.ensayo ? rehearseSigning : signApprovals)(ctx, caller.empresaId, body.ids),
  }));

  handle(http, contract.enviarAprobaciones, async ({ caller, body, request }) => ({
    enviadas: body.ensayo
      ? await rehearseSending(ctx, caller.empresaId, body.ids)
      : await sendApprovals(
          ctx,
          caller.empresaId,
          { ...actorOf(caller, request), aunquePresentado: body.aunquePresentado },
          body.ids,
        ),
  }));

  handle(http, contract.xmlDeAprobacion, async ({ caller, params }) => {
    const row = await db.tenant(caller.empresaId, (tx) => findApproval(tx, caller.empresaId, params.id));
    if (row === undefined) return refuse('recurso/no-encontrado');
    return {
      bytes: row.xml ?? unsignedXml(row.detalle),
      fileName: `aprobacion_${row.rnc_emisor}_${row.encf}.xml`,
    };
  });

  handle(http, contract.olvidarEnsayoDeAprobaciones, async ({ caller: { empresaId } }) => {
    await forgetRehearsal(ctx, empresaId);
    return undefined;
  });

  handle(http, contract.quitarAprobaciones, async ({ caller: { empresaId } }) => {
    const ambiente = await ambienteOf(empresaId);
    await db.tenant(empresaId, (tx) => dropUnsent(tx, empresaId, ambiente));
    return undefined;
  });
}
