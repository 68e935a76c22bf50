import type { Context } from '../../context.ts';
import type { Http } from '../../http/register.ts';
import { liveRoutes } from './live-routes.ts';

/** Serves the reports. */
export function reportesRoutes(http: Http, ctx: Context): void {
  liveRoutes(http, ctx, async function* () {});
}
