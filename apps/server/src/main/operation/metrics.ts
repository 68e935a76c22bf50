import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AuthorityClient } from '@timbre/authority';
import { refuse } from '@timbre/refusal';
import type { Logger } from 'pino';
import type { Journal } from '../../domain/comprobantes/numbers/journal.ts';
import type { Quarantine } from '../../domain/comprobantes/numbers/quarantine.ts';
import type { Config } from '../../domain/config.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { Http } from '../../platform/http/register.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { DiskSpace } from '../../platform/process/disk-space.ts';
import type { Instruments } from '../../platform/process/instruments.ts';
import { watchLoopDelay } from '../../platform/process/loop-delay.ts';
import { type Backlog, readBacklog } from './backlog-repo.ts';
import { createGauges } from './gauges.ts';

const loopback = new Set<unknown>(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const forwarding = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Whether the caller is a program of this machine, and not a proxy on it, trusted or not, that forwards a request. */
const isOfThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  loopback.has(socket.remoteAddress) && forwarding.every((name) => headers[name] === undefined);

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request has the token; compared in constant time. */
function bringsToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const brought = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && brought !== undefined && timingSafeEqual(digest(brought), digest(token));
}

/**
 * The metrics use at most one part in this many of the database's time, however often they are read: a small queue is
 * queried for each reader, a long one every few seconds.
 */
const restFactor = 20;
const longestRestMs = 10_000;
/** Time limit for the database's figures. */
const withinMs = 2_000;

/**
 * Serves `/metrics`: to this machine, and from anywhere to callers with the token.
 *
 * If the database does not answer, the other figures are served without its own.
 */
export function metricsRoutes(
  http: Http,
  context: {
    readonly config: Pick<Config, 'metricsToken'>;
    readonly db: Db;
    readonly clock: Clock;
    readonly log: Logger;
    readonly space: DiskSpace;
    readonly journal: Journal;
    readonly quarantine: Quarantine;
    readonly authority: Pick<AuthorityClient, 'troubles'>;
    readonly metrics: Instruments;
  },
): void {
  const { config, db, clock, log, space, journal, quarantine, authority, metrics } = context;
  const { fastify } = http;
  const { registry, httpAnswers, httpSeconds } = metrics;
  const startedMs = clock.monotonicMs();
  const tell = createGauges(registry);
  const readRested = rested(() => db.system((tx) => readBacklog(tx, clock.now())));
  const stop = watchLoopDelay(registry);
  fastify.addHook('onClose', async () => stop());

  fastify.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'otra';
    httpAnswers.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
    httpSeconds.observe({ method, route }, reply.elapsedTime / 1_000);
    done();
  });

  fastify.get('/metrics', async ({ raw }, reply) => {
    if (!isOfThisMachine(raw) && !bringsToken(raw, config.metricsToken)) refuse('recurso/no-encontrado');
    const backlog = await inTime(
      readRested().catch((error) => {
        log.warn({ err: error }, 'the figures of the database could not be read');
        return undefined;
      }),
    );
    const engine = backlog === undefined ? undefined : await db.engineMemory?.();
    const now = clock.now();
    tell({ now, uptimeMs: clock.monotonicMs() - startedMs, space, journal, quarantine, authority, backlog, engine });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * Repeats the query only after a rest of {@link restFactor} times its last duration; until then returns the last
 * result.
 */
function rested(read: () => Promise<Backlog>): () => Promise<Backlog> {
  let last: Promise<Backlog> | undefined;
  let restUntilMs = 0;
  return () => {
    if (last !== undefined && performance.now() < restUntilMs) return last;
    const startedMs = performance.now();
    restUntilMs = Number.POSITIVE_INFINITY;
    last = read().finally(() => {
      const endedMs = performance.now();
      restUntilMs = endedMs + Math.min((endedMs - startedMs) * restFactor, longestRestMs);
    });
    return last;
  };
}

/** The result; undefined if the database does not answer in time. */
async function inTime(reading: Promise<Backlog | undefined>): Promise<Backlog | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), withinMs);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
