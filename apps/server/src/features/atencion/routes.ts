import { atencion } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';
import { listAvisos } from './service.ts';

/** Serves the notices of things that need attention. */
export function atencionRoutes(http: Http, ctx: Context): void {
  handle(http, atencion.paraAtender, ({ caller }) => listAvisos(ctx, caller.empresaId));
}
