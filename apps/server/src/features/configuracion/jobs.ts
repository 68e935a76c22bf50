import type { AuthorityClient } from '@timbre/authority';
import { voidHandler } from '../../domain/comprobantes/voiding/send-void.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';

/** What is done later with the numbers of a company: annulments of unused ones are sent. */
export const jobs = (ctx: Context, authority: AuthorityClient): readonly JobHandler[] => [voidHandler(ctx, authority)];
