import type { Service } from '@timbre/authority';
import { type ErrorDeDocumento, type Estado, estadosAceptados } from '@timbre/contract';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Job } from '../../../platform/jobs/queue.ts';
import type { Core } from '../core.ts';
import { documentEvent } from '../document-event.ts';
import { isConsultable } from './delivery.ts';
import { absenceApartMs, nextStep, type Situation, type Step } from './next-step.ts';
import type { Outcome } from './outcome.ts';
import { insertAttempts, listQueued, type Row, storeErrores } from './sender-repo.ts';

/** A document with its job and its next step. */
export interface Task {
  readonly job: Job;
  readonly row: Row;
  readonly step: Exclude<Step, 'terminar'>;
}

/** A task whose exchange has ended. */
export interface Done extends Task {
  readonly outcome: Outcome;
}

/**
 * How long a note waits before the state of its invoice is read again; the invoice's acceptance makes it due at once.
 */
const PARK_MS = 30_000;

/**
 * The operation under which each step is recorded as an attempt. A question for the verdict is recorded only when it
 * brings news.
 */
export const operacionOf = {
  enviar: 'envio',
  reenviar: 'reenvio',
  conciliar: 'conciliacion',
  consultar: 'consulta',
} as const;

export const situationOf = (row: Row): Situation & { readonly ambiente: Row['ambiente'] } => ({
  ambiente: row.ambiente,
  estado: row.estado,
  trackId: row.track_id,
  codigo: row.codigo,
  consultable: isConsultable({ ambiente: row.ambiente, esRFCE: row.es_rfce }),
});

/**
 * Decides each document's step and records the attempts about to be made. Documents with nothing to send are settled
 * here.
 */
export async function beginSending(
  context: Pick<Core, 'clock' | 'queue' | 'events' | 'authority' | 'config'>,
  tx: Tx,
  empresaId: string,
  jobs: readonly Job[],
): Promise<readonly Task[]> {
  const { clock, queue, config, authority } = context;
  const ids = jobs.map(({ sujeto }) => sujeto);
  const rows = new Map((await listQueued(tx, empresaId, ids)).map((row) => [row.id, row]));
  const tasks: Task[] = [];
  const over: Job[] = [];
  const parked: Job[] = [];
  const orphaned: { job: Job; row: Row }[] = [];
  const admits = roomOf(authority);
  const held: Task[] = [];
  for (const job of jobs) {
    const row = rows.get(job.sujeto);
    const step = row && nextStep(situationOf(row), row.intentos, absenceApartMs[config.authority]);
    if (!row || !step || step === 'terminar' || (row.xml_sha256 === null && row.track_id === null)) over.push(job);
    else if (step !== 'enviar' || row.espera_a === null || mayFollow(row.ref_estado))
      (admits(row, step) ? tasks : held).push({ job, row, step });
    else if (row.ref_estado === 'rechazado') orphaned.push({ job, row });
    else parked.push(job);
  }
  const now = clock.now();
  await Promise.all([
    queue.finish(tx, [...over, ...orphaned.map(({ job }) => job)]),
    queue.reschedule(tx, parked, new Date(now.getTime() + PARK_MS), 'anew'),
    holdTasks(context, tx, held, now),
    insertAttempts(tx, empresaId, tasks.flatMap(attemptOf), now),
  ]);
  const left = orphaned.map(({ row }) => row);
  if (left.length > 0) await reportOrphans(context, tx, empresaId, left);
  return tasks;
}

/** The service that a step calls first. */
const serviceOf = ({ es_rfce }: Row, step: Task['step']): Service => {
  if (step === 'enviar' || step === 'reenviar') return es_rfce ? 'enviarRFCE' : 'enviarECF';
  if (es_rfce) return 'consultaRFCE';
  return step === 'consultar' ? 'consultaResultado' : 'consultaTrackIds';
};

/**
 * Whether one more step may begin: all if the service answers, one if it is to be probed, none if it does not answer.
 */
function roomOf(authority: Core['authority']): (row: Row, step: Task['step']) => boolean {
  const left = new Map<string, number>();
  return (row, step) => {
    const service = serviceOf(row, step);
    const key = `${row.ambiente} ${service}`;
    const room = left.get(key) ?? authority.room(row.ambiente, service);
    left.set(key, room - 1);
    return room > 0;
  };
}

/** Puts back the tasks whose service does not answer: no attempt is made, and none is counted. */
async function holdTasks(
  { queue, authority }: Pick<Core, 'queue' | 'authority'>,
  tx: Tx,
  held: readonly Task[],
  now: Date,
): Promise<void> {
  const groups = new Map<string, Task[]>();
  for (const task of held) {
    const key = `${task.row.ambiente} ${serviceOf(task.row, task.step)}`;
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const { ambiente } = first.row;
    const en = new Date(now.getTime() + authority.waitMs(ambiente, serviceOf(first.row, first.step)));
    await queue.reschedule(
      tx,
      [first, ...others].map(({ job }) => job),
      en,
      'uncounted',
      ambiente,
    );
  }
}

/** A note may be sent when the document that it modifies is accepted, or is not in this database. */
const mayFollow = (ref: Estado | null) => ref === null || estadosAceptados.has(ref);

function attemptOf({ job, row, step }: Task) {
  if (step === 'consultar') return [];
  const sha256 = step === 'conciliar' ? null : row.xml_sha256;
  return [{ documentoId: row.id, numero: row.intento + 1, operacion: operacionOf[step], ficha: job.ficha, sha256 }];
}

/** The error of a note whose invoice was rejected. */
export const rejectedReference = (eNCF: string): ErrorDeDocumento => ({
  codigo: 'ENVIO-REFERENCIA',
  campo: 'InformacionReferencia.NCFModificado',
  mensaje: `${eNCF} fue rechazado por la DGII. Corríjalo y envíelo antes de enviar esta nota.`,
});

/** A note whose invoice was rejected cannot be sent: it remains signed, with an error that states the reason. */
async function reportOrphans(
  context: Pick<Core, 'events'>,
  tx: Tx,
  empresaId: string,
  rows: readonly Row[],
): Promise<void> {
  const orphans = rows.map((row) => ({
    row,
    errores: [rejectedReference(row.espera_a ?? '')],
  }));
  await storeErrores(
    tx,
    empresaId,
    orphans.map(({ row, errores }) => ({ id: row.id, errores })),
  );
  await context.events.append(
    tx,
    empresaId,
    orphans.map(({ row, errores }) =>
      documentEvent({
        id: row.id,
        importacionId: row.importacion_id,
        eNCF: row.encf,
        estado: row.estado,
        esperaA: row.espera_a,
        errores,
      }),
    ),
  );
}
