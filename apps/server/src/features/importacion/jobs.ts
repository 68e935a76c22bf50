import { rehearseHandler } from '../../comprobantes/rehearsal/rehearse.ts';
import type { Context } from '../../context.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { inCell } from './libro/in-cell.ts';
import { processHandler } from './process.ts';
import { signHandler } from './sign.ts';

/** What is done later with a workbook: it is read, and its documents are signed or rehearsed. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  processHandler(ctx),
  signHandler(ctx),
  rehearseHandler(ctx, inCell),
];
