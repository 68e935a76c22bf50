import type { Ambiente, Estado } from '@timbre/contract';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import { failpoint } from '../../failpoint.ts';
import { type Job, StaleLease } from '../../jobs/queue.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { documentEvent } from '../documentos/document-event.ts';
import type { Delivery, Outcome, Parcel } from './delivery.ts';
import { type LastAttempt, nextStep, pollDelayMs, retryDelayMs, type Step } from './next-step.ts';

/** A document of the queue, with its latest attempt and the state of the document it waits for. */
interface Row {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly tipo: number;
  readonly numero: number;
  readonly encf: string;
  readonly es_rfce: boolean;
  readonly resume_a: string | null;
  readonly estado: Estado;
  readonly rnc_comprador: string | null;
  readonly codigo_seguridad: string;
  /** Null where it is not signed, and where only its verdict is to be asked for: then it is not read. */
  readonly xml: string | null;
  readonly track_id: string | null;
  readonly tracks_previos: readonly string[];
  readonly espera_a: string | null;
  readonly importacion_id: string | null;
  readonly ref_estado: Estado | null;
  readonly intento: number;
  readonly operacion: LastAttempt['operacion'] | null;
  readonly resultado: LastAttempt['resultado'];
}

/** A document with its job and what is to be done with it now. */
interface Task {
  readonly job: Job;
  readonly row: Row;
  readonly step: Exclude<Step, 'terminar'>;
}

interface Done extends Task {
  readonly outcome: Outcome;
}

/** How long a note waits before its invoice is looked at again; its acceptance wakes it at once. */
const PARK_MS = 30_000;
/** A certificate or a delegation must be mended by a person: asked again this often. */
const HELD_MS = 15 * 60_000;

/**
 * Takes documents from signed to their verdict. Three steps, and the network between transactions, never inside:
 * the attempt is recorded and committed before the bytes leave; the talk; the outcome is recorded.
 */
