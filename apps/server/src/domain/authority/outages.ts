import type { AuthorityClient, Service } from '@timbre/authority';
import { type Ambiente, ambientes } from '@timbre/contract';
import type { Logger } from 'pino';
import type { Signals } from '../../platform/db/signals.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { clearFallen, type Fallen, listFallen, storeFallen } from './outage-repo.ts';

/** Topic of the signal that a part of an environment began or ceased to answer. */
export const outageTopic = 'autoridad';

/** The parts of the authority that do not answer, as found by this or another process, and the resulting actions. */
export interface Outages {
  /** The gravest fault of an environment that prevents sending; undefined if there is none. */
  of(ambiente: Ambiente): Fallen | undefined;
  /** Checks everything once; a timer calls it several times a second. */
  look(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Services needed to send documents or to learn their verdicts. */
const sending: ReadonlySet<Service> = new Set([
  'semilla',
  'validarSemilla',
  'enviarECF',
  'enviarRFCE',
  'consultaResultado',
  'consultaTrackIds',
  'consultaRFCE',
  'consultaEstado',
]);

const lookEveryMs = 250;
/** How often the database is read: a signal can be lost, and a job may start to wait just after all were made due. */
const readEveryMs = 2_000;
/** Time without an answer after which the host is probed, and after which the fault is reported. */
const askAfterMs = 1_000;
const tellAfterMs = 1_500;
/** Time without an answer of one service, while others of its host answer, after which the fault is reported. */
const tellServiceAfterMs = 5_000;

const host = '';
const slow = 'Hay peticiones que esperan su respuesta';

/**
 * Watches the environments: probes those that are down, records faults where all processes see them, makes waiting jobs
 * due when a part answers again, and notifies the screens.
 */
export function createOutages(context: {
  readonly authority: AuthorityClient;
  readonly db: Db;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly signals: Signals;
  readonly log: Logger;
}): Outages {
  const { authority, db, clock, queue, signals, log } = context;
  /** The faults recorded in the database, by environment and service. */
  let fallen = new Map<string, Fallen>();
  /** The faults that this process found, with the last try that it recorded. */
  const found = new Map<string, { readonly fase: Fallen['fase']; readonly pruebaMs: number }>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const unsubscribe = signals.on(outageTopic, () => {
    readAtMs = Number.NEGATIVE_INFINITY;
  });

  const keyOf = (ambiente: Ambiente, servicio: string) => `${ambiente} ${servicio}`;

  /** The faults that this process observes now. */
  function failing(ambiente: Ambiente): Omit<Fallen, 'pruebaEn'>[] {
    const troubles = authority
      .troubles(ambiente)
      .filter(({ service }) => service === undefined || sending.has(service));
    const down = troubles.map(({ service, since, reason }) => ({
      ambiente,
      servicio: service ?? host,
      fase: 'caida' as const,
      desde: new Date(since),
      motivo: reason,
    }));
    if (down.some(({ servicio }) => servicio === host)) return down;
    const silences = authority.silences(ambiente).filter(({ service }) => sending.has(service));
    const silence = silences.find(({ ms, ofHostMs }) => ofHostMs >= tellAfterMs || ms >= tellServiceAfterMs);
    if (silence === undefined) return down;
    const desde = new Date(clock.now().getTime() - silence.ms);
    return [{ ambiente, servicio: host, fase: 'tarda', desde, motivo: slow }, ...down];
  }

  function probe(ambiente: Ambiente): void {
    const isDown = authority.troubles(ambiente).some(({ service }) => service === undefined);
    const isSilent = authority.silences(ambiente).some(({ ofHostMs }) => ofHostMs >= askAfterMs);
    if (isDown || isSilent || authority.isSuspect(ambiente)) void authority.probe(ambiente);
  }

  /** Reads the faults that other processes found, and makes jobs due whose fault is gone. */
  async function read(): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - readAtMs < readEveryMs) return;
    readAtMs = nowMs;
    const before = fallen;
    const rows = await db.system(async (tx) => {
      const rows = await listFallen(tx);
      const well = ambientes.filter(
        (ambiente) =>
          !rows.some((row) => row.ambiente === ambiente && row.fase === 'caida') && failing(ambiente).length === 0,
      );
      await queue.wake(tx, 'envio', well);
      return rows;
    });
    fallen = new Map(rows.map((row) => [keyOf(row.ambiente, row.servicio), row]));
    for (const ambiente of ambientes) {
      const key = keyOf(ambiente, host);
      const [was, is] = [before.get(key)?.fase === 'caida', fallen.get(key)?.fase === 'caida'];
      const own = found.get(key)?.fase === 'caida';
      if (is && !own) {
        const { motivo, desde } = fallen.get(key)!;
        authority.fell(ambiente, motivo, desde.getTime());
        found.set(key, { fase: 'caida', pruebaMs: 0 });
      }
      // Another process found that it answers again.
      if (was && !is && own) {
        found.delete(key);
        authority.recovered(ambiente);
      }
    }
    if (!sameNews(before, fallen)) signals.emit(toldTopic);
  }

