import { emision as contract } from '@timbre/contract';
import type { Context } from '../../context.ts';
import { type Http, handle } from '../../http/register.ts';
import { createEmitter } from './emit.ts';

/** Serves the emission of documents by programs. */
export function emisionRoutes(http: Http, context: Context): void {
  const emitter = createEmitter(context);
  handle(http, contract.enviarFactura, ({ caller, body, headers }) =>
    emitter.emit(caller.empresaId, body, headers?.['idempotency-key']),
  );
}
