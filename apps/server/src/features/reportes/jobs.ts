import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { reportHandler } from './generate/generate.ts';

/** The job that generates reports: their documents may have to be read first. */
export const jobs = (ctx: Context): readonly JobHandler[] => [reportHandler(ctx)];
