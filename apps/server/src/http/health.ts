import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/transactions.ts';
import type { Journal } from '../features/emision/journal.ts';
import type { Quarantine } from '../features/emision/quarantine.ts';
import { refuse } from './problem.ts';
import type { Http } from './register.ts';

/** A condition for the server to be of use. Throws what is wrong. */
export type HealthCheck = () => Promise<void>;

const checkWithinMs = 2_000;
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Serves `/livez` (the process answers), `/readyz` (it can work) and `/metrics` (its figures, to this machine only).
 *
 * @param checks by name, beside the database's; read at each call
 */
export function healthRoutes(
  http: Http,
  context: {
    db: Db;
    clock: Clock;
    checks: ReadonlyMap<string, HealthCheck>;
    journal: Journal;
    quarantine: Quarantine;
  },
): void {
  const { db, clock, checks, journal, quarantine } = context;
  const { fastify } = http;
  const ping: HealthCheck = async () => void (await db.system((tx) => sql`select 1`.execute(tx)));

  fastify.get('/livez', async (_request, reply) => reply.type('text/plain').send('vivo\n'));

  fastify.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      [['base de datos', ping] as const, ...checks].map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const ready = results.every(([, result]) => result === 'bien');
    const comprobaciones = Object.fromEntries(results);
    return reply
      .code(ready ? 200 : 503)
      .send({ estado: ready ? 'listo' : 'no listo', motor: db.engine, comprobaciones, avisos: notices() });
  });

  /** What keeps part of the work from being done: the rest goes on, so the server is ready. */
  const notices = (): string[] => [
    ...(journal.isWritable() ? [] : ['El diario de emisión no se puede escribir: no se emite ni se envía nada']),
    ...quarantine
      .list()
      .map(({ ambiente, rncEmisor, tipo }) => `Números en cuarentena: ${ambiente} ${rncEmisor} ${tipo}`),
  ];

  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedMs = clock.monotonicMs();
  const answered = new Map<string, number>();
  fastify.addHook('onResponse', (_request, reply, done) => {
    const kind = `${Math.floor(reply.statusCode / 100)}xx`;
    answered.set(kind, (answered.get(kind) ?? 0) + 1);
    done();
  });
  fastify.addHook('onClose', async () => delay.disable());

  fastify.get('/metrics', async (request, reply) => {
    if (!loopback.has(request.ip)) refuse('recurso/no-encontrado');
    const { rows: jobs } = await db.system((tx) =>
      sql<{ clase: string; total: number }>`select clase, count(*) as total from trabajo group by clase`.execute(tx),
    );
    const seconds = (nanoseconds: number) => (nanoseconds / 1e9).toFixed(4);
    const lines = [
      `timbre_uptime_seconds ${((clock.monotonicMs() - startedMs) / 1_000).toFixed(0)}`,
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      `timbre_event_loop_delay_seconds{quantile="0.99"} ${seconds(delay.percentile(99))}`,
      `timbre_event_loop_delay_seconds{quantile="1"} ${seconds(delay.max)}`,
      ...[...answered].map(([kind, count]) => `timbre_http_answers_total{status="${kind}"} ${count}`),
      `timbre_journal_writable ${Number(journal.isWritable())}`,
      `timbre_series_quarantined ${quarantine.list().length}`,
      ...jobs.map(({ clase, total }) => `timbre_jobs{clase="${clase}"} ${total}`),
    ];
    // Each look tells of the time since the one before.
    delay.reset();
    return reply.type('text/plain; version=0.0.4').send(`${lines.join('\n')}\n`);
  });
}

async function outcome(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no responde'), checkWithinMs);
  });
  const result = check().then(
    () => 'bien',
    (error: Error) => error.message,
  );
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
