import { tasas } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { listQuarters, saveQuarter } from './service.ts';

/** Serves the rates of the specific excise to the platform's administrator. */
export function tasasRoutes(http: Http, ctx: Context): void {
  handle(http, tasas.listarTasas, () => listQuarters(ctx));

  handle(http, tasas.guardarTasas, ({ caller, params, body, request }) =>
    saveQuarter(ctx, params.trimestre, body, actorOf(caller, request)),
  );
}
