import type { procesar } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import type { AccountMapping } from '@timbre/reports';
import type { QuickBooksEnd } from '../../domain/reports/quickbooks/store.ts';
import type { Scope } from '../../domain/reports/scope.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { type Job, StaleLease } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import { type Books, type BooksSummary, openBooks } from '../quickbooks/books/service.ts';
import { recordedFields } from './record.ts';
import { changeEjecucion, type EjecucionRow, findEjecucion, insertFallos } from './repo.ts';

/** Class of the jobs; their subject is the execution. */
export const PROCESS = 'procesar';

/** Failures in a row, without a stored page between them, after which an execution ends. */
const mostTries = 5;
/** Time until an execution that has stored something continues after a failure. */
const againMs = 2_000;
/** The weight of the last page in the pace. */
const newest = 0.3;

/** The execution was cancelled. */
class Ended extends Error {
  override readonly name = 'Ended';
}

/**
 * Runs the executions. Each page is read outside of transactions. It is stored, with the place where the next one
 * begins, in a transaction that holds the job: after a crash an execution continues from there.
 */
export function processHandler(ctx: Context): JobHandler {
  const { db, queue } = ctx;
  return {
    clase: PROCESS,
    concurrency: 2,
    async handle(empresaId, jobs) {
      const { rnc } = await ctx.issuers.of(empresaId);
      for (const job of jobs) {
        const run = await db.tenant(empresaId, (tx) => findEjecucion(tx, empresaId, job.sujeto));
        if (run?.estado === 'en_proceso') await proceed(ctx, { empresaId, ambiente: run.ambiente, rnc }, run, job);
        else await db.tenant(empresaId, (tx) => queue.finish(tx, [job]));
      }
    },
  };
}

async function proceed(ctx: Context, scope: Scope, run: EjecucionRow, job: Job): Promise<void> {
  const state = { run, progressed: false };
  try {
    const summary = await readAll(ctx, scope, state, job);
    await conclude(ctx, state.run, summary, job);
    failpoint('process-concluded');
  } catch (error) {
    await settle(ctx, state, job, error);
  }
}

interface State {
  /** The row as last stored. */
  run: EjecucionRow;
  /** True if a page was stored in this turn. */
  progressed: boolean;
}

/** The reports whose documents an execution reads. */
const reportsOf = (tipo: procesar.AlcanceDeProceso) => (tipo === 'consolidado' ? (['606', '607'] as const) : [tipo]);

/** The books that an execution reads. @throws Problem if another company has been connected since */
async function booksOf(ctx: Context, scope: Scope, run: EjecucionRow): Promise<Books> {
  const { tipo, desde, hasta, creado, mapeo, presentados, realm } = run;
  const books = await openBooks(ctx, scope, {
    reportes: reportsOf(tipo),
    days: { desde, hasta },
    since: creado,
    mapeo: JSON.parse(mapeo!) as AccountMapping,
    aunquePresentado: presentados,
  });
  return books.realm === realm ? books : refuse('quickbooks/otra-empresa');
}

async function readAll(ctx: Context, scope: Scope, state: State, job: Job): Promise<BooksSummary> {
  const { empresaId } = scope;
  const books = await booksOf(ctx, scope, state.run);
  const write = async (change: Partial<EjecucionRow>, work?: (tx: Tx) => Promise<Partial<EjecucionRow>>) => {
    const done = await ctx.db.tenant(empresaId, async (tx) => {
      await ctx.queue.hold(tx, [job]);
      const all = { ...change, ...(await work?.(tx)) };
      if (!(await changeEjecucion(tx, state.run, all))) throw new Ended();
      return all;
    });
    state.run = { ...state.run, ...done };
  };
  if (state.run.total === null) await write({ total: await books.count(), mensaje: reading });
  let since = ctx.clock.monotonicMs();
  for await (const { documents, next, isReview } of books.pages(state.run.posicion ?? undefined)) {
    failpoint('process-read');
    const now = ctx.clock.monotonicMs();
    // Documents that are no longer listed were counted when they were.
    const place = isReview ? { mensaje: reviewing } : placeAfter(state.run, documents.length, now - since);
    await write({ ...place, posicion: next }, async (tx) => {
      const ends = await books.store(tx, documents, ctx.clock.now());
      const failures = ends.filter(isFailure);
      const { omitidos, fallos } = state.run;
      await insertFallos(tx, state.run, fallos, failures);
      failpoint('process-storing');
      const omitted = ends.filter(({ estado }) => estado === 'omitido').length;
      return { omitidos: omitidos + omitted, fallos: fallos + failures.length };
    });
    since = now;
    state.progressed = true;
    failpoint('process-stored');
  }
  return books.summary;
}

