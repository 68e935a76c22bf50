import { Problem } from '@timbre/refusal';
import { beside, type Db, type Tx } from '../../../platform/db/transactions.ts';
import type { EventLog } from '../../../platform/events/events.ts';
import { type Continuity, createContinuity, type Look, missingFrom } from './continuity.ts';
import type { Issued, Journal, NumberSeries } from './journal.ts';

/** Prevents numbers from being assigned twice when the database has lost issued numbers. */
export interface Quarantine {
  /** Whether numbers of the series must not be assigned. */
  holds(series: NumberSeries): boolean;
  /** Every held series, with the highest number that a journal has. */
  list(): readonly Issued[];
  /** How many other processes work on this database now. */
  beside(): number;
  /** Why this process issues nothing at all, in Spanish; undefined if it may issue. */
  reason(): string | undefined;
  /**
   * Called in the transaction that numbers: requires that the database is the one that every journal was compared with.
   *
   * @throws Problem `secuencia/cuarentena`; `servidor/base-de-datos` while it is being compared
   */
  demandSame(tx: Tx): Promise<void>;
  /**
   * Called in the transaction that numbers: whether the database has the highest number that this journal has of the
   * series.
   * The database is queried only if a number at or below that one would be taken. If it does not have the number, the
   * series is held.
   */
  knows(tx: Tx, series: NumberSeries, lowest: number): Promise<boolean>;
  /** Compares again, and releases the series whose numbers were reconciled. */
  recheck(): Promise<void>;
  /** Stops the periodic comparison. The process has issued its last number. */
  close(): Promise<void>;
}

/** Topic of the signal that numbers were reconciled or journals confirmed, possibly by another process. */
export const quarantineTopic = 'cuarentena';

const keyOf = ({ ambiente, rncEmisor, tipo }: NumberSeries) => `${ambiente} ${rncEmisor} ${tipo}`;

const lookEveryMs = 1_000;
/** How long a start waits for the other processes before it continues without issuing. */
const patienceMs = 3_000;
const againMs = 100;

/** The services of the quarantine. */
interface QuarantineOptions {
  readonly db: Db;
  readonly journal: Journal;
  readonly events: EventLog;
  onWarning(error: Error): void;
}

/**
 * Compares the journals with the database, at start and whenever another life of the database begins. On PostgreSQL it
 * compares once a second, so that the processes know of each other.
 */
export async function openQuarantine(options: QuarantineOptions): Promise<Quarantine> {
  const watch = new Watch(options);
  await watch.begin();
  return watch;
}

class Watch implements Quarantine {
  readonly #options: QuarantineOptions;
  readonly #continuity: Continuity;
  #seen: Look | undefined;
  #held: ReadonlyMap<string, Issued> = new Map();
  #looking: Promise<void> | undefined;
  #again = false;
  #failing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QuarantineOptions) {
    this.#options = options;
    this.#continuity = createContinuity(options);
  }

  /** Compares, waits a moment for the other processes, and compares from then on. */
  async begin(): Promise<void> {
    const { db, journal } = this.#options;
    await this.recheck();
    for (let waitedMs = 0; waitedMs < patienceMs && mayClearItself(this.#seen, db); waitedMs += againMs) {
      await new Promise((resolve) => setTimeout(resolve, againMs));
      await this.recheck();
    }
    if (db.engine === 'postgresql' && journal.id !== undefined)
      this.#timer = setInterval(() => this.#recheckInBackground(), lookEveryMs).unref();
  }

  holds(series: NumberSeries): boolean {
    return this.#held.has(keyOf(series));
  }

  list(): readonly Issued[] {
    return [...this.#held.values()];
  }

  beside(): number {
    return this.#seen?.beside ?? 0;
  }

  reason(): string | undefined {
    const seen = this.#seen;
    if (seen?.isUnconfirmed) return unconfirmed;
    if (seen === undefined || seen.waitingFor === 0) return undefined;
    return seen.isJoining ? joining : waiting(seen.waitingFor);
  }

  async demandSame(tx: Tx): Promise<void> {
    if (await this.#continuity.isSame(tx)) return;
    beside(() => this.#recheckInBackground());
    const held = this.reason();
    if (held !== undefined) throw new Problem('secuencia/cuarentena', held);
    throw new Problem('servidor/base-de-datos', comparing, undefined, { retryAfterS: 1 });
  }

  async knows(tx: Tx, series: NumberSeries, lowest: number): Promise<boolean> {
    const numero = this.#options.journal.highestOf(series);
    if (numero < lowest || (await missingFrom(tx, [{ ...series, numero }])).length === 0) return true;
    this.#held = new Map([...this.#held, [keyOf(series), { ...series, numero }]]);
    this.#continuity.doubt();
    beside(() => this.#recheckInBackground());
    return false;
  }

  /** Only one comparison runs at a time; a call during one causes another after it. */
  recheck(): Promise<void> {
    if (this.#looking !== undefined) {
      this.#again = true;
      return this.#looking;
    }
    this.#looking = this.#compareUntilDone();
    return this.#looking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking?.catch(() => undefined);
    await this.#continuity.rest().catch(() => undefined);
  }

  async #compareUntilDone(): Promise<void> {
    try {
      do {
        this.#again = false;
        this.#seen = await this.#continuity.look();
        this.#held = new Map(this.#seen.missing.map((issued) => [keyOf(issued), issued]));
      } while (this.#again);
    } finally {
      this.#looking = undefined;
    }
  }

  /** A comparison in the background. A database failure is reported once, and the next comparison tries again. */
  #recheckInBackground(): Promise<void> {
    return this.recheck().then(
      () => {
        this.#failing = false;
      },
      (error: Error) => {
        if (!this.#failing) this.#options.onWarning(error);
        this.#failing = true;
      },
    );
  }
}

/** Whether waiting may help: the other processes compare once a second. */
const mayClearItself = (seen: Look | undefined, { engine }: Db): boolean =>
  engine === 'postgresql' && seen !== undefined && (seen.waitingFor > 0 || seen.isUnconfirmed);

const comparing =
  'La base de datos se reinició o cambió. Se está comparando con los diarios de emisión; vuelva a intentarlo.';
const unconfirmed =
  'Falta el diario de emisión de este proceso y la base de datos ya tiene números emitidos: no se emite hasta confirmarlo (./timbre diario rehacer)';
const joining =
  'Otro proceso emitía hace unos segundos y aún no se ha comprobado que sabe de este. Espere unos segundos y vuelva a intentarlo.';
const waiting = (journals: number) =>
  `La base de datos se reinició, se restauró o cambió de servidor: no se emite hasta compararla con ${journals} diario(s) de emisión más. Inicie esos procesos o confirme que se perdieron (./timbre diario rehacer)`;
