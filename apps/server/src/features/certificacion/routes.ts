import { certificacion as contract } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { finish, saveProgress, viewProgress } from './service.ts';

/** Serves the progress of the certification. */
export function certificacionRoutes(http: Http, ctx: Context): void {
  handle(http, contract.verCertificacion, ({ caller }) => viewProgress(ctx, caller.empresaId));
  handle(http, contract.guardarCertificacion, ({ caller, request, body }) =>
    saveProgress(ctx, caller.empresaId, actorOf(caller, request), body.pasos),
  );
  handle(http, contract.completarCertificacion, ({ caller, request }) =>
    finish(ctx, caller.empresaId, actorOf(caller, request)),
  );
}
