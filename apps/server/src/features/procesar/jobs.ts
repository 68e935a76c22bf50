import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { processHandler } from './run.ts';

/** The job that reads the documents of the accounting program. A month may have tens of thousands of them. */
export const jobs = (ctx: Context): readonly JobHandler[] => [processHandler(ctx)];
