import type { FastifyReply } from 'fastify';
import type { Form } from '../../http/form.ts';
import type { Http } from '../../http/register.ts';
import type { Core } from '../core.ts';
import type { Arriving } from '../judge/incoming.ts';
import { createStandings, isAnswered, type Standing } from '../sending/standing.ts';
import { adopt } from './adopt.ts';
import { timeIssue } from './time-issue.ts';

/**
 * A document that a program sends through the platform: the signed bytes, the form's fields, and how long the caller
 * waits.
 */
export interface Sent {
  readonly empresaId: string;
  readonly kind: Arriving['kind'];
  readonly bytes: Buffer;
  readonly form: Form;
  /** The header `Prefer`. */
  readonly prefer: string | undefined;
  readonly reply: FastifyReply;
}

/** The longest that a caller waits for the DGII: less than the 30 s after which the specification's client gives up. */
const patienceMs = 20_000;

/**
 * The entry point for signed documents. Each is adopted in one transaction. Then the caller waits, for a limited time,
 * for the DGII's answer to the queued document. If none comes in time the reply is 202, and the queue continues.
 */
export function createDoor(http: Http, context: Core): (sent: Sent) => Promise<Standing> {
  const standings = createStandings(context);
  const waiting = new Set<AbortController>();
  // When the server closes, waiting callers are first told the state of their document.
  let closing = false;
  http.fastify.addHook('preClose', async () => {
    closing = true;
    for (const until of waiting) until.abort();
  });

  return async ({ empresaId, kind, bytes, form, prefer, reply }) => {
    const id = await timeIssue(context, 'xml', reply, adopt(context, empresaId, kind, bytes, form));
    const until = new AbortController();
    const giveUp = () => until.abort();
    const timer = setTimeout(giveUp, closing ? 0 : preferredMs(prefer));
    reply.raw.once('close', giveUp);
    waiting.add(until);
    try {
      const standing = await standings.waitFor(empresaId, id, until.signal);
      if (!isAnswered(standing)) reply.code(202);
      return standing;
    } finally {
      clearTimeout(timer);
      reply.raw.off('close', giveUp);
      waiting.delete(until);
    }
  };
}

/** How long a caller asks to wait. @source RFC 7240 §4.1, §4.3 */
function preferredMs(prefer = ''): number {
  if (/(^|[,;\s])respond-async\b/i.test(prefer)) return 0;
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})/i.exec(prefer)?.[1];
  return seconds === undefined ? patienceMs : Math.min(patienceMs, Number(seconds) * 1_000);
}

/** The message for the sender of a document that the DGII has not answered yet. */
export function underWay({ encf, estado, espera_a }: Standing): string {
  if (estado === 'sin_confirmar')
    return `El comprobante ${encf} se envió a la DGII y no se sabe qué decidió. Búsquelo en su portal y registre en Timbre lo que muestre. No lo emita con otro número.`;
  const after = espera_a === null ? '' : ` en cuanto acepte el ${espera_a}`;
  return `El comprobante ${encf} está guardado y se enviará a la DGII${after}. No lo envíe otra vez: si repite esta llamada con el mismo XML, se le dirá cómo va.`;
}
