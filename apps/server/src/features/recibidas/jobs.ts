import type { Context } from '../../context.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { lookUpHandler } from '../../recibidos/look-up.ts';
import { receiversOf } from '../../recibidos/receivers.ts';
import { answerHandler } from '../../recibidos/send-answer.ts';

/** What is done later with a received document: the DGII is asked about it, and its commercial answer is sent. */
export const jobs = (ctx: Context): readonly JobHandler[] => [lookUpHandler(ctx), answerHandler(ctx, receiversOf(ctx))];
