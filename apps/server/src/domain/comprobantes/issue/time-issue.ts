import { Problem } from '@timbre/refusal';
import type { Core } from '../core.ts';

/** Milliseconds since the request arrived. */
export type Stopwatch = () => number;

/**
 * Measures an emission from its arrival until its result is durable, and counts a refusal. Issued documents are counted
 * elsewhere, where their type is known.
 *
 * @param issuing the pending emission; the caller handles its outcome
 */
export async function timeIssue<T>(
  { metrics }: Pick<Core, 'metrics'>,
  origen: 'api' | 'xml',
  watch: Stopwatch,
  issuing: Promise<T>,
): Promise<T> {
  try {
    const issued = await issuing;
    metrics.issueSeconds.observe({ origen }, watch() / 1_000);
    return issued;
  } catch (error) {
    const resultado = error instanceof Problem ? error.code : 'servidor/error';
    metrics.issueRequests.inc({ origen, tipo: '', resultado });
    throw error;
  }
}
