import { soporte } from '@timbre/contract';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { platformRecord } from '../../platform/events/events.ts';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { supportBundle } from './service.ts';

/** Serves the support bundle to the platform's administrator. */
export function soporteRoutes(http: Http, ctx: Context): void {
  /** It runs the check of the numbers: three at once and then one a minute. */
  const bundles = createRateLimit(ctx.clock, 3, 60);

  handle(http, soporte.paqueteDeSoporte, async ({ caller, request }) => {
    bundles.take(platformRecord);
    const { bytes, name } = await supportBundle(ctx, actorOf(caller, request));
    return { bytes, contentType: 'application/zip', fileName: name };
  });
}
