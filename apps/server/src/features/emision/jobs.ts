import type { AuthorityClient } from '@timbre/authority';
import { createDelivery } from '../../comprobantes/sending/delivery.ts';
import { sendHandler } from '../../comprobantes/sending/sender.ts';
import type { Context } from '../../context.ts';
import type { JobHandler } from '../../jobs/runner.ts';

/** What is done later with an issued document: it is sent. */
export const jobs = (ctx: Context, authority: AuthorityClient): readonly JobHandler[] => [
  sendHandler(ctx, createDelivery(authority)),
];
