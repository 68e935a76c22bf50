import { deliveryHandler } from '../../domain/received/deliver.ts';
import { deliverAcceptedHandler } from '../../domain/received/deliver-accepted.ts';
import { receiversOf } from '../../domain/received/receivers.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';

/** What is done later with an accepted invoice: it is delivered to its buyer, asked for by a person or by itself. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  deliverAcceptedHandler(ctx),
  deliveryHandler(ctx, receiversOf(ctx)),
];
