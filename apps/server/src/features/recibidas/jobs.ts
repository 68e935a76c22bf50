import { lookUpHandler } from '../../domain/received/look-up.ts';
import { receiversOf } from '../../domain/received/receivers.ts';
import { answerHandler } from '../../domain/received/send-answer.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';

/** Jobs for received documents: the DGII is asked about them, and the company's commercial answers are sent. */
export const jobs = (ctx: Context): readonly JobHandler[] => [lookUpHandler(ctx), answerHandler(ctx, receiversOf(ctx))];
