import { AuthorityUnreachable, type Refused } from '@timbre/authority';
import { Problem } from '@timbre/refusal';

/**
 * Passes on the authority's answer. If it cannot be reached, or rejects the certificate, the result is a refusal with
 * that reason.
 */
export async function tellFailures<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AuthorityUnreachable)) throw error;
    if (error.reason === 'certificado') throw new Problem('autoridad/rechazo', error.message);
    const { retryAfterMs } = error;
    const wait = retryAfterMs === undefined ? {} : { retryAfterS: Math.ceil(retryAfterMs / 1000) };
    throw new Problem('autoridad/no-disponible', error.message, undefined, wait);
  }
}

/** The refusal of a request in the authority's words. */
export const refusedBy = ({ mensajes }: Pick<Refused, 'mensajes'>): Problem =>
  new Problem('autoridad/rechazo', mensajes.map(({ codigo, valor }) => `${codigo}: ${valor}`).join('; '));
