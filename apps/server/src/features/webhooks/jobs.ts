import { isLocalOnly } from '../../domain/config.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { type Caller, createCaller } from './call.ts';
import { collectHandler } from './collect.ts';
import { deliverHandler } from './deliver.ts';
import { warnHandler } from './warnings.ts';

/**
 * The caller of destinations. With the simulator, on a server that only this machine reaches, it may call this machine
 * too.
 */
export const callerOf = ({ config }: Context): Caller =>
  createCaller({ allowLoopback: config.authority === 'simulador' && isLocalOnly(config) });

/** The jobs of webhooks: making deliveries from the record, sending them, and checking expiries. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  collectHandler(ctx),
  deliverHandler(ctx, callerOf(ctx)),
  warnHandler(ctx),
];
