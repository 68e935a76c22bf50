import { refuse } from '@timbre/refusal';
import { isAnyReal, newestDemo } from '../../domain/companies/companies-repo.ts';
import type { Actor } from '../../platform/input/caller.ts';
import { jobsOf } from '../../platform/jobs/queue.ts';
import type { Context } from '../context.ts';

/** The class of the job that makes a demonstration; its subject is the shop. */
export const DEMO = 'demostracion';

/** How far a demonstration has been made. */
export interface DemoJob {
  /** Which of the demonstrations of this database, from 0. */
  readonly nth: number;
  /** The day on which it began, yyyy-MM-dd: its history ends there. */
  readonly dia: string;
  /** How many days before that one the history begins. */
  readonly dias: number;
  /** Its first step that may not be done. */
  readonly paso: number;
  readonly total: number;
  /** Who asked for a new one in its place. */
  readonly otra?: Actor;
}

/** How many demonstrations may be made in one database: each has RNC of its own, of a series of invented numbers. */
const mostDemos = 40;

/** Whether a new demonstration may take the place of the present one, and how far one that is being made is. */
export async function viewDemo({ db, config }: Context) {
  return db.system(async (tx) => {
    const [job] = await jobsOf(tx, DEMO);
    const { paso, total } = (job?.datos ?? {}) as unknown as DemoJob;
    const hasHistory = config.authority === 'simulador' && config.simulatorUrl === undefined;
    return {
      restablecible: hasHistory && !(await isAnyReal(tx)) && ((await newestDemo(tx))?.nth ?? mostDemos) < mostDemos - 1,
      preparando: job === undefined ? null : { hechos: paso, total },
    };
  });
}

/**
 * Asks for a new demonstration in the place of the present one. It is made in the background.
 *
 * @throws Problem `demostracion/sin-historia` beside other companies, with the DGII, or with a simulator that runs
 * elsewhere; `demostracion/en-curso`
 */
export async function replaceDemo(ctx: Context, by: Actor): Promise<void> {
  const { restablecible, preparando } = await viewDemo(ctx);
  if (!restablecible) refuse('demostracion/sin-historia');
  if (preparando !== null) refuse('demostracion/en-curso');
  await ctx.db.system(async (tx) => {
    const { id, nth } = (await newestDemo(tx)) ?? refuse('demostracion/sin-historia');
    const datos: DemoJob = { nth, dia: '', dias: 0, paso: 0, total: 0, otra: by };
    await ctx.queue.enqueue(tx, [{ clase: DEMO, empresaId: id, sujeto: id, datos: { ...datos } }]);
  });
}
