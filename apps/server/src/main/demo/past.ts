import { type AuthorityClient, createAuthorityClient, type Hosts } from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import { createEmitter } from '../../domain/comprobantes/issue/emit.ts';
import { createDelivery } from '../../domain/comprobantes/sending/delivery.ts';
import { sendHandler } from '../../domain/comprobantes/sending/sender.ts';
import { lookUpHandler } from '../../domain/received/look-up.ts';
import { createReceiver } from '../../domain/received/receive.ts';
import { receiversOf } from '../../domain/received/receivers.ts';
import { answerHandler } from '../../domain/received/send-answer.ts';
import type { Context } from '../../features/context.ts';
import { reportHandler } from '../../features/reportes/generate/generate.ts';
import type { Db } from '../../platform/db/transactions.ts';
import { createEventLog } from '../../platform/events/events.ts';
import { claim, createQueue, dueClasses, type Job, type NewJob, type Queue } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Clock } from '../../platform/process/clock.ts';

/** The services of a past day: the same data, with a clock that stands where it was set. */
export interface Past {
  readonly ctx: Context;
  /** With the calls that post documents. */
  readonly authority: AuthorityClient;
  /** Sets the clock, also that of the simulated authority. */
  setClock(at: Date): Promise<void>;
  /** Sends a command to the simulated authority of the past. */
  control(command: string, argument: object): Promise<void>;
  /** Does the jobs that are due, and those that follow from them within minutes. */
  settle(): Promise<void>;
  /** Gives the jobs that are left to the server's own runner. */
  handOver(): Promise<void>;
  close(): Promise<void>;
}

/** The class under which a job of the past waits: the server's own runner does not know it. */
const pastClass = (clase: string) => `${clase}@demostracion`;
const presentClass = (clase: string) => clase.replace(/@demostracion$/, '');
/** How far the clock goes between two rounds of jobs. */
const roundMs = 2_000;
const atOnce = 64;
const never = new Date('9999-01-01T00:00:00Z');
const firstCompany = '00000000-0000-0000-0000-000000000000';

/**
 * Opens the services of a past day beside those of today. What is issued, received and reported with them is dated that
 * day. Their jobs are done by {@link Past.settle} alone, so that they have that day's clock too; if the process ends
 * before, the next one does them.
 *
 * @param hosts of the authority with a clock of its own
 */
export function openPast(present: Context, hosts: Hosts): Past {
  let nowMs = present.clock.now().getTime();
  const clock = { now: () => new Date(nowMs), monotonicMs: () => present.clock.monotonicMs() };
  const { db, signals, seals } = present;
  const own = createQueue({ clock, signals });
  const handlers = new Map<string, JobHandler>();
  const queue = queueOf(own, handlers);
  const authority = createAuthorityClient({
    hosts,
    sign: async (empresaId, xml) => (await signXml(xml, (await present.signers.of(empresaId)).signer)).xml,
  });
  const core = { ...present, clock, queue, authority, events: createEventLog({ clock, signals, seals, queue }) };
  const ctx: Context = { ...core, emitter: createEmitter(core), receiver: createReceiver(core) };
  for (const handler of handlersOf(ctx, authority)) handlers.set(pastClass(handler.clase), handler);
  const control = controlOf(hosts);
  const claimDue = (now: Date) => claimFrom(db, own, clock, [...handlers.keys()], now);

  return {
    ctx,
    authority,
    control,
    async setClock(at) {
      nowMs = at.getTime();
      await control('settings', { standsAtMs: nowMs, tokenLifeMs });
    },
    async settle() {
      for (let jobs = await claimDue(clock.now()); jobs.length > 0; jobs = await claimDue(clock.now())) {
        await doAll(handlers, jobs);
        nowMs += roundMs;
      }
    },
    async handOver() {
      for (let jobs = await claimDue(never); jobs.length > 0; jobs = await claimDue(never))
        await db.system(async (tx) => {
          await present.queue.enqueue(tx, jobs.map(presentJob));
          await own.finish(tx, jobs);
        });
    },
    close: () => authority.close(),
  };
}

/** A queue whose jobs wait under the classes of the past, where there is a handler for them. */
function queueOf(own: Queue, handlers: ReadonlyMap<string, JobHandler>): Queue {
  const mine = (clase: string) => (handlers.has(pastClass(clase)) ? pastClass(clase) : clase);
  return {
    ...own,
    enqueue(tx, jobs) {
      const renamed = jobs.map((job): NewJob => ({ ...job, clase: mine(job.clase) }));
      return own.enqueue(tx, renamed);
    },
    wake: (tx, clase, esperas) => own.wake(tx, mine(clase), esperas),
    wakeCompany: (tx, clase, empresaId) => own.wakeCompany(tx, mine(clase), empresaId),
  };
}

/** The handlers of the jobs of the history: the other handlers of the server do theirs today. */
const handlersOf = (ctx: Context, authority: AuthorityClient): readonly JobHandler[] => [
  sendHandler(ctx, createDelivery(authority)),
  lookUpHandler(ctx),
  answerHandler(ctx, receiversOf(ctx)),
  reportHandler(ctx),
];

const controlOf =
  ({ ecf }: Hosts): Past['control'] =>
  async (command, argument) => {
    const answer = await fetch(`${ecf}/_control/${command}`, { method: 'POST', body: JSON.stringify(argument) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The simulator refused ${command}: ${text}`);
  };

/** Claims jobs of some classes that are due. */
async function claimFrom(db: Db, queue: Queue, clock: Clock, classes: readonly string[], now: Date): Promise<Job[]> {
  const since = clock.monotonicMs();
  const jobs = await db.system(async (tx) => {
    const claimed: Job[] = [];
    for (const clase of await dueClasses(tx, classes, now))
      claimed.push(...(await claim(tx, clase, atOnce, now, firstCompany)));
    return claimed;
  });
  queue.leased(jobs, since);
  return jobs;
}

/** Does jobs, those of one class and company together. */
async function doAll(handlers: ReadonlyMap<string, JobHandler>, jobs: readonly Job[]): Promise<void> {
  for (const [clase, empresaId] of groupsOf(jobs)) {
    const together = jobs.filter((job) => job.clase === clase && job.empresaId === empresaId);
    await handlers.get(clase)!.handle(empresaId, together);
  }
}

const presentJob = ({ clase, empresaId, sujeto, datos }: Job): NewJob => ({
  ...{ clase: presentClass(clase), empresaId, sujeto, datos },
});

/** Longer than the half year that is made: the clock goes on by days between two calls. */
const tokenLifeMs = 400 * 24 * 60 * 60 * 1_000;

/** The classes and companies of some jobs. */
function groupsOf(jobs: readonly Job[]): readonly (readonly [string, string])[] {
  const seen = new Map(jobs.map((job) => [`${job.clase} ${job.empresaId}`, [job.clase, job.empresaId] as const]));
  return [...seen.values()];
}
