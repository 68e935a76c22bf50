import type { AuthorityClient } from '@timbre/authority';
import { voidHandler } from '../../domain/comprobantes/voiding/send-void.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';

/** Jobs for the numbers of a company: they send annulments of unused numbers. */
export const jobs = (ctx: Context, authority: AuthorityClient): readonly JobHandler[] => [voidHandler(ctx, authority)];
