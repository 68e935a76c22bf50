import { firmado as contract } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { createDesk } from '../../heavy/desk.ts';
import { actorOf } from '../../http/caller.ts';
import { type Http, handle } from '../../http/register.ts';
import { signFile } from './service.ts';

/** Threads of their own, for PDF of any size: reading one is work, and takes no place of the fiscal documents. */
const deskOfFiles = { smallUpTo: -1, atOnce: 2, mayWait: 8, workingMs: 8_000, startingMs: 30_000, heapMb: 384 };

/** Serves the signing of files. */
export function firmadoRoutes(http: Http, ctx: Context): void {
  const desk = createDesk(deskOfFiles);
  http.fastify.addHook('onClose', () => desk.close());

  handle(http, contract.firmarDocumento, ({ caller, form, request }) =>
    signFile({ ...ctx, files: desk }, caller.empresaId, form, actorOf(caller, request)),
  );
}
