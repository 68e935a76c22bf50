import { AuthorityUnreachable, offers, readShown, type ShownDocument } from '@timbre/authority';
import { compare, decimal, parseDecimal } from '@timbre/values';
import type { NewEvent } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { createRateLimit } from '../companies/rate-limit.ts';
import type { Core } from '../comprobantes/core.ts';
import { type LookUpKey, lookUpKeys, type NowConfirmed, storeEstadosDGII } from './look-up-repo.ts';
import { tellChange } from './topic.ts';

/** The class of the job that asks the DGII about a received document; its subject is the document. */
export const LOOK_UP = 'recibido-dgii';

const minuteMs = 60_000;
/**
 * The issuer may send a document to its buyer before the DGII has it: the DGII is asked again, at growing intervals,
 * for three days.
 */
const againMs = (intentos: number): number => Math.min(6 * 60 * minuteMs, minuteMs * 2 ** Math.min(intentos, 9));
const askForMs = 3 * 24 * 60 * minuteMs;

/**
 * Limit of questions of one company to the DGII about received documents: this many at once, and ten more each second.
 */
const pace = { burst: 2_000, perTokenS: 0.1 };
/** Delay of a question that exceeds the limit. */
const laterMs = minuteMs;

const final: ReadonlySet<string> = new Set(['aceptado', 'aceptado_condicional', 'rechazado']);

/**
 * Asks the DGII about received documents. A signature proves that a document is unaltered; only the DGII can determine
 * whether its signer may sign for the issuer.
 */
export function lookUpHandler(ctx: Core): JobHandler {
  const turns = createRateLimit(ctx.clock, pace.burst, pace.perTokenS);
  return {
    clase: LOOK_UP,
    concurrency: 64,
    async handle(empresaId, due) {
      const jobs = due.filter(() => turns.takes(empresaId));
      const others = due.filter((job) => !jobs.includes(job));
      const { asked, now } = await askAll(ctx, empresaId, jobs);
      await store(ctx, empresaId, asked, others, now);
    },
  };
}

/** The answer of the DGII about the document of a job, and whether it need not be asked again. */
interface Asked {
  readonly job: Job;
  readonly estado: string | null | undefined;
  readonly isDone: boolean;
}

/** Asks about the documents of the jobs. @returns also when it began to ask */
async function askAll(ctx: Core, empresaId: string, jobs: readonly Job[]) {
  const ids = jobs.map(({ sujeto }) => sujeto);
  const keys = await ctx.db.tenant(empresaId, (tx) => lookUpKeys(tx, empresaId, ids));
  const { rnc } = await ctx.issuers.of(empresaId);
  const now = ctx.clock.now();
  const asked = await Promise.all(
    jobs.map(async (job): Promise<Asked> => {
      const key = keys.get(job.sujeto);
      const estado = await ask(ctx, empresaId, rnc, key);
      const isOld = key === undefined || now.getTime() - key.recibido.getTime() > askForMs;
      const isFinal = estado !== undefined && estado !== null && final.has(estado);
      return { job, estado, isDone: estado === null || isOld || key.tiene_otro || isFinal };
    }),
  );
  return { asked, now };
}

/**
 * Whether what the DGII shows of its document agrees with a document; what it does not show is not compared. The
 * security code has six characters, so somebody who makes enough signatures finds one that begins with those of another
 * document.
 */
function isShown(
  key: LookUpKey,
  { codigoSeguridad = key.codigo_seguridad, montoTotal = key.monto_total, totalITBIS = key.total_itbis }: ShownDocument,
): boolean {
  const isSame = (shown: string, own: string) => {
    const amount = parseDecimal(shown);
    return amount === undefined || compare(amount, decimal(own)) === 0;
  };
  return (
    codigoSeguridad === key.codigo_seguridad &&
    isSame(montoTotal, key.monto_total) &&
    isSame(totalITBIS, key.total_itbis)
  );
}

/**
 * The DGII's answer; undefined if it does not answer, null if it cannot be asked. The DGII has only one document of each
 * number.
 */
async function ask(
  { authority }: Core,
  empresaId: string,
  rnc: string,
  key: LookUpKey | undefined,
): Promise<string | null | undefined> {
  if (key === undefined || !offers('consultaEstado', key.ambiente)) return null;
  if (key.tiene_otro) return 'no_encontrado';
  const { ambiente, rnc_emisor: rncEmisor, encf: eNCF, codigo_seguridad: codigoSeguridad } = key;
  try {
    const query = { rncEmisor, eNCF, rncComprador: rnc, codigoSeguridad };
    const asked = await authority.consultaEstado({ empresa: empresaId, ambiente }, query);
    if (asked.kind === 'refused') return undefined;
    return isShown(key, readShown(asked.crudo)) ? asked.estado : 'no_encontrado';
  } catch (error) {
    if (error instanceof AuthorityUnreachable) return undefined;
    throw error;
  }
}

/** Stores the answers and settles the jobs; those without a turn are done later. */
async function store(
  ctx: Core,
  empresaId: string,
  asked: readonly Asked[],
  others: readonly Job[],
  now: Date,
): Promise<void> {
  const { db, queue, events } = ctx;
  const answers = asked.flatMap(({ job, estado }) => (estado ? [{ id: job.sujeto, estado }] : []));
  const done = asked.flatMap(({ job, isDone }) => (isDone ? [job] : []));
  await db.tenant(empresaId, async (tx) => {
    await queue.reschedule(tx, others, new Date(now.getTime() + laterMs), 'uncounted');
    const confirmed = await storeEstadosDGII(tx, empresaId, answers, now);
    if (answers.length > 0) tellChange(ctx, tx, empresaId);
    await queue.finish(tx, done);
    for (const { job, isDone } of asked)
      if (!isDone) await queue.reschedule(tx, [job], new Date(now.getTime() + againMs(job.intentos)));
    await events.append(tx, empresaId, confirmed.map(confirmedEvent));
  });
}

const confirmedEvent = ({ id, encf, rnc_emisor, razon_emisor, titular }: NowConfirmed): NewEvent => ({
  tipo: 'recibido.confirmado',
  sujeto: id,
  datos: { eNCF: encf, rncEmisor: rnc_emisor, razonEmisor: razon_emisor, firmadaPor: titular },
});
