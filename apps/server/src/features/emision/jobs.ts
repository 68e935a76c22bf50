import type { AuthorityClient } from '@timbre/authority';
import { createDelivery } from '../../domain/comprobantes/sending/delivery.ts';
import { sendHandler } from '../../domain/comprobantes/sending/sender.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';

/** The job for issued documents: it sends them. */
export const jobs = (ctx: Context, authority: AuthorityClient): readonly JobHandler[] => [
  sendHandler(ctx, createDelivery(authority)),
];
