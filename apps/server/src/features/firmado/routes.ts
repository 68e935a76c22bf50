import { firmado as contract } from '@timbre/contract';
import { createDesk } from '../../domain/desk/desk.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { signFile } from './service.ts';

/** Every PDF, of any size, is read in a child process. */
const deskOfFiles = { smallUpTo: -1, workingMs: 8_000 };

/** Serves the signing of files. */
export function firmadoRoutes(http: Http, ctx: Context): void {
  const desk = createDesk(deskOfFiles);
  http.fastify.addHook('onClose', () => desk.close());

  handle(http, contract.firmarDocumento, ({ caller, form, request }) =>
    signFile({ ...ctx, files: desk }, caller, form, actorOf(caller, request)),
  );
}
