import { Problem } from '@timbre/refusal';
import { configuracionEvent } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import type { Advance } from './advance.ts';
import { advanceApprovals } from './approvals.ts';
import { advanceDocuments } from './documents.ts';
import { findPilot, movePilot, type Pilot } from './repo.ts';
import type { Etapa } from './tables.ts';

/** The class of the job that moves a pilot from stage to stage; its subject is the pilot. */
export const PILOT = 'piloto';

/** Time until the pilot checks again whatever it is waiting for. */
const lookAgainMs = 200;

/** The stages in which the pilot has something to do. */
const working: ReadonlySet<Etapa> = new Set(['leyendo', 'ensayo_firma', 'ensayo_envio', 'firma', 'envio']);
/**
 * The stage where the pilot stops after a refusal, for example of an expired certificate: before the sending, or in it.
 */
const stopOf = (etapa: Etapa): Etapa => (etapa === 'firma' || etapa === 'envio' ? 'detenido' : 'corregir');

/**
 * Moves the pilots from stage to stage. Each move depends only on stored states, so after a crash they continue from
 * them.
 */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  {
    clase: PILOT,
    concurrency: 4,
    async handle(empresaId, claimed) {
      for (const job of claimed) await work(ctx, empresaId, job);
    },
  },
];

async function work(ctx: Context, empresaId: string, job: Job): Promise<void> {
  const { db, queue, clock, events } = ctx;
  for (;;) {
    const pilot = await db.tenant(empresaId, (tx) => findPilot(tx, empresaId, job.sujeto));
    if (pilot === undefined || !working.has(pilot.etapa)) {
      await db.tenant(empresaId, (tx) => queue.finish(tx, [job]));
      return;
    }
    const next = await nextOf(ctx, pilot);
    failpoint('pilot-advanced');
    if (next === 'wait') {
      await db.tenant(empresaId, (tx) =>
        queue.reschedule(tx, [job], new Date(clock.now().getTime() + lookAgainMs), 'anew'),
      );
      return;
    }
    await db.tenant(empresaId, async (tx) => {
      await queue.hold(tx, [job]);
      const change = { etapa: next.etapa, motivo: next.motivo ?? null, cambiado: clock.now() };
      if (await movePilot(tx, pilot, change)) await events.append(tx, empresaId, [configuracionEvent('certificacion')]);
    });
    failpoint('pilot-moved');
  }
}

async function nextOf(ctx: Context, pilot: Pilot): ReturnType<Advance> {
  const { ambiente } = await ctx.issuers.of(pilot.empresa_id);
  if (ambiente !== pilot.ambiente)
    return { etapa: stopOf(pilot.etapa), motivo: 'La empresa cambió de ambiente: vuelva al del set y continúe' };
  try {
    return await (pilot.parte === 'comprobantes' ? advanceDocuments : advanceApprovals)(ctx, pilot);
  } catch (error) {
    if (!(error instanceof Problem) || error.isTemporary) throw error;
    return { etapa: stopOf(pilot.etapa), motivo: error.message };
  }
}
