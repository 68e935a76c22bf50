import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { processHandler } from './run.ts';

/** Documents of the accounting program are read later: a month may have tens of thousands. */
export const jobs = (ctx: Context): readonly JobHandler[] => [processHandler(ctx)];
