import { recibidas as contract } from '@timbre/contract';
import { answerReceived } from '../../domain/received/answer.ts';
import {
  countReceived,
  findReceived,
  listReceived,
  listRefusals,
  placeOf,
  type ReceivedFilter,
} from '../../domain/received/list-repo.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf, demandSelf } from '../../platform/input/caller.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { demandOwnRnc } from '../empresa/service.ts';
import { acuseOfReceived, printReceived, receiveFile, viewReceived, xmlOfAnswer, xmlOfReceived } from './service.ts';
import { noRecibidaView, recibidaView } from './view.ts';

/** @source specification 001 §9, "Received invoices" */
const usualPageSize = 10;
const mostCounted = 1_000;

/** Serves the documents that other issuers sent to the company. */
export function recibidasRoutes(http: Http, ctx: Context): void {
  const { db } = ctx;

  handle(http, contract.listarRecibidas, async ({ caller, query, reply }) => {
    const { empresaId } = caller;
    const { pageSize = usualPageSize, orden = 'recientes', cursor, userId, apiKey: _, rncComprador, ...rest } = query;
    demandSelf(caller, userId);
    const rnc = await demandOwnRnc(ctx, caller, rncComprador);
    const after = cursor === undefined ? undefined : readCursor(cursor, valuesOf(orden));
    const filter = rest as ReceivedFilter;
    const { rows, counted } = await db.tenant(empresaId, async (tx) => {
      const [rows, counted] = await Promise.all([
        listReceived(tx, empresaId, filter, orden, after, pageSize + 1),
        countReceived(tx, empresaId, filter, mostCounted + 1),
      ]);
      return { rows, counted };
    });
    if (rows.length > pageSize) reply.header('x-siguiente', writeCursor(placeOf(rows[pageSize - 1]!, orden)));
    return {
      data: rows.slice(0, pageSize).map((row) => recibidaView(row, rnc)),
      totalItems: Math.min(counted, mostCounted),
      hayMas: counted > mostCounted,
    };
  });

  handle(http, contract.listarNoRecibidas, async ({ caller }) =>
    (await db.tenant(caller.empresaId, (tx) => listRefusals(tx, caller.empresaId))).map(noRecibidaView),
  );
  handle(http, contract.subirRecibida, ({ caller, form }) => receiveFile(ctx, caller.empresaId, form.files.xml));
  handle(http, contract.verRecibida, ({ caller, params }) => viewReceived(ctx, caller.empresaId, params.id));
  handle(http, contract.xmlRecibida, ({ caller, params }) => xmlOfReceived(ctx, caller.empresaId, params.id));
  handle(http, contract.acuseRecibida, ({ caller, params }) => acuseOfReceived(ctx, caller.empresaId, params.id));
  handle(http, contract.xmlDeRespuesta, ({ caller, params }) =>
    xmlOfAnswer(ctx, caller.empresaId, params.id, params.respuesta),
  );
  handle(http, contract.pdfRecibida, ({ caller, params }) => printReceived(ctx, caller.empresaId, params.id));

  handle(http, contract.responderRecibida, async ({ caller, params, body, request }) => {
    const { empresaId } = caller;
    const answer = { aprobada: body.estado === 'aceptada', motivo: body.motivo?.trim() || undefined };
    const { aunquePresentado } = body;
    await answerReceived(ctx, empresaId, params.id, { ...answer, aunquePresentado, ...actorOf(caller, request) });
    const row = await db.tenant(empresaId, (tx) => findReceived(tx, empresaId, params.id));
    return recibidaView(row!, (await ctx.issuers.of(empresaId)).rnc);
  });
}