  /** Records the beginning or end of faults that this process observes. */
  async function note(ambiente: Ambiente): Promise<void> {
    const now = new Map(failing(ambiente).map((one) => [one.servicio, one]));
    const waits = new Map(authority.troubles(ambiente).map(({ service, waitMs }) => [service ?? host, waitMs]));
    for (const [servicio, one] of now) {
      const key = keyOf(ambiente, servicio);
      const waitMs = servicio === host ? 0 : (waits.get(servicio) ?? 0);
      const pruebaMs = clock.monotonicMs() + waitMs;
      const known = found.get(key);
      const isOld =
        servicio === host || waitMs === 0 || (known !== undefined && pruebaMs - known.pruebaMs < lookEveryMs);
      if (known?.fase === one.fase && isOld) continue;
      await db.system((tx) => storeFallen(tx, one, waitMs));
      found.set(key, { fase: one.fase, pruebaMs });
      log.warn({ ambiente, servicio, fase: one.fase, motivo: one.motivo }, 'the authority does not answer');
      changed();
    }
    for (const [key] of found) {
      const [of, servicio = host] = key.split(' ');
      if (of !== ambiente || now.has(servicio)) continue;
      const woken = await db.system(async (tx) => {
        await clearFallen(tx, ambiente, servicio);
        return now.size === 0 ? queue.wake(tx, 'envio', [ambiente]) : 0;
      });
      found.delete(key);
      log.info({ ambiente, servicio, woken }, 'the authority answers again');
      changed();
    }
  }

  function changed(): void {
    readAtMs = Number.NEGATIVE_INFINITY;
    signals.emit(outageTopic);
  }

  async function lookOnce(): Promise<void> {
    for (const ambiente of ambientes) {
      probe(ambiente);
      await note(ambiente);
    }
    await read();
  }

  const look = (): Promise<void> => {
    looking ??= lookOnce()
      .catch((error) => log.warn({ err: error }, 'what the authority does could not be noted'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };

  return {
    of: (ambiente) =>
      [...fallen.values()]
        .filter((one) => one.ambiente === ambiente)
        .sort(
          (a, b) => Number(b.fase === 'caida') - Number(a.fase === 'caida') || a.servicio.localeCompare(b.servicio),
        )[0],
    look,
    async start() {
      await look();
      timer = setInterval(look, lookEveryMs);
    },
    async stop() {
      clearInterval(timer);
      unsubscribe();
      await looking;
    },
  };
}

/** Topic of the signal that the result of {@link Outages.of} has changed: the screens are notified. */
export const toldTopic = 'autoridad:cambio';

const sameNews = (a: ReadonlyMap<string, Fallen>, b: ReadonlyMap<string, Fallen>): boolean =>
  a.size === b.size && [...a].every(([key, { fase }]) => b.get(key)?.fase === fase);
