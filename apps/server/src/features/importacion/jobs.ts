import { rehearseHandler } from '../../domain/comprobantes/rehearsal/rehearse.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { processHandler } from './libro/process.ts';
import { reviewHandler } from './review.ts';
import { signHandler } from './sign.ts';

/** The jobs for a workbook: it is read, its documents are signed or rehearsed, and those that wait are judged again. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  processHandler(ctx),
  signHandler(ctx),
  reviewHandler(ctx),
  rehearseHandler(ctx),
];
