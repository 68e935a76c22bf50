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
export interface Standings {
  /** The state of a document once it is answered, or when `until` is aborted. */
  waitFor(empresaId: string, id: string, until: AbortSignal): Promise<Standing>;
}

/** A signal may be lost with its process: waiting callers also query at this interval. */
const lookEveryMs = 1_000;

interface Waiting {
  readonly ids: Map<string, Set<(standing: Standing) => void>>;
  look(): void;
}

/**
 * Watches documents for waiting callers. No transaction or connection is held while they wait. On an event of a
 * company, all documents that its callers wait for are queried together.
 */
export function createStandings({ db, signals }: Pick<Core, 'db' | 'signals'>): Standings {
  const companies = new Map<string, Waiting>();

  /** Watches a company while a caller waits for one of its documents. */
  function watch(empresaId: string): Waiting {
    const ids: Waiting['ids'] = new Map();
    let looking = false;
    let again = false;
    const waiting: Waiting = {
      ids,
      look() {
        again = looking;
        if (!looking) void lookNow();
      },
    };
    async function lookNow(): Promise<void> {
      looking = true;
      // A failed query is repeated at the next signal or interval; each caller's wait is limited.
      const standings = await db
        .tenant(empresaId, (tx) => findStandings(tx, empresaId, [...ids.keys()]))
        .catch(() => []);
      looking = false;
      for (const standing of standings) for (const hear of ids.get(standing.id) ?? []) hear(standing);
      if (ids.size === 0) stop();
      else if (again) waiting.look();
    }
    const unhear = signals.on(eventsTopic(empresaId), waiting.look);
    const timer = setInterval(waiting.look, lookEveryMs).unref();
    const stop = () => {
      unhear();
      clearInterval(timer);
      if (companies.get(empresaId) === waiting) companies.delete(empresaId);
    };
    companies.set(empresaId, waiting);
    return waiting;
  }

  return {
    async waitFor(empresaId, id, until) {
      const now = async () => (await db.tenant(empresaId, (tx) => findStandings(tx, empresaId, [id])))[0]!;
      const first = await now();
      if (isAnswered(first) || until.aborted) return first;
      const waiting = companies.get(empresaId) ?? watch(empresaId);
      const hearers = waiting.ids.get(id) ?? new Set();
      waiting.ids.set(id, hearers);
      const answered = await new Promise<Standing | undefined>((resolve) => {
        const hear = (standing: Standing) => {
          if (isAnswered(standing)) end(standing);
        };
        const giveUp = () => end(undefined);
        const end = (standing: Standing | undefined) => {
          until.removeEventListener('abort', giveUp);
          hearers.delete(hear);
          if (hearers.size === 0) waiting.ids.delete(id);
          resolve(standing);
        };
        hearers.add(hear);
        until.addEventListener('abort', giveUp);
        // It may have been answered between the first query and now.
        waiting.look();
      });
      return answered ?? now();
    },
  };
}
