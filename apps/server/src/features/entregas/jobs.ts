import { deliveryHandler } from '../../domain/received/deliver.ts';
import { deliverAcceptedHandler } from '../../domain/received/deliver-accepted.ts';
import { receiversOf } from '../../domain/received/receivers.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';

/** The jobs for accepted invoices: delivery to the buyer, requested by a person or automatic. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  deliverAcceptedHandler(ctx),
  deliveryHandler(ctx, receiversOf(ctx)),
];
