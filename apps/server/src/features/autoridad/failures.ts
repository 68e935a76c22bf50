import { AuthorityUnreachable } from '@timbre/authority';
import { Problem } from '../../http/problem.ts';

/**
 * Passes on what the authority answers; that she cannot be reached, or does not take the certificate, becomes a refusal
 * that says so.
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
