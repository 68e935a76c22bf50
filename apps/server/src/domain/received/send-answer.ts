import { AuthorityUnreachable, type Receivers, type SignedFile } from '@timbre/authority';
import { type Job, StaleLease } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Core } from '../comprobantes/core.ts';
import { beginTry, type EndedTry, endTry, pendingOf, type ToSend } from './answers-repo.ts';
import { ANSWER } from './approval.ts';
import { directoryEveryMs, directoryForMs, findAddress, retryMs } from './find-address.ts';
import type { Destino } from './tables.ts';
import { tellChange } from './topic.ts';
import { unreachableText } from './unreachable-text.ts';

/** The services that a sending uses. */
type Sender = Pick<Core, 'db' | 'clock' | 'config' | 'queue' | 'signals' | 'issuers' | 'authority'>;

/** The result of one exchange. */
type Reply = Pick<EndedTry, 'resultado' | 'respuesta'>;

/**
 * Sends commercial answers to the DGII and to the issuer, each until it has answered. A try is recorded before its
 * bytes leave. After a try whose outcome is unknown the same bytes are sent again; a refusal then leaves the sending
 * unconfirmed, since the first try may have arrived (docs/design/wire-and-outages.md#unknown-outcomes).
 */
export function answerHandler(ctx: Sender, receivers: Receivers): JobHandler {
  return {
    clase: ANSWER,
    concurrency: 8,
    async handle(empresaId, all) {
      for (const job of all) await handleOne(ctx, receivers, empresaId, job);
    },
  };
}

/** Sends an answer to each destination that it waits for, and settles its job. */
async function handleOne(ctx: Sender, receivers: Receivers, empresaId: string, job: Job): Promise<void> {
  const { db, clock, queue } = ctx;
  const answer = await db.tenant(empresaId, (tx) => pendingOf(tx, empresaId, job.sujeto));
  const states: EndedTry['estado'][] = [];
  for (const destino of answer?.destinos ?? [])
    states.push(await send(ctx, receivers, empresaId, job, answer!, destino));
  const now = clock.now().getTime();
  const isYoung = answer !== undefined && now - answer.firmada.getTime() < directoryForMs;
  const waitMs = states.includes('pendiente')
    ? retryMs(job.intentos)
    : states.includes('sin_direccion') && isYoung
      ? directoryEveryMs
      : undefined;
  await db.system((tx) =>
    waitMs === undefined ? queue.finish(tx, [job]) : queue.reschedule(tx, [job], new Date(now + waitMs)),
  );
}

/** Records the try, sends, records the end. */
async function send(
  ctx: Sender,
  receivers: Receivers,
  empresaId: string,
  job: Job,
  answer: ToSend,
  destino: Destino,
): Promise<EndedTry['estado']> {
  const { db, clock, queue } = ctx;
  const id = job.sujeto;
  const { numero, dudoso } = await db.tenant(empresaId, async (tx) => {
    await queue.hold(tx, [job]);
    return beginTry(tx, empresaId, id, destino, clock.now());
  });
  if (!queue.isLeased(job)) throw new StaleLease(`${ANSWER}: the lease ran out before the talk`);
  const { xml, encf } = answer;
  const { rnc } = await ctx.issuers.of(empresaId);
  const file = { fileName: `${rnc}${encf}.xml`, xml };
  const sent =
    destino === 'dgii' ? toDGII(ctx, empresaId, answer, file) : toIssuer(ctx, receivers, empresaId, answer, file);
  const reply = await sent.catch(failed(destino));
  const estado = stateAfter(reply.resultado, dudoso);
  await db.tenant(empresaId, async (tx) => {
    await queue.hold(tx, [job]);
    await endTry(tx, empresaId, id, { destino, numero, estado, ...reply }, clock.now());
    tellChange(ctx, tx, empresaId);
  });
  return estado;
}

async function toDGII(
  { authority }: Pick<Core, 'authority'>,
  empresaId: string,
  { ambiente }: ToSend,
  file: SignedFile,
): Promise<Reply> {
  const answer = await authority.aprobacionComercial({ empresa: empresaId, ambiente }, file);
  const respuesta = answer.mensajes.map(({ valor }) => valor).join('; ') || null;
  const isTaken = answer.kind === 'verdict' && answer.estado !== 'rechazado';
  return { resultado: isTaken ? 'enviada' : 'rechazada', respuesta };
}

async function toIssuer(
  ctx: Sender,
  receivers: Receivers,
  empresaId: string,
  { ambiente, rnc_emisor: rnc }: ToSend,
  file: SignedFile,
): Promise<Reply> {
  const entry = await findAddress(ctx, { empresa: empresaId, ambiente }, rnc);
  if (entry === undefined || entry.urlAceptacion === '')
    return { resultado: 'sin_direccion', respuesta: `El directorio de la DGII no tiene la dirección de ${rnc}` };
  const reply = await receivers.aprobacion(empresaId, entry, file);
  return reply.kind === 'aceptada'
    ? { resultado: 'enviada', respuesta: null }
    : { resultado: 'rechazada', respuesta: reply.detalle || 'El emisor no la recibió' };
}

function stateAfter(resultado: EndedTry['resultado'], dudoso: boolean): EndedTry['estado'] {
  if (resultado === 'no_enviada' || resultado === 'desconocido') return 'pendiente';
  return resultado === 'rechazada' && dudoso ? 'sin_confirmar' : resultado;
}

/** A transmission failure as the end of a try; other errors are thrown. */
const failed =
  (destino: Destino) =>
  (error: unknown): Reply => {
    if (!(error instanceof AuthorityUnreachable)) throw error;
    const respuesta = destino === 'dgii' ? error.message : unreachableText(error);
    return { resultado: error.outcome === 'unknown' ? 'desconocido' : 'no_enviada', respuesta };
  };
