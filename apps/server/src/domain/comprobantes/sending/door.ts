import type { Core } from '../core.ts';
import { adopt } from '../issue/adopt.ts';
import { type Stopwatch, timeIssue } from '../issue/time-issue.ts';
import type { Arriving, Fields } from '../judge/incoming.ts';
import { createStandings, type Standing } from './standing.ts';

/** A document that a program sends through the platform, and how long the program waits for the answer. */
interface Sent {
  readonly empresaId: string;
  readonly kind: Arriving['kind'];
  /** The signed XML. */
  readonly bytes: Buffer;
  /** The other fields of its form: they must agree with the document. */
  readonly fields: Fields;
  readonly watch: Stopwatch;
  /** The longest wait, from when the document is stored. */
  readonly patienceMs: number;
  /** Aborted when the caller waits no longer. */
  readonly signal: AbortSignal;
}

/** The entry point for signed documents. */
export interface Door {
  /**
   * Adopts a document in one transaction, then waits for the DGII's answer to it.
   *
   * @returns its state: answered, or as it is when the caller's patience ends; the queue continues
   * @throws Problem when it is refused: nothing is stored
   */
  send(sent: Sent): Promise<Standing>;
  /** Ends all waiting, present and future: each caller gets the state of its document. */
  close(): void;
}

/** Creates the entry point. */
export function createDoor(context: Core): Door {
  const standings = createStandings(context);
  /** A controller for each waiting caller. The server's close aborts them: each caller gets the state of its document. */
  const waiting = new Set<AbortController>();
  let isClosing = false;

  return {
    async send({ empresaId, kind, bytes, fields, watch, patienceMs, signal }) {
      const id = await timeIssue(context, 'xml', watch, adopt(context, empresaId, kind, bytes, fields));
      const until = new AbortController();
      const giveUp = () => until.abort();
      const timer = setTimeout(giveUp, isClosing || signal.aborted ? 0 : patienceMs);
      signal.addEventListener('abort', giveUp);
      waiting.add(until);
      try {
        return await standings.waitFor(empresaId, id, until.signal);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        waiting.delete(until);
      }
    },
    close() {
      isClosing = true;
      for (const until of waiting) until.abort();
    },
  };
}

/** The message for the sender of a document that the DGII has not answered yet. */
export function underWay({ encf, estado, espera_a }: Standing): string {
  if (estado === 'sin_confirmar')
    return `El comprobante ${encf} se envió a la DGII y no se sabe qué decidió. Búsquelo en su portal y registre en Timbre lo que muestre. No lo emita con otro número.`;
  const after = espera_a === null ? '' : ` en cuanto acepte el ${espera_a}`;
  return `El comprobante ${encf} está guardado y se enviará a la DGII${after}. No lo envíe otra vez: si repite esta llamada con el mismo XML, se le dirá cómo va.`;
}
