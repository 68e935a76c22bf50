import { aprobaciones } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import type { DecidedBefore } from '../../domain/companies/environment-requests-repo.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import * as service from './service.ts';
import { decididaView, solicitudView } from './view.ts';

/** Serves the pending requests to the platform's administrator. */
export function aprobacionesRoutes(http: Http, ctx: Context): void {
  handle(http, aprobaciones.solicitudesPendientes, async () => {
    const now = ctx.clock.now();
    return (await service.listPending(ctx)).map((waiting) => solicitudView(waiting, now));
  });

  handle(http, aprobaciones.solicitudesDecididas, async ({ query }) => {
    const before = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const { page, next } = await service.listDecided(ctx, before, query.limite);
    return { solicitudes: page.map(decididaView), siguiente: next === undefined ? null : writeCursor(next) };
  });

  handle(http, aprobaciones.aprobarSolicitud, async ({ caller, params, request }) => ({
    invitacion: (await service.approve(ctx, params.id, actorOf(caller, request))) ?? null,
  }));

  handle(http, aprobaciones.rechazarSolicitud, async ({ caller, params, body, request }) => {
    await service.reject(ctx, params.id, body.motivo?.trim(), actorOf(caller, request));
    return undefined;
  });
}

/** A cursor for the next page, opaque to callers. */
const writeCursor = ({ resuelta, id }: DecidedBefore): string =>
  Buffer.from(`${resuelta.getTime()} ${id}`).toString('base64url');

function readCursor(cursor: string): DecidedBefore {
  const [, ms, id] =
    /^(\d{1,14}) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(
      Buffer.from(cursor, 'base64url').toString('latin1'),
    ) ?? [];
  if (ms === undefined || id === undefined) refuse('peticion/invalida', 'El cursor no es de esta lista');
  return { resuelta: new Date(Number(ms)), id };
}
