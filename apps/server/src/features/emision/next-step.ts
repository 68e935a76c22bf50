import { type Estado, estadosFinales } from '@timbre/contract';
import type { Outcome } from './delivery.ts';

/**
 * The latest attempt at a document that could have changed what the authority has: a post, or a question whether she has it.
 * `resultado` is how the talk ended; null = begun and never ended (the process died).
 */
export interface LastAttempt {
  readonly operacion: 'envio' | 'conciliacion';
  readonly resultado: Outcome['kind'] | null;
}

/** What to do next with a document on its way to the authority. */
export type Step = 'enviar' | 'conciliar' | 'consultar' | 'terminar';

/**
 * Decides the next step of a document. The one rule that keeps it from being sent twice: after an outcome nobody knows,
 * the authority is asked before anything is posted again.
 *
 * @param documento its state and trackId
 * @param last its latest attempt, where there is one
 */
export function nextStep(documento: { estado: Estado; trackId: string | null }, last?: LastAttempt): Step {
  if (estadosFinales.has(documento.estado)) return 'terminar';
  if (documento.trackId !== null) return 'consultar';
  if (last === undefined) return 'enviar';
  if (last.operacion === 'conciliacion') return last.resultado === 'no_hallado' ? 'enviar' : 'conciliar';
  return last.resultado === 'no_enviado' ? 'enviar' : 'conciliar';
}

/** Milliseconds before the n-th retry (0-based) when the authority cannot be reached; never more than 15 minutes. */
const retryMs = [1_000, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000] as const;

/** How long to wait before trying again after `failures` failed tries (≥ 1), with ±20 % jitter from `random` in [0, 1). */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.round((retryMs[Math.min(failures, retryMs.length) - 1] ?? retryMs[0]) * (0.8 + 0.4 * random));

/**
 * When to ask for a verdict, by which authority answers: the n-th question comes after the n-th delay, the last repeats.
 * @source specification 001 §9: after 5 s, then every 30 s
 */
const pollMs = {
  dgii: [5_000, 30_000],
  simulador: [150, 500, 1_000, 2_000, 5_000, 30_000],
} as const;

/** How long to wait before the question number `asked` (0-based) about a trackId. */
export const pollDelayMs = (autoridad: keyof typeof pollMs, asked: number): number => {
  const delays = pollMs[autoridad];
  return delays[Math.min(asked, delays.length - 1)] ?? 30_000;
};

/** Order of sending: e-CFs, then summaries, then notes, which may only follow their invoice. @source specification 001 §5 */
export const sendPriority = (tipo: number, esRFCE: boolean): number =>
  tipo === 33 || tipo === 34 ? 2 : esRFCE ? 1 : 0;
