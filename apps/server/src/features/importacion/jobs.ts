import { rehearseHandler } from '../../domain/comprobantes/rehearsal/rehearse.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { processHandler } from './libro/process.ts';
import { signHandler } from './sign.ts';

/** The jobs for a workbook: it is read, and its documents are signed or rehearsed. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  processHandler(ctx),
  signHandler(ctx),
  rehearseHandler(ctx),
];
