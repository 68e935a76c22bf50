import { type Estado, estadosFinales } from '@timbre/contract';
import type { Outcome } from './delivery.ts';

/** The kind of an attempt. `reenvio`: a post made when no service could be asked about the one before. */
export type Operacion = 'envio' | 'reenvio' | 'conciliacion';

/** An attempt with the present signature: a post, or a question whether the authority has the number. */
export interface Attempt {
  readonly operacion: Operacion;
  /** How the exchange ended; null = begun and never ended (the process died). */
  readonly resultado: Outcome['kind'] | null;
  /** The trackId that the authority returned. */
  readonly trackId: string | null;
  /** When it ended, epoch milliseconds; when it began, if it never ended. */
  readonly en: number;
}

/** The facts of a document, besides its attempts, that decide its next step. */
export interface Situation {
  readonly estado: Estado;
  readonly trackId: string | null;
  /** Code of the authority's answer; for an unconfirmed document, of the answer that left it open. */
  readonly codigo: string | null;
  /** Whether some service of its environment returns what the authority has of a number. */
  readonly consultable: boolean;
}

/** The next action for a document on its way to the authority. */
export type Step = 'enviar' | 'reenviar' | 'conciliar' | 'consultar' | 'terminar';

/** The fields of an attempt that these rules use; stored questions for the verdict are attempts too. */
type Tried = Pick<Attempt, 'resultado' | 'en'> & { readonly operacion: Operacion | 'consulta' };

export const isPost = ({ operacion }: Pick<Tried, 'operacion'>): boolean =>
  operacion === 'envio' || operacion === 'reenvio';

/** A post that may have reached the authority. */
export const mayHaveArrived = (attempt: Tried): boolean => isPost(attempt) && attempt.resultado !== 'no_enviado';

/**
 * Two look-ups, at least this far apart, must both find nothing before the number counts as absent. A post is abandoned
 * after 30 s without an answer, and may be processed for as long again; look-ups may return stale data. The simulator
 * does neither unless configured to.
 */
export const absenceApartMs = { dgii: 60_000, simulador: 1_000 } as const;
export type Autoridad = keyof typeof absenceApartMs;

/** Whether the authority, since the last post, was asked twice, far enough apart, and did not know the number. */
export function isAbsent(attempts: readonly Tried[], apartMs: number): boolean {
  const since = attempts.slice(attempts.findLastIndex(mayHaveArrived) + 1);
  const absences = since.filter(({ resultado }) => resultado === 'no_hallado').map(({ en }) => en);
  return absences.length > 1 && Math.max(...absences) - Math.min(...absences) >= apartMs;
}

/**
 * Whether a delivery before the present step, a post or not, may have arrived without an answer reaching this platform.
 */
export function isInDoubt(attempts: readonly Tried[], step: Step): boolean {
  const posts = attempts.filter(mayHaveArrived);
  const unheard = posts.some(({ resultado }) => resultado === null || resultado === 'desconocido');
  return unheard || posts.length > (step === 'enviar' || step === 'reenviar' ? 0 : 1);
}

/**
 * Decides the next step of a document, so that it is not sent twice. After an unknown outcome it is posted again only
 * when the authority was asked twice and did not know the number.
 *
 * If no service can be asked, the same bytes are posted again. A second copy changes nothing at the authority, and its
 * rejection is not taken as a verdict on the first.
 *
 * @param attempts those made with its present signature, oldest first
 */
export function nextStep(documento: Situation, attempts: readonly Attempt[], apartMs: number): Step {
  const { estado, trackId, codigo, consultable } = documento;
  if (estadosFinales.has(estado)) return 'terminar';
  if (trackId !== null || (estado === 'sin_confirmar' && codigo !== null)) return 'consultar';
  if (!attempts.some(mayHaveArrived)) return 'enviar';
  if (!consultable) return 'reenviar';
  return isAbsent(attempts, apartMs) ? 'enviar' : 'conciliar';
}

/** Longest wait between tries that reach the network. */
export const LONGEST_RETRY_MS = 60_000;

/**
 * How long to wait before trying again after `failures` failed tries (≥ 1): 1 s doubling to 1 minute, reduced by up to
 * a fifth by `random` in [0, 1). The wait is never longer than the time already spent failing, so sending resumes
 * within twice the duration of an outage.
 */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.round(Math.min(LONGEST_RETRY_MS, 1_000 * 2 ** Math.min(Math.max(failures, 1) - 1, 10)) * (1 - 0.2 * random));

/**
 * Delays between questions for a verdict, by the authority that answers. The n-th question comes after the n-th delay;
 * the last delay repeats.
 * @source specification 001 §9: after 5 s, then every 30 s
 */
const pollMs = {
  dgii: [5_000, 30_000],
  simulador: [150, 500, 1_000, 2_000, 5_000, 30_000],
} as const;

/**
 * Delays between questions about an unconfirmed document. They go on without end: only an answer or a person ends them.
 */
const doubtMs = {
  dgii: [60_000, 300_000, 900_000],
  simulador: [500, 1_000, 2_000, 5_000, 30_000],
} as const;

const delayAt = (delays: readonly number[], asked: number): number =>
  delays[Math.min(asked, delays.length - 1)] ?? 30_000;

/** How long to wait before question number `asked` (0-based) about a trackId. */
export const pollDelayMs = (autoridad: Autoridad, asked: number): number => delayAt(pollMs[autoridad], asked);

/** How long to wait before question number `asked` (0-based) about an unconfirmed document. */
export const doubtDelayMs = (autoridad: Autoridad, asked: number): number => delayAt(doubtMs[autoridad], asked);
