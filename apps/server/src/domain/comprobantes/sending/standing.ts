import { type Estado, estadosFinales, type MensajeDGII } from '@timbre/contract';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Tx } from '../../../platform/db/transactions.ts';
import { eventsTopic } from '../../../platform/events/events.ts';
import type { Core } from '../core.ts';

/** The state of a document at the DGII. */
export interface Standing {
  readonly id: string;
  readonly encf: string;
  readonly es_rfce: boolean;
  readonly estado: Estado;
  readonly track_id: string | null;
  readonly codigo: string | null;
  readonly mensajes: readonly Static<typeof MensajeDGII>[];
  readonly secuencia_utilizada: boolean | null;
  /** The document that a note waits for; null once the note was sent. */
  readonly espera_a: string | null;
}

/** The states of signed documents of a company; ids without a document are left out. */
export async function findStandings(tx: Tx, empresaId: string, ids: readonly string[]): Promise<readonly Standing[]> {
  const { rows } = await sql<Standing>`
    select id, encf, es_rfce, estado, track_id, codigo, mensajes, secuencia_utilizada,
      case when estado = 'firmado' then espera_a end as espera_a
    from documento where empresa_id = ${empresaId} and id = any(${ids}::uuid[]) and xml_sha256 is not null`.execute(tx);
  return rows;
}

/** Whether the DGII has answered as the sender expects: for an e-CF with a trackId, for a summary with a verdict. */
export const isAnswered = ({ es_rfce, estado, track_id }: Standing): boolean =>
  estadosFinales.has(estado) || (!es_rfce && track_id !== null);

/** Waits for the DGII's answers about documents that are being sent. */
interface Standings {
  /** The state of a document once it is answered, or when `until` is aborted. */
  waitFor(empresaId: string, id: string, until: AbortSignal): Promise<Standing>;
}

/** A signal may be lost with its process: waiting callers also query at this interval. */
const lookEveryMs = 1_000;

/**
 * Watches documents for waiting callers. No transaction or connection is held while they wait. On an event of a
 * company, all documents that its callers wait for are queried together.
 */
export function createStandings({ db, signals }: Pick<Core, 'db' | 'signals'>): Standings {
  const companies = new Map<string, Watch>();
  const watchOf = (empresaId: string): Watch => {
    const known = companies.get(empresaId);
    if (known !== undefined) return known;
    const made = new Watch(db, signals, empresaId, () => {
      if (companies.get(empresaId) === made) companies.delete(empresaId);
    });
    companies.set(empresaId, made);
    return made;
  };
  return {
    async waitFor(empresaId, id, until) {
      const now = async () => (await db.tenant(empresaId, (tx) => findStandings(tx, empresaId, [id])))[0]!;
      const first = await now();
      if (isAnswered(first) || until.aborted) return first;
      return (await watchOf(empresaId).answerOf(id, until)) ?? now();
    },
  };
}

/** Watches the documents of a company while callers wait for them. */
class Watch {
  readonly #db: Core['db'];
  readonly #empresaId: string;
  readonly #hearers = new Map<string, Set<(standing: Standing) => void>>();
  readonly #stop: () => void;
  #looking = false;
  #again = false;

  /** @param onStop called when no caller waits any more */
  constructor(db: Core['db'], signals: Core['signals'], empresaId: string, onStop: () => void) {
    this.#db = db;
    this.#empresaId = empresaId;
    const look = () => this.#look();
    const unhear = signals.on(eventsTopic(empresaId), look);
    const timer = setInterval(look, lookEveryMs).unref();
    this.#stop = () => {
      unhear();
      clearInterval(timer);
      onStop();
    };
  }

  /** The standing of a document once it is answered; undefined if the signal comes before. */
  answerOf(id: string, until: AbortSignal): Promise<Standing | undefined> {
    const hearers = this.#hearers.get(id) ?? new Set();
    this.#hearers.set(id, hearers);
    return new Promise((resolve) => {
      const hear = (standing: Standing) => {
        if (isAnswered(standing)) end(standing);
      };
      const giveUp = () => end(undefined);
      const end = (standing: Standing | undefined) => {
        until.removeEventListener('abort', giveUp);
        hearers.delete(hear);
        if (hearers.size === 0) this.#hearers.delete(id);
        resolve(standing);
      };
      hearers.add(hear);
      until.addEventListener('abort', giveUp);
      // It may have been answered between the first query and now.
      this.#look();
    });
  }

  #look(): void {
    this.#again = this.#looking;
    if (!this.#looking) void this.#lookNow();
  }

  async #lookNow(): Promise<void> {
    this.#looking = true;
    // A failed query is repeated at the next signal or interval; each caller's wait is limited.
    const standings = await this.#db
      .tenant(this.#empresaId, (tx) => findStandings(tx, this.#empresaId, [...this.#hearers.keys()]))
      .catch(() => []);
    this.#looking = false;
    for (const standing of standings) for (const hear of this.#hearers.get(standing.id) ?? []) hear(standing);
    if (this.#hearers.size === 0) this.#stop();
    else if (this.#again) this.#look();
  }
}
