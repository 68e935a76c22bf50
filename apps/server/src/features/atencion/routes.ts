import { atencion } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { type Http, handle } from '../../http/register.ts';
import { listAvisos } from './service.ts';

/** What asks for attention. */
export function atencionRoutes(http: Http, ctx: Context): void {
  handle(http, atencion.paraAtender, ({ caller }) => listAvisos(ctx, caller.empresaId));
}
