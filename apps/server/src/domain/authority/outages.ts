import type { AuthorityClient, Service } from '@timbre/authority';
import { type Ambiente, ambientes } from '@timbre/contract';
import type { Logger } from 'pino';
import type { Signals } from '../../platform/db/signals.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { clearFallen, type Fallen, listFallen, storeFallen } from './outage-repo.ts';

/** Topic of the signal that a part of an environment began or ceased to answer. */
const outageTopic = 'autoridad';

/** The parts of the authority that do not answer, as observed by this or another process, and the resulting actions. */
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

/** The services of the watch. */
interface Watched {
  readonly authority: AuthorityClient;
  readonly db: Db;
  readonly clock: Clock;
  readonly queue: Queue;
  readonly signals: Signals;
  readonly log: Logger;
}

/**
 * Watches the environments: probes those that are down, records faults where all processes see them, makes waiting jobs
 * due when a part answers again, and notifies the screens.
 */
export const createOutages = (watched: Watched): Outages => new Watch(watched);

/** A fault as this process observes it. */
type Failing = Omit<Fallen, 'pruebaEn'>;

class Watch implements Outages {
  readonly #watched: Watched;
  /** The faults recorded in the database, by environment and service. */
  #recorded: ReadonlyMap<string, Fallen> = new Map();
  /** The faults that this process observed, with the last try that it recorded. */
  readonly #observed = new Map<string, { readonly fase: Fallen['fase']; readonly pruebaMs: number }>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #unsubscribe: () => void;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#unsubscribe = watched.signals.on(outageTopic, () => {
      this.#readAtMs = Number.NEGATIVE_INFINITY;
    });
  }

  of(ambiente: Ambiente): Fallen | undefined {
    return [...this.#recorded.values()].filter((one) => one.ambiente === ambiente).sort(gravestFirst)[0];
  }

  look(): Promise<void> {
    this.#looking ??= this.#lookOnce()
      .catch((error) => this.#watched.log.warn({ err: error }, 'what the authority does could not be noted'))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async start(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => this.look(), lookEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    for (const ambiente of ambientes) {
      probeIfNeeded(this.#watched.authority, ambiente);
      const failing = failingOf(this.#watched, ambiente);
      await this.#recordFailing(ambiente, failing);
      await this.#recordAnswering(ambiente, new Set(failing.map(({ servicio }) => servicio)));
    }
    await this.#readRecorded();
  }

  /** Records the faults that began, or whose next try changed. */
  async #recordFailing(ambiente: Ambiente, failing: readonly Failing[]): Promise<void> {
    const { authority, db, clock, log } = this.#watched;
    const waits = new Map(authority.troubles(ambiente).map(({ service, waitMs }) => [service ?? host, waitMs]));
    for (const one of failing) {
      const { servicio, fase, motivo } = one;
      const key = keyOf(ambiente, servicio);
      const waitMs = servicio === host ? 0 : (waits.get(servicio) ?? 0);
      const pruebaMs = clock.monotonicMs() + waitMs;
      const known = this.#observed.get(key);
      const isSameTry =
        servicio === host || waitMs === 0 || (known !== undefined && pruebaMs - known.pruebaMs < lookEveryMs);
      if (known?.fase === fase && isSameTry) continue;
      await db.system((tx) => storeFallen(tx, one, waitMs));
      this.#observed.set(key, { fase, pruebaMs });
      log.warn({ ambiente, servicio, fase, motivo }, 'the authority does not answer');
      this.#announce();
    }
  }

  /** Clears the faults that ended. When none is left, makes the waiting jobs due. */
  async #recordAnswering(ambiente: Ambiente, failing: ReadonlySet<string>): Promise<void> {
    const { db, queue, log } = this.#watched;
    for (const key of this.#observed.keys()) {
      const [of, servicio = host] = key.split(' ');
      if (of !== ambiente || failing.has(servicio)) continue;
      const woken = await db.system(async (tx) => {
        await clearFallen(tx, ambiente, servicio);
        return failing.size === 0 ? queue.wake(tx, 'envio', [ambiente]) : 0;
      });
      this.#observed.delete(key);
      log.info({ ambiente, servicio, woken }, 'the authority answers again');
      this.#announce();
    }
  }

  /** Signals all processes to read the faults. */
  #announce(): void {
    this.#readAtMs = Number.NEGATIVE_INFINITY;
    this.#watched.signals.emit(outageTopic);
  }

  /** Reads the faults that all processes recorded, adopts their changes and notifies the screens. */
  async #readRecorded(): Promise<void> {
    const nowMs = this.#watched.clock.monotonicMs();
    if (nowMs - this.#readAtMs < readEveryMs) return;
    this.#readAtMs = nowMs;
    const before = this.#recorded;
    const rows = await this.#listAndWake();
    this.#recorded = new Map(rows.map((row) => [keyOf(row.ambiente, row.servicio), row]));
    for (const ambiente of ambientes) this.#adopt(ambiente, before.get(keyOf(ambiente, host)));
    if (!sameNews(before, this.#recorded)) this.#watched.signals.emit(outageChangeTopic);
  }

  /** The recorded faults. Makes the jobs due of the environments that have none. */
  #listAndWake(): Promise<readonly Fallen[]> {
    const { db, queue } = this.#watched;
    return db.system(async (tx) => {
      const rows = await listFallen(tx);
      const isDown = (ambiente: Ambiente) => rows.some((row) => row.ambiente === ambiente && row.fase === 'caida');
      const well = ambientes.filter((ambiente) => !isDown(ambiente) && failingOf(this.#watched, ambiente).length === 0);
      await queue.wake(tx, 'envio', well);
      return rows;
    });
  }

  /** Informs the client of what another process observed about the host of an environment. @param was recorded before */
  #adopt(ambiente: Ambiente, was: Fallen | undefined): void {
    const { authority } = this.#watched;
    const key = keyOf(ambiente, host);
    const now = this.#recorded.get(key);
    const isOwn = this.#observed.get(key)?.fase === 'caida';
    if (now?.fase === 'caida' && !isOwn) {
      authority.fell(ambiente, now.motivo, now.desde.getTime());
      this.#observed.set(key, { fase: 'caida', pruebaMs: 0 });
    }
    if (was?.fase === 'caida' && now?.fase !== 'caida' && isOwn) {
      this.#observed.delete(key);
      authority.recovered(ambiente);
    }
  }
}

const keyOf = (ambiente: Ambiente, servicio: string) => `${ambiente} ${servicio}`;

/** Those that prevent sending before those that delay it. */
const gravestFirst = (a: Fallen, b: Fallen): number =>
  Number(b.fase === 'caida') - Number(a.fase === 'caida') || a.servicio.localeCompare(b.servicio);

/** The faults that this process observes now. */
function failingOf({ authority, clock }: Watched, ambiente: Ambiente): readonly Failing[] {
  const troubles = authority.troubles(ambiente).filter(({ service }) => service === undefined || sending.has(service));
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

/** Probes an environment that is down, that is silent or of which a service fails. */
function probeIfNeeded(authority: AuthorityClient, ambiente: Ambiente): void {
  const isDown = authority.troubles(ambiente).some(({ service }) => service === undefined);
  const isSilent = authority.silences(ambiente).some(({ ofHostMs }) => ofHostMs >= askAfterMs);
  if (isDown || isSilent || authority.isSuspect(ambiente)) void authority.probe(ambiente);
}

/** Topic of the signal that the result of {@link Outages.of} has changed: the screens are notified. */
export const outageChangeTopic = 'autoridad:cambio';

const sameNews = (a: ReadonlyMap<string, Fallen>, b: ReadonlyMap<string, Fallen>): boolean =>
  a.size === b.size && [...a].every(([key, { fase }]) => b.get(key)?.fase === fase);
