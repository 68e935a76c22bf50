import { join } from 'node:path';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { Job, Queue } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import { htmlOf, plainOf } from './body.ts';
import type { MailConfig } from './mail-config.ts';
import { bodyOf, DELIVER, ownerOf } from './outbox.ts';
import { type Attachment, folderPost, NotNow, type Post, type Posted, smtpPost } from './post.ts';
import { type CorreoRow, endCorreo, findPending, noteCorreo } from './repo.ts';

interface Services {
  readonly config: MailConfig;
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly queue: Queue;
}

/** Loads the attachments of a document's message. @throws Problem if they cannot be made */
type AttachmentsOf = (empresaId: string, documentoId: string) => Promise<readonly Attachment[]>;

const [firstMs, mostMs, giveUpMs] = [60_000, 60 * 60_000, 72 * 60 * 60_000];
const mostBytes = 15 * 1024 * 1024;

/** The delay after a failed try: a minute, doubling to an hour. */
const retryAfterMs = (intentos: number): number => Math.min(mostMs, firstMs * 2 ** Math.min(intentos - 1, 10));

/** The folder where mail is stored if there is no mail server. */
const mailFolderOf = ({ dataDir }: Pick<MailConfig, 'dataDir'>): string => join(dataDir, 'correo');

/**
 * Delivers messages: to the mail server or, without one, to the data folder. Retries for three days. If a process dies
 * between handing a message over and recording it, the message is handed over again with the same Message-ID.
 */
export function mailHandler(ctx: Services, attachmentsOf: AttachmentsOf): JobHandler {
  const { smtp } = ctx.config;
  const post = smtp === undefined ? folderPost(mailFolderOf(ctx.config)) : smtpPost(smtp);
  return {
    clase: DELIVER,
    concurrency: 4,
    async handle(_empresaId, jobs) {
      await Promise.all(jobs.map((job) => deliver(ctx, post, attachmentsOf, job)));
    },
  };
}

async function deliver(ctx: Services, post: Post, attachmentsOf: AttachmentsOf, job: Job): Promise<void> {
  const { db, queue, clock } = ctx;
  const row = await db.system((tx) => findPending(tx, ownerOf(job), job.sujeto));
  if (row === undefined) return db.system((tx) => queue.finish(tx, [job]));
  try {
    const posted = await postRow(ctx, post, attachmentsOf, job, row);
    failpoint('mail-posted');
    await end(ctx, job, row, posted);
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
    const now = clock.now();
    if (now.getTime() - row.creado.getTime() > giveUpMs)
      return end(ctx, job, row, { estado: 'fallido', detalle: `No se pudo en tres días: ${error.message}` });
    await db.system(async (tx) => {
      await noteCorreo(tx, row, error.message);
      await queue.reschedule(tx, [job], new Date(now.getTime() + retryAfterMs(job.intentos)));
    });
  }
}

const end = ({ db, queue, clock }: Services, job: Job, row: CorreoRow, posted: Posted): Promise<void> =>
  db.system(async (tx) => {
    const detalle = 'detalle' in posted ? posted.detalle : null;
    await endCorreo(tx, row, { estado: posted.estado, detalle, terminado: clock.now() });
    await queue.finish(tx, [job]);
  });

async function postRow(
  ctx: Services,
  post: Post,
  attachmentsOf: AttachmentsOf,
  job: Job,
  row: CorreoRow,
): Promise<Posted> {
  const attachments = row.documento_id === null ? [] : await attachmentsOf(row.empresa_id, row.documento_id);
  if (attachments.reduce((sum, { content }) => sum + content.length, 0) > mostBytes)
    return { estado: 'fallido', detalle: 'El comprobante es demasiado grande para un correo' };
  const body = bodyOf(ctx, row);
  if (!ctx.queue.isLeased(job)) throw new NotNow('Lo tomó otro proceso');
  return post({
    id: row.id,
    from: { name: row.nombre || 'Timbre', address: ctx.config.mailFrom },
    to: row.para,
    replyTo: row.responder_a,
    subject: row.asunto,
    date: row.creado,
    text: plainOf(body),
    html: htmlOf(body),
    attachments,
  });
}