/**
 * Whether a document is not in the reports in its present form: it cannot be reported, or waits because a report was
 * filed.
 */
const isFailure = ({ estado }: QuickBooksEnd): boolean => estado === 'falla' || estado === 'espera';

const reading = 'Leyendo los documentos de QuickBooks…';

const reviewing = 'Revisando los documentos que QuickBooks ya no lista…';

/** The fields of an execution after a page of this many documents. */
function placeAfter(run: EjecucionRow, documents: number, ms: number): Partial<EjecucionRow> {
  const procesados = run.procesados + documents;
  const pace = documents === 0 ? null : ms / documents;
  const known = run.ms_por_documento;
  return {
    procesados,
    // More documents may come than were counted.
    total: run.total === null ? null : Math.max(run.total, procesados),
    ms_por_documento: pace === null || known === null ? (pace ?? known) : pace * newest + known * (1 - newest),
    mensaje: reading,
  };
}

async function conclude(
  ctx: Context,
  run: EjecucionRow,
  { listed, missing, avisos }: BooksSummary,
  job: Job,
): Promise<void> {
  const { empresa_id: empresaId, fallos } = run;
  const procesados = listed - missing;
  const mensaje =
    avisos.length === 0 ? 'Reportes procesados' : `Reportes procesados, no completos. ${avisos.join('. ')}`;
  await ctx.db.tenant(empresaId, async (tx) => {
    await ctx.queue.finish(tx, [job]);
    const change = { estado: 'completado', procesados, total: listed, mapeo: null, mensaje, avisos } as const;
    if (!(await changeEjecucion(tx, run, change))) return;
    const datos = { ...recordedFields(run), procesados, fallos, faltan: missing, por: run.por, ip: run.ip };
    await ctx.events.append(tx, empresaId, [{ tipo: 'proceso.terminado', sujeto: run.id, datos }]);
  });
}

/** After a failure an execution is cancelled, ended, or left to its next turn. */
async function settle(ctx: Context, { run, progressed }: State, job: Job, error: unknown): Promise<void> {
  const { db, queue } = ctx;
  const { empresa_id: empresaId } = run;
  if (error instanceof StaleLease) throw error;
  if (error instanceof Ended) return db.tenant(empresaId, (tx) => queue.finish(tx, [job]));
  const refused = error instanceof Problem && !error.isTemporary;
  ctx.log.error({ err: error, ejecucion: run.id }, 'an execution could not go on');
  if (!refused && progressed) {
    const en = new Date(ctx.clock.now().getTime() + againMs);
    return db.tenant(empresaId, (tx) => queue.reschedule(tx, [job], en, 'anew'));
  }
  if (!refused && job.intentos < mostTries) throw error;
  const mensaje = refused
    ? error.message
    : 'Falló la lectura de los documentos. Procese de nuevo: seguirá sin repetirlos.';
  await db.tenant(empresaId, async (tx) => {
    await queue.finish(tx, [job]);
    await changeEjecucion(tx, run, { estado: 'error', mapeo: null, mensaje });
  });
}
