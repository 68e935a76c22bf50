import { AuthorityUnreachable, offers } from '@timbre/authority';
import type { NewEvent } from '../../platform/events/events.ts';
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
  const { db, clock, queue, issuers, authority, events } = ctx;
  const turns = createRateLimit(clock, pace.burst, pace.perTokenS);

  /**
   * The DGII's answer; undefined if it does not answer, null if it cannot be asked. The DGII has only one document of
   * each number.
   */
  async function ask(empresaId: string, rnc: string, key: LookUpKey | undefined): Promise<string | null | undefined> {
    if (key === undefined || !offers('consultaEstado', key.ambiente)) return null;
    if (key.tiene_otro) return 'no_encontrado';
    const { ambiente, rnc_emisor: rncEmisor, encf: eNCF, codigo_seguridad: codigoSeguridad } = key;
    try {
      const query = { rncEmisor, eNCF, rncComprador: rnc, codigoSeguridad };
      const asked = await authority.consultaEstado({ empresa: empresaId, ambiente }, query);
      return asked.kind === 'refused' ? undefined : asked.estado;
    } catch (error) {
      if (error instanceof AuthorityUnreachable) return undefined;
      throw error;
    }
  }

  return {
    clase: LOOK_UP,
    concurrency: 64,
    async handle(empresaId, given) {
      const jobs = given.filter(() => turns.takes(empresaId));
      const others = given.filter((job) => !jobs.includes(job));
      const keys = await db.tenant(empresaId, (tx) =>
        lookUpKeys(
          tx,
          empresaId,
          jobs.map(({ sujeto }) => sujeto),
        ),
      );
      const { rnc } = await issuers.of(empresaId);
      const now = clock.now();
      const asked = await Promise.all(
        jobs.map(async (job) => {
          const key = keys.get(job.sujeto);
          const estado = await ask(empresaId, rnc, key);
          const isOld = key === undefined || now.getTime() - key.recibido.getTime() > askForMs;
          return {
            job,
            estado,
            isDone: estado === null || isOld || key.tiene_otro || (estado !== undefined && final.has(estado)),
          };
        }),
      );
      const told = asked.flatMap(({ job, estado }) => (estado ? [{ id: job.sujeto, estado }] : []));
      await db.tenant(empresaId, async (tx) => {
        await queue.reschedule(tx, others, new Date(now.getTime() + laterMs), 'uncounted');
        const confirmed = await storeEstadosDGII(tx, empresaId, told, now);
        if (told.length > 0) tellChange(ctx, tx, empresaId);
        await queue.finish(
          tx,
          asked.flatMap(({ job, isDone }) => (isDone ? [job] : [])),
        );
        for (const { job, isDone } of asked)
          if (!isDone) await queue.reschedule(tx, [job], new Date(now.getTime() + againMs(job.intentos)));
        await events.append(tx, empresaId, confirmed.map(confirmedEvent));
      });
    },
  };
}

const confirmedEvent = ({ id, encf, rnc_emisor, razon_emisor, titular }: NowConfirmed): NewEvent => ({
  tipo: 'recibido.confirmado',
  sujeto: id,
  datos: { eNCF: encf, rncEmisor: rnc_emisor, razonEmisor: razon_emisor, firmadaPor: titular },
});
