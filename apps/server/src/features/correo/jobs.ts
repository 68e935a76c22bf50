import { mailHandler } from '../../domain/mail/deliver.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { warningHandler } from './avisos.ts';
import { attachmentsOf } from './documento.ts';
import { recoveryHandler } from './enlaces.ts';

/** Delivers mail, makes the requested links, and warns the companies. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  mailHandler(ctx, (empresaId, documentoId) => attachmentsOf(ctx, empresaId, documentoId)),
  recoveryHandler(ctx),
  warningHandler(ctx),
];
