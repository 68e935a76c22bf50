import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { connectPostgres } from '../db/connect.ts';
import { sharedSignals } from '../db/signals.ts';
import type { Tx } from '../db/transactions.ts';
import { createQueue, type Job, renew, StaleLease } from './queue.ts';
import { createRunner, type JobHandler } from './runner.ts';
import { companies, company, quiet, withJobs } from './testing/jobs.ts';

const on = withJobs();
const { runners, job, ask, take, rows, leaseEnds, start, until } = on;

describe('the queue', () => {
  test('a claimed job is nobody else’s until its lease ends; its token rises with each claim', async () => {
    await ask(job());
    const [mine] = await take();
    expect(mine).toMatchObject({ ficha: 1, intentos: 1, empresaId: company, datos: {} });
    expect(await take()).toEqual([]);
    await leaseEnds();
    expect(await take()).toMatchObject([{ id: mine!.id, ficha: 2, intentos: 2 }]);
  });

  test('a process that lost a job cannot finish it, nor store what it did', async () => {
    await ask(job());
    const [stale] = await take();
    await leaseEnds();
    const [current] = await take();
    const late = on.db.tenant(company, async (tx) => {
      await on.queue.enqueue(tx, [job({ clase: 'efecto' })]);
      await on.queue.finish(tx, [stale!]);
    });
    await expect(late).rejects.toThrow(StaleLease);
    await expect(on.db.tenant(company, (tx) => on.queue.reschedule(tx, [stale!], on.clock.now()))).rejects.toThrow(
      StaleLease,
    );
    expect(await rows()).toMatchObject([{ clase: 'prueba', ficha: 2 }]);
    await on.db.tenant(company, (tx) => on.queue.finish(tx, [current!]));
    expect(await rows()).toEqual([]);
  });

  test('a renewed lease lasts; a lost one is not renewed', async () => {
    await ask(job(), job());
    const [renewed, lost] = (await take()) as [Job, Job];
    await leaseEnds();
    await on.db.system((tx) => renew(tx, [renewed]));
    expect(await take()).toMatchObject([{ id: lost.id }]);
    await on.db.system((tx) => renew(tx, [lost]));
    expect((await rows()).find(({ id }) => id === lost.id)!.ficha).toBe(2);
  });

  test('a process that lost a job cannot add to what its new holder does', async () => {
    await ask(job());
    const [mine] = await take();
    await on.db.system((tx) => on.queue.hold(tx, [mine!]));
    await leaseEnds();
    await take();
    await expect(on.db.system((tx) => on.queue.hold(tx, [mine!]))).rejects.toThrow(StaleLease);
  });

  test('a process knows by its own clock that it was stopped past its lease', async () => {
    await ask(job());
    const [mine] = await take();
    expect(on.queue.isLeased(mine!)).toBe(false);
    on.queue.leased([mine!], on.clock.monotonicMs());
    on.clock.advance(29_999);
    expect(on.queue.isLeased(mine!)).toBe(true);
    on.clock.advance(1);
    expect(on.queue.isLeased(mine!)).toBe(false);
  });

  test('a job that made progress counts its tries anew; another does not', async () => {
    await ask(job(), job());
    const [waiting, moving] = await take();
    await on.db.system(async (tx) => {
      await on.queue.reschedule(tx, [waiting!], on.clock.now());
      await on.queue.reschedule(tx, [moving!], on.clock.now(), 'anew');
    });
    const tries = new Map((await take()).map(({ id, intentos }) => [id, intentos]));
    expect([tries.get(waiting!.id), tries.get(moving!.id)]).toEqual([2, 1]);
  });

  test('a claim without a try is not counted', async () => {
    await ask(job());
    for (let n = 0; n < 5; n++) {
      const [held] = await take();
      expect(held!.intentos).toBe(1);
      await on.db.system((tx) => on.queue.reschedule(tx, [held!], on.clock.now(), 'uncounted'));
    }
  });

  test('jobs that wait for something are woken by it before their time, the earliest requested first', async () => {
    const waiting = [job(), job(), job()];
    for (const each of waiting) {
      await ask(each);
      on.clock.advance(10);
    }
    const claimed = await take();
    const later = (ms: number) => new Date(on.clock.now().getTime() + ms);
    await on.db.system(async (tx) => {
      for (const [i, ms] of [60_000, 59_000, 58_000].entries()) {
        const mine = claimed.find(({ sujeto }) => sujeto === waiting[i]!.sujeto)!;
        await on.queue.reschedule(tx, [mine], later(ms), 'uncounted', i === 2 ? 'otra' : 'testecf');
      }
    });
    expect(await take()).toEqual([]);
    on.clock.advance(5);
    const newer = job();
    await ask(newer);
    expect(await on.db.system((tx) => on.queue.wake(tx, 'prueba', ['testecf']))).toBe(2);
    const order: string[] = [];
    for (let [next] = await take(1); next !== undefined; [next] = await take(1)) order.push(next.sujeto);
    expect(order).toEqual([waiting[0]!.sujeto, waiting[1]!.sujeto, newer.sujeto]);
    expect(await on.db.system((tx) => on.queue.wake(tx, 'prueba', ['testecf']))).toBe(0);
    on.clock.advance(60_000);
    expect(await take()).toMatchObject([{ sujeto: waiting[2]!.sujeto }]);
  });

  test('the jobs of one company can be made due, and not those of others', async () => {
    const [mine, theirs] = [job(), job({ empresaId: companies[1]! })].map((each) => ({
      ...each,
      en: new Date(on.clock.now().getTime() + 900_000),
    }));
    await ask(mine!, theirs!);
    expect(await on.db.system((tx) => on.queue.wakeCompany(tx, 'prueba', company))).toBe(1);
    expect(await take()).toMatchObject([{ sujeto: mine!.sujeto }]);
  });

  test.each(['wake', 'wakeCompany'] as const)('%s while a job is being done has it done again', async (call) => {
    const late = new Date(on.clock.now().getTime() + 3_600_000);
    await ask(job());
    const [first] = await take();
    await on.db.system((tx) => on.queue.reschedule(tx, [first!], on.clock.now(), undefined, 'testecf'));
    const [running] = await take();
    expect(running).toMatchObject({ id: first!.id });
    const woken = (tx: Tx) =>
      call === 'wake' ? on.queue.wake(tx, 'prueba', ['testecf']) : on.queue.wakeCompany(tx, 'prueba', company);
    expect(await on.db.system(woken)).toBe(1);
    await on.db.system((tx) => on.queue.reschedule(tx, [running!], late, undefined, 'testecf'));
    const [again] = await take();
    expect(again).toMatchObject({ id: first!.id });
    await on.db.system((tx) => on.queue.reschedule(tx, [again!], late, undefined, 'testecf'));
    expect(await take()).toEqual([]);
  });

  test('a job is not claimed before its time', async () => {
    await ask(job({ en: new Date(on.clock.now().getTime() + 5_000) }));
    expect(await take()).toEqual([]);
    on.clock.advance(5_000);
    expect(await take()).toHaveLength(1);
  });

  test('a subject enqueued twice has one job, at the earlier time', async () => {
    const once = job({ en: new Date(on.clock.now().getTime() + 60_000) });
    await ask(once);
    const { en: _, ...now } = once;
    await ask({ ...now, datos: { motivo: 'segundo' } });
    expect(await take()).toMatchObject([{ sujeto: once.sujeto, datos: { motivo: 'segundo' } }]);
    expect(await rows()).toHaveLength(1);
  });

  test('a job enqueued again while it is being done is done again', async () => {
    const once = job();
    await ask(once);
    const [running] = await take();
    await ask(once);
    expect(await take()).toEqual([]);
    await on.db.tenant(company, (tx) => on.queue.finish(tx, [running!]));
    const [again] = await take();
    expect(again).toMatchObject({ sujeto: once.sujeto, ficha: 2 });
    await on.db.tenant(company, (tx) => on.queue.finish(tx, [again!]));
    expect(await rows()).toEqual([]);
  });

  test('a transaction that fails enqueues nothing', async () => {
    const failed = on.db.tenant(company, async (tx) => {
      await on.queue.enqueue(tx, [job()]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  test('the more urgent job goes first, then the older one', async () => {
    const [old, urgent, young] = [job(), job({ prioridad: 1 }), job()];
    await ask(old);
    on.clock.advance(1);
    await ask(urgent, young);
    const order: string[] = [];
    for (let i = 0; i < 3; i++) order.push((await take(1))[0]!.sujeto);
    expect(order).toEqual([urgent.sujeto, old.sujeto, young.sujeto]);
  });

  test('waiting jobs in as many companies as may be claimed keep no other from its turn', async () => {
    const later = { en: new Date(on.clock.now().getTime() + 60_000) };
    await ask(...companies.slice(0, 2).map((empresaId) => job({ empresaId, ...later })));
    await ask(job({ empresaId: companies[2]! }));
    expect((await take(2)).map(({ empresaId }) => empresaId)).toEqual([companies[2]]);
  });

  test('companies take turns: one with a long queue does not keep the others waiting', async () => {
    await ask(...Array.from({ length: 200 }, () => job()));
    await ask(...companies.slice(1).map((empresaId) => job({ empresaId })));
    const claimed = await take();
    expect(new Set(claimed.map(({ empresaId }) => empresaId))).toEqual(new Set([company]));
    const next = await take(64, company);
    expect(next.map(({ empresaId }) => empresaId).sort()).toEqual(companies.slice(1));
  });
});

describe('the runner', () => {
  test('a second handler of one class is refused, as each would end the jobs of the other', () => {
    const handler: JobHandler = { clase: 'prueba', concurrency: 1, handle: async () => undefined };
    const make = (...handlers: JobHandler[]) =>
      createRunner({ db: on.db, queue: on.queue, signals: on.signals, clock: on.clock, log: quiet, handlers });
    expect(() => make(handler, { ...handler, clase: 'otra' })).not.toThrow();
    expect(() => make(handler, { ...handler })).toThrow('Two handlers take the jobs of prueba');
  });

  test('an idle runner looks for the jobs of all classes in one query, and claims none', async () => {
    let queries = 0;
    let claims = 0;
    const counted: typeof on.db.system = (work) => {
      queries += 1;
      return on.db.system(work);
    };
    const db = { ...on.db, system: counted };
    const handlers = Array.from({ length: 10 }, (_, i) => ({ clase: `${i}`, concurrency: 1, handle: async () => {} }));
    const mayWork = async () => {
      claims += 1;
      return true;
    };
    const runner = createRunner({ ...on, db, log: quiet, handlers, mayWork });
    runners.push(runner);
    await runner.start();
    await until(() => queries >= handlers.length + 2);
    expect(claims).toBe(handlers.length);
  });

  test('each job is done once, in batches of one company, as soon as it is enqueued', async () => {
    const done: string[] = [];
    const batches: string[][] = [];
    start({
      async handle(empresaId, jobs) {
        batches.push(jobs.map((each) => each.empresaId));
        await on.db.tenant(empresaId, (tx) => on.queue.finish(tx, jobs));
        done.push(...jobs.map(({ sujeto }) => sujeto));
      },
    });
    const asked = companies.flatMap((empresaId) => Array.from({ length: 40 }, () => job({ empresaId })));
    await ask(...asked);
    await until(() => done.length >= asked.length);
    expect(done.sort()).toEqual(asked.map(({ sujeto }) => sujeto).sort());
    for (const batch of batches) expect(new Set(batch).size).toBe(1);
    expect(batches.length).toBeLessThan(asked.length);
    expect(await rows()).toEqual([]);
  });

  test('the runner never has more jobs in hand than its handler takes', async () => {
    let inHand = 0;
    let most = 0;
    let done = 0;
    start({
      concurrency: 10,
      async handle(empresaId, jobs) {
        inHand += jobs.length;
        most = Math.max(most, inHand);
        await delay(20);
        await on.db.tenant(empresaId, (tx) => on.queue.finish(tx, jobs));
        inHand -= jobs.length;
        done += jobs.length;
      },
    });
    await ask(...Array.from({ length: 50 }, () => job()));
    await until(() => done === 50);
    expect(most).toBe(10);
  });

  test('a job that fails returns later, later each time, with its reason; the jobs done stay done', async () => {
    const good = job();
    const bad = job();
    let tries = 0;
    start({
      async handle(empresaId, jobs) {
        tries += 1;
        const right = jobs.filter(({ sujeto }) => sujeto === good.sujeto);
        await on.db.tenant(empresaId, (tx) => on.queue.finish(tx, right));
        if (right.length < jobs.length) throw new Error('se cayó');
      },
    });
    await ask(good, bad);
    await until(async () => (await rows()).length === 1 && (await rows())[0]!.ultimo_error !== null);
    const [failed] = await rows();
    expect(failed).toMatchObject({
      sujeto: bad.sujeto,
      intentos: 1,
      ultimo_error: 'Error: se cayó',
      reservado_hasta: null,
    });
    const waitMs = failed!.en.getTime() - on.clock.now().getTime();
    expect(waitMs).toBeGreaterThanOrEqual(750);
    expect(waitMs).toBeLessThanOrEqual(1_250);
    on.clock.advance(waitMs);
    await until(async () => (await rows())[0]!.intentos === 2 && (await rows())[0]!.reservado_hasta === null);
    expect((await rows())[0]!.en.getTime() - on.clock.now().getTime()).toBeGreaterThanOrEqual(1_500);
    expect(tries).toBe(2);
  });

  test('a handler that forgets a job does not lose it', async () => {
    start({ handle: async () => undefined });
    await ask(job());
    await until(async () => (await rows())[0]?.ultimo_error != null);
    expect((await rows())[0]!.ultimo_error).toContain('neither finished nor rescheduled');
  });

  test('a stopping runner waits for the jobs in hand and claims no more', async () => {
    let started = 0;
    let finished = 0;
    start({
      concurrency: 1,
      async handle(empresaId, jobs) {
        started += 1;
        await delay(100);
        await on.db.tenant(empresaId, (tx) => on.queue.finish(tx, jobs));
        finished += 1;
      },
    });
    await ask(job(), job());
    await until(() => started === 1);
    await runners.pop()!.stop(async () => undefined);
    expect([started, finished]).toEqual([1, 1]);
    expect(await rows()).toHaveLength(1);
  });

  test('two runners on one database share the work without a duplicate', async () => {
    const url = on.databaseUrl();
    const done: string[] = [];
    const shares = [0, 0];
    const others: (() => Promise<void>)[] = [];
    for (const share of [0, 1]) {
      const own = url === undefined ? on.db : connectPostgres(url, { onWarning: () => undefined });
      const ownSignals = url === undefined ? on.signals : sharedSignals(url, () => undefined);
      const ownQueue = createQueue({ clock: on.clock, signals: ownSignals });
      const using = { db: own, queue: ownQueue, signals: ownSignals };
      start(
        {
          concurrency: 8,
          async handle(empresaId, jobs) {
            await delay(5);
            await own.tenant(empresaId, (tx) => ownQueue.finish(tx, jobs));
            done.push(...jobs.map(({ sujeto }) => sujeto));
            shares[share]! += jobs.length;
          },
        },
        using,
      );
      if (own !== on.db) others.push(() => ownSignals.close(), own.close);
    }
    const asked = Array.from({ length: 300 }, (_, i) => job({ empresaId: companies[i % 5]! }));
    await ask(...asked);
    await until(() => done.length >= asked.length);
    expect(new Set(done).size).toBe(asked.length);
    expect(done).toHaveLength(asked.length);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    await Promise.all(runners.splice(0).map((runner) => runner.stop(async () => undefined)));
    await Promise.all(others.map((close) => close()));
  });

  test('the jobs of a killed process are free at once when embedded, on PostgreSQL when its lease ends', async () => {
    await ask(job());
    await take();
    let done = 0;
    start({
      async handle(empresaId, jobs) {
        await on.db.tenant(empresaId, (tx) => on.queue.finish(tx, jobs));
        done += jobs.length;
      },
    });
    if (on.db.engine === 'postgresql') {
      await delay(100);
      expect(done).toBe(0);
      await leaseEnds();
    }
    await until(() => done === 1);
  });
});
