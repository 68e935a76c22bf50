import type { Ambiente, Estado } from '@timbre/contract';
import type { Counting } from '../../../platform/jobs/queue.ts';
import {
  type Attempt,
  type Autoridad,
  absenceApartMs,
  doubtDelayMs,
  isAbsent,
  LONGEST_RETRY_MS,
  pollDelayMs,
  retryDelayMs,
  type Situation,
  type Step,
} from './next-step.ts';
import type { Outcome } from './outcome.ts';

/** The columns of a document that an exchange with the authority changes. */
export interface Move {
  readonly estado: Estado;
  readonly final: boolean;
  readonly trackId: string | null;
  readonly codigo: string | null;
  readonly mensajes: readonly { readonly codigo: string; readonly valor: string }[];
  readonly secuenciaUtilizada: boolean | null;
}

/** An exchange that ended, with the document and step that it was about. */
export interface Talked {
  readonly documento: Situation & { readonly ambiente: Ambiente };
  readonly attempts: readonly Attempt[];
  readonly step: Exclude<Step, 'terminar'>;
  readonly outcome: Outcome;
  /** Times that the job was claimed since its last progress. */
  readonly tries: number;
}

/**
 * Questions that may find nothing before a trackId counts as lost. They take minutes; a validation takes a fraction of
 * a second.
 */
export const LOST_AFTER = 5;

const open = { final: false, codigo: null, mensajes: [], secuenciaUtilizada: null } as const;

/** The change that results from the exchange; undefined if none. */
export function moveOf({ documento, step, outcome, tries }: Talked): Move | undefined {
  switch (outcome.kind) {
    case 'recibido':
      return { ...open, estado: 'enviado', trackId: outcome.trackId };
    case 'veredicto': {
      const { estado, codigo, mensajes, secuenciaUtilizada } = outcome;
      const trackId = outcome.trackId === undefined ? documento.trackId : outcome.trackId;
      return { estado, final: true, trackId, codigo, mensajes, secuenciaUtilizada };
    }
    case 'sin_confirmar': {
      const { codigo, mensajes } = outcome;
      if (documento.estado === 'sin_confirmar' && documento.codigo === codigo) return undefined;
      return { ...open, estado: 'sin_confirmar', trackId: documento.trackId, codigo, mensajes };
    }
    case 'en_curso': {
      if (documento.estado === 'sin_confirmar' && outcome.extraviado) return undefined;
      if (outcome.extraviado && tries >= LOST_AFTER)
        return { ...open, estado: 'sin_confirmar', trackId: null, mensajes: [lostTrack(documento.trackId)] };
      if (step !== 'consultar' || outcome.estado === documento.estado) return undefined;
      return { ...open, estado: outcome.estado, trackId: documento.trackId };
    }
    default:
      return undefined;
  }
}

const lostTrack = (trackId: string | null) => ({
  codigo: '0',
  valor: `La DGII no reconoce el Track ID ${trackId} que asignó al envío.`,
});

/** When the job runs again. */
export interface Again {
  readonly afterMs: number;
  /** `anew`: it made progress, and its next failure counts as the first. `uncounted`: this try is not counted. */
  readonly counting: Counting | undefined;
  /** The environment whose recovery makes the job due at once. */
  readonly espera: Ambiente | undefined;
}

/** Failed tries after which the authority's recovery no longer makes a post due at once. */
const WOKEN_TRIES = 6;
/** Interval of the tries while a person must renew a certificate or a delegation. */
const HELD_MS = 15 * 60_000;

/** When the job of a document runs again after an exchange; undefined if it is done. */
export function againAfter(talked: Talked, autoridad: Autoridad, now: Date, random: number): Again | undefined {
  const { documento, outcome, tries } = talked;
  const move = moveOf(talked);
  const anew = move !== undefined;
  const wait = (afterMs: number): Again => ({ afterMs, counting: anew ? 'anew' : undefined, espera: undefined });
  /**
   * After a transmission failure. Beyond {@link WOKEN_TRIES} a post waits its full delay, however often the authority
   * recovers.
   */
  const retry = (afterMs: number | undefined): Again => ({
    ...wait(afterMs === undefined ? retryDelayMs(tries, random) : Math.min(afterMs, LONGEST_RETRY_MS)),
    espera: talked.step === 'consultar' || tries <= WOKEN_TRIES ? documento.ambiente : undefined,
  });
  switch (outcome.kind) {
    case 'veredicto':
      return undefined;
    case 'recibido':
      return wait(pollDelayMs(autoridad, 0));
    case 'sin_confirmar':
      return outcome.consultable ? wait(doubtDelayMs(autoridad, anew ? 0 : tries)) : undefined;
    case 'en_curso':
      if (move?.estado === 'sin_confirmar') return wait(0);
      if (documento.estado === 'sin_confirmar') return wait(doubtDelayMs(autoridad, tries));
      return { ...wait(pollDelayMs(autoridad, tries)), counting: undefined };
    case 'no_hallado': {
      if (talked.step !== 'conciliar') return wait(doubtDelayMs(autoridad, tries));
      const absence = { operacion: 'conciliacion', resultado: 'no_hallado', trackId: null, en: now.getTime() } as const;
      const apartMs = absenceApartMs[autoridad];
      // An answer is not a failure: only posts make the next wait longer.
      return { ...wait(isAbsent([...talked.attempts, absence], apartMs) ? 0 : apartMs), counting: 'uncounted' };
    }
    case 'no_enviado':
      if (!outcome.retryable) return wait(HELD_MS);
      if (!outcome.held) return retry(outcome.retryAfterMs);
      return { ...wait(outcome.retryAfterMs ?? 0), counting: 'uncounted', espera: documento.ambiente };
    case 'desconocido':
      return retry(outcome.retryAfterMs);
  }
}