export function sendHandler(context: Context, delivery: Delivery): JobHandler {
  const { db, clock, queue, journal } = context;

  const talk: Record<Task['step'], Delivery['post']> = {
    enviar: delivery.post,
    consultar: delivery.ask,
    conciliar: delivery.reconcile,
  };

  return {
    clase: 'envio',
    concurrency: 256,
    async handle(empresaId, jobs) {
      await journal.ready();
      const tasks = await db.tenant(empresaId, (tx) => begin(tx, empresaId, jobs));
      if (tasks.length === 0) return;
      failpoint('send-begun');
      // A number leaves only once the journal has it, whoever issued it.
      await journal.record(tasks.map(({ row }) => seriesOf(row)));
      failpoint('send-journaled');
      const results = await Promise.allSettled(
        tasks.map(async (task): Promise<Done> => {
          // Another process may be sending it by now.
          if (!queue.isLeased(task.job)) throw new StaleLease('envio: the lease ran out before the talk');
          return { ...task, outcome: await talk[task.step](empresaId, parcelOf(task.row)) };
        }),
      );
      failpoint('send-talked');
      const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      if (done.length > 0) await db.tenant(empresaId, (tx) => record(tx, empresaId, done));
      failpoint('send-recorded');
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };

  /** Decides each document's step and records the attempts about to be made; the rest is settled here. */
  async function begin(tx: Tx, empresaId: string, jobs: readonly Job[]): Promise<readonly Task[]> {
    const rows = new Map((await load(tx, empresaId, jobs)).map((row) => [row.id, row]));
    const tasks: Task[] = [];
    const over: Job[] = [];
    const parked: Job[] = [];
    const orphaned: { job: Job; row: Row }[] = [];
    for (const job of jobs) {
      const row = rows.get(job.sujeto);
      const step = row && nextStep({ estado: row.estado, trackId: row.track_id }, lastAttemptOf(row));
      if (!row || !step || step === 'terminar' || (row.xml === null && row.track_id === null)) over.push(job);
      else if (step !== 'enviar' || row.espera_a === null || mayFollow(row.ref_estado)) tasks.push({ job, row, step });
      else if (row.ref_estado === 'rechazado') orphaned.push({ job, row });
      else parked.push(job);
    }
    await Promise.all([
      queue.finish(tx, [...over, ...orphaned.map(({ job }) => job)]),
      queue.reschedule(tx, parked, new Date(clock.now().getTime() + PARK_MS), 'anew'),
      beginAttempts(tx, empresaId, tasks),
      orphaned.length > 0
        ? reportOrphans(
            tx,
            empresaId,
            orphaned.map(({ row }) => row),
          )
        : undefined,
    ]);
    return tasks;
  }

  async function beginAttempts(tx: Tx, empresaId: string, tasks: readonly Task[]): Promise<void> {
    const posts = tasks.filter(({ step }) => step !== 'consultar');
    if (posts.length === 0) return;
    await sql`
      insert into intento (empresa_id, documento_id, numero, operacion, ficha, iniciado)
      select ${empresaId}, documento_id, numero, operacion, ficha, ${clock.now()} from unnest(
        ${posts.map(({ row }) => row.id)}::uuid[], ${posts.map(({ row }) => row.intento + 1)}::integer[],
        ${posts.map(({ step }) => (step === 'enviar' ? 'envio' : 'conciliacion'))}::text[],
        ${posts.map(({ job }) => job.ficha)}::bigint[]) as i(documento_id, numero, operacion, ficha)`.execute(tx);
  }

  /** A note whose invoice was rejected cannot go: it stays signed, and says why. */
  async function reportOrphans(tx: Tx, empresaId: string, rows: readonly Row[]): Promise<void> {
    const errores = rows.map(({ espera_a }) => [
      {
        codigo: 'ENVIO-REFERENCIA',
        campo: 'InformacionReferencia.NCFModificado',
        mensaje: `${espera_a} fue rechazado por la DGII. Corríjalo y envíelo antes de enviar esta nota.`,
      },
    ]);
    await sql`
      update documento d set errores = r.errores::jsonb
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${errores.map((e) => JSON.stringify(e))}::text[]) as r(id, errores)
      where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
    await context.events.append(
      tx,
      empresaId,
      rows.map((row, i) =>
        documentEvent({
          id: row.id,
          importacionId: row.importacion_id,
          eNCF: row.encf,
          estado: row.estado,
          esperaA: row.espera_a,
          errores: errores[i] ?? [],
        }),
      ),
    );
  }

  /** Records how the talks ended, moves the documents on, and settles the jobs. */
  async function record(tx: Tx, empresaId: string, done: readonly Done[]): Promise<void> {
    const now = clock.now();
    const changes = done.map((task) => changeOf(task)).filter((change) => change !== undefined);
    await Promise.all([
      settleJobs(tx, done, now),
      endAttempts(tx, empresaId, done, now),
      applyChanges(tx, empresaId, changes),
    ]);
    await wakeNotes(
      tx,
      empresaId,
      changes.filter(({ final }) => final),
      now,
    );
    // Last, and alone: it holds the company's record until the commit.
    await context.events.append(
      tx,
      empresaId,
      changes.flatMap((change) =>
        [change.id, ...(change.resumeA === null ? [] : [change.resumeA])].map((id) =>
          documentEvent({ ...change, id, eNCF: change.encf }),
        ),
      ),
    );
    failpoint('send-recording');
  }

  /** Jobs that ended are over; the others come back after their delay, grouped by it. */
  async function settleJobs(tx: Tx, done: readonly Done[], now: Date): Promise<void> {
    const random = Math.random();
    const firstPollMs = pollDelayMs(context.config.authority, 0);
    const later = new Map<number, Job[]>();
    const over: Job[] = [];
    const received: Job[] = [];
    for (const { job, outcome } of done) {
      const delay = delayOf(outcome, job);
      if (outcome.kind === 'recibido') received.push(job);
      else if (delay === undefined) over.push(job);
      else later.set(delay, [...(later.get(delay) ?? []), job]);
    }
    await queue.finish(tx, over);
    await queue.reschedule(tx, received, new Date(now.getTime() + firstPollMs), 'anew');
    for (const [delay, jobs] of later) await queue.reschedule(tx, jobs, new Date(now.getTime() + delay));

    function delayOf(outcome: Outcome, job: Job): number | undefined {
      switch (outcome.kind) {
        case 'veredicto':
          return undefined;
        case 'recibido':
          return firstPollMs;
        case 'en_curso':
          return pollDelayMs(context.config.authority, job.intentos);
        case 'no_hallado':
          return 0;
        case 'no_enviado':
          return outcome.retryable ? (outcome.retryAfterMs ?? retryDelayMs(job.intentos, random)) : HELD_MS;
        case 'desconocido':
          return outcome.retryAfterMs ?? retryDelayMs(job.intentos, random);
      }
    }
  }

  /** Attempts end with their result; a question that brought news becomes an attempt of its own. */
  async function endAttempts(tx: Tx, empresaId: string, done: readonly Done[], now: Date): Promise<void> {
    const ended = done.filter(({ step, outcome }) => step !== 'consultar' || outcome.kind === 'veredicto');
    if (ended.length === 0) return;
    const operacion = { enviar: 'envio', conciliar: 'conciliacion', consultar: 'consulta' } as const;
    await sql`
      insert into intento (empresa_id, documento_id, numero, operacion, ficha, iniciado, terminado, resultado, respuesta)
      select ${empresaId}, documento_id, numero, operacion, ficha, ${now}, ${now}, resultado, respuesta from unnest(
        ${ended.map(({ row }) => row.id)}::uuid[], ${ended.map(({ row }) => row.intento + 1)}::integer[],
        ${ended.map(({ step }) => operacion[step])}::text[], ${ended.map(({ job }) => job.ficha)}::bigint[],
        ${ended.map(({ outcome }) => outcome.kind)}::text[], ${ended.map(({ outcome }) => outcome.crudo.slice(0, 16_000))}::text[])
        as i(documento_id, numero, operacion, ficha, resultado, respuesta)
      on conflict (empresa_id, documento_id, numero) do update
        set terminado = excluded.terminado, resultado = excluded.resultado, respuesta = excluded.respuesta`.execute(tx);
  }

  /** The notes that waited for these documents learn their verdict. */
  async function wakeNotes(tx: Tx, empresaId: string, finals: readonly Change[], now: Date): Promise<void> {
    if (finals.length === 0) return;
    const { rows } = await sql<{ id: string; tipo: number; es_rfce: boolean }>`
      select d.id, d.tipo, d.es_rfce
      from unnest(${finals.map(({ ambiente }) => ambiente)}::text[], ${finals.map(({ encf }) => encf)}::text[])
        as f(ambiente, encf)
      cross join lateral (
        select id, tipo, es_rfce from documento
        where empresa_id = ${empresaId} and ambiente = f.ambiente and espera_a = f.encf and estado = 'firmado' offset 0) d
      cross join lateral (
        select from trabajo where clase = 'envio' and empresa_id = ${empresaId} and sujeto = d.id offset 0) t`.execute(
      tx,
    );
    await queue.enqueue(
      tx,
      rows.map((row) => ({ clase: 'envio', empresaId, sujeto: row.id, en: now })),
    );
  }
}

/** What the talk changes in a document. */
interface Change {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly encf: string;
  readonly resumeA: string | null;
  readonly importacionId: string | null;
  readonly estado: Estado;
  readonly final: boolean;
  readonly trackId: string | null;
  readonly codigo: string | null;
  readonly mensajes: readonly { readonly codigo: string; readonly valor: string }[];
  readonly secuenciaUtilizada: boolean | null;
}

/** Questions that may find nothing before a trackId counts as lost and the document is sent again. */
const LOST_AFTER = 8;

function changeOf({ job, row, step, outcome }: Done): Change | undefined {
  const base = {
    id: row.id,
    ambiente: row.ambiente,
    encf: row.encf,
    resumeA: row.resume_a,
    importacionId: row.importacion_id,
    codigo: null,
    mensajes: [],
    secuenciaUtilizada: null,
  };
  if (outcome.kind === 'recibido') return { ...base, estado: 'enviado', final: false, trackId: outcome.trackId };
  if (outcome.kind === 'en_curso') {
    if (outcome.extraviado && job.intentos >= LOST_AFTER)
      return { ...base, estado: 'firmado', final: false, trackId: null };
    if (step !== 'consultar' || outcome.estado === row.estado) return undefined;
    return { ...base, estado: outcome.estado, final: false, trackId: row.track_id };
  }
  if (outcome.kind !== 'veredicto') return undefined;
  const { estado, codigo, mensajes, secuenciaUtilizada } = outcome;
  return {
    ...base,
    estado,
    final: true,
    trackId: outcome.trackId ?? row.track_id,
    codigo,
    mensajes,
    secuenciaUtilizada,
  };
}

/**
 * Writes the changes, to a document and to the one it summarises alike. An accepted document stays accepted; a number
 * rejected unused is free again.
 */
async function applyChanges(tx: Tx, empresaId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update documento d set estado = c.estado, track_id = c.track_id, codigo = c.codigo,
      mensajes = c.mensajes, secuencia_utilizada = c.secuencia_utilizada,
      ocupa_numero = not (c.estado = 'rechazado' and c.secuencia_utilizada is false)
    from json_to_recordset(${JSON.stringify(
      changes.map((c) => ({
        id: c.id,
        resume_a: c.resumeA,
        estado: c.estado,
        track_id: c.trackId,
        codigo: c.codigo,
        mensajes: c.mensajes,
        secuencia_utilizada: c.secuenciaUtilizada,
      })),
    )}::json) as c(id uuid, resume_a uuid, estado text, track_id text, codigo text, mensajes jsonb, secuencia_utilizada boolean)
    where d.empresa_id = ${empresaId} and d.id in (c.id, c.resume_a)
      and d.estado not in ('aceptado', 'aceptado_condicional')`.execute(tx);
}

/** The documents of some jobs, their latest attempt, and the state of what they wait for. */
async function load(tx: Tx, empresaId: string, jobs: readonly Job[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.ambiente, d.rnc_emisor, d.tipo, d.numero, d.encf, d.es_rfce, d.resume_a, d.estado, d.rnc_comprador,
      d.codigo_seguridad, case when d.track_id is null then d.xml end as xml, d.track_id, d.tracks_previos, d.espera_a, d.importacion_id, ref.estado as ref_estado,
      coalesce(tally.numero, 0) as intento, last.operacion, last.resultado
    from documento d
    left join lateral (
      select r.estado from documento r
      where d.espera_a is not null and r.empresa_id = d.empresa_id and r.ambiente = d.ambiente
        and r.rnc_emisor = d.rnc_emisor and r.encf = d.espera_a and not r.es_rfce and r.estado <> 'error'
      order by r.ocupa_numero desc, r.orden desc limit 1
    ) ref on true
    left join lateral (
      select i.numero from intento i where i.empresa_id = d.empresa_id and i.documento_id = d.id
      order by i.numero desc limit 1
    ) tally on true
    left join lateral (
      select i.operacion, i.resultado from intento i
      where i.empresa_id = d.empresa_id and i.documento_id = d.id and i.operacion <> 'consulta'
        and i.numero > d.intento_base
      order by i.numero desc limit 1
    ) last on true
    where d.empresa_id = ${empresaId} and d.id = any(${jobs.map(({ sujeto }) => sujeto)}::uuid[])`.execute(tx);
  return rows;
}

/** A note may go when what it modifies is accepted, or is not ours to know. */
const mayFollow = (ref: Estado | null) => ref === null || ref === 'aceptado' || ref === 'aceptado_condicional';

const lastAttemptOf = ({ operacion, resultado }: Row): LastAttempt | undefined =>
  operacion === null ? undefined : ({ operacion, resultado } as LastAttempt);

const seriesOf = (row: Row) => ({
  ambiente: row.ambiente,
  rncEmisor: row.rnc_emisor,
  tipo: row.tipo,
  numero: row.numero,
});

const parcelOf = (row: Row): Parcel => ({
  ambiente: row.ambiente,
  rncEmisor: row.rnc_emisor,
  eNCF: row.encf,
  rncComprador: row.rnc_comprador,
  codigoSeguridad: row.codigo_seguridad,
  esRFCE: row.es_rfce,
  xml: row.xml ?? '',
  trackId: row.track_id,
  tracksPrevios: row.tracks_previos,
});
