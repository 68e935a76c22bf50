import { demostracion } from '@timbre/contract';
import { type Http, handle } from '../../platform/http/register.ts';
import { actorOf } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { replaceDemo, viewDemo } from './service.ts';

/** Serves the state of the demonstration, and its replacement by a new one. */
export function demostracionRoutes(http: Http, ctx: Context): void {
  handle(http, demostracion.verDemostracion, () => viewDemo(ctx));
  handle(http, demostracion.restablecerDemostracion, async ({ caller, request }) => {
    await replaceDemo(ctx, actorOf(caller, request));
    return undefined;
  });
}
