import type { Context } from '../../context.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { deliveryHandler } from '../../recibidos/deliver.ts';
import { deliverAcceptedHandler } from '../../recibidos/deliver-accepted.ts';
import { receiversOf } from '../../recibidos/receivers.ts';

/** What is done later with an accepted invoice: it is delivered to its buyer, asked for by a person or by itself. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  deliverAcceptedHandler(ctx),
  deliveryHandler(ctx, receiversOf(ctx)),
];
