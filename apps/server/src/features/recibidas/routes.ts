import { recibidas as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { ReceivedFilter } from '../../domain/received/list-repo.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { demandOwnRnc, demandOwnUser } from '../empresa/service.ts';
import {
  acuseOfReceived,
  answer,
  pageOfReceived,
  printReceived,
  receiveFile,
  viewReceived,
  viewRefusals,
  xmlOfAnswer,
  xmlOfReceived,
} from './service.ts';
import { recibidaView } from './view.ts';

/** @source specification 001 §9, "Received invoices" */
const usualPageSize = 10;

/** Serves the documents that other issuers sent to the company. */
export function recibidasRoutes(http: Http, ctx: Context): void {
  handle(http, contract.listarRecibidas, async ({ caller, query, reply }) => {
    const { empresaId } = caller;
    const { orden = 'recientes', cursor, page = 1, pageSize = usualPageSize } = query;
    const { userId, rncComprador, sinXml = false } = query;
    await demandOwnUser(ctx, caller, userId);
    if (cursor !== undefined && page > 1) refuse('peticion/invalida', 'Envíe «page» o «cursor», no ambos');
    const rnc = await demandOwnRnc(ctx, caller, rncComprador);
    const after = cursor === undefined ? undefined : readCursor(cursor, valuesOf(orden));
    const asked = { filter: query as ReceivedFilter, orden, after, skip: (page - 1) * pageSize, pageSize, sinXml };
    const { rows, files, next, ...counts } = await pageOfReceived(ctx, empresaId, asked);
    if (next !== undefined) reply.header('x-siguiente', writeCursor(next));
    return { data: rows.map((row) => ({ ...recibidaView(row, rnc), ...files?.get(row.id) })), ...counts };
  });

  handle(http, contract.listarNoRecibidas, ({ caller }) => viewRefusals(ctx, caller.empresaId));
  handle(http, contract.subirRecibida, ({ caller, form }) => receiveFile(ctx, caller.empresaId, form.files.xml));
  handle(http, contract.verRecibida, ({ caller, params }) => viewReceived(ctx, caller.empresaId, params.id));
  handle(http, contract.xmlRecibida, ({ caller, params }) => xmlOfReceived(ctx, caller.empresaId, params.id));
  handle(http, contract.acuseRecibida, ({ caller, params }) => acuseOfReceived(ctx, caller.empresaId, params.id));
  handle(http, contract.xmlDeRespuesta, ({ caller, params }) =>
    xmlOfAnswer(ctx, caller.empresaId, params.id, params.respuesta),
  );
  handle(http, contract.pdfRecibida, ({ caller, params }) => printReceived(ctx, caller.empresaId, params.id));

  handle(http, contract.responderRecibida, ({ caller, params, body, request }) =>
    answer(ctx, caller.empresaId, params.id, body, actorOf(caller, request)),
  );
}
