import { isLocalOnly } from '../../domain/config.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { type Caller, createCaller } from './call.ts';
import { collectHandler } from './collect.ts';
import { deliverHandler } from './deliver.ts';
import { warnHandler } from './warnings.ts';

/** What calls destinations: beside the simulator, on a server that only this machine reaches, also those on this machine. */
export const callerOf = ({ config }: Context): Caller =>
  createCaller({ allowLoopback: config.authority === 'simulador' && isLocalOnly(config) });

/** What is done later: deliveries are made of the record, and sent; what expires is looked for. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  collectHandler(ctx),
  deliverHandler(ctx, callerOf(ctx)),
  warnHandler(ctx),
];
