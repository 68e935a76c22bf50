import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { sendPriority } from '../issue/store.ts';
import { againAfter, LOST_AFTER, moveOf, type Talked } from './move.ts';
import {
  type Attempt,
  absenceApartMs,
  doubtDelayMs,
  isInDoubt,
  isPost,
  mayHaveArrived,
  nextStep,
  pollDelayMs,
  retryDelayMs,
  type Situation,
} from './next-step.ts';
import { type Outcome, SEQUENCE_USED } from './outcome.ts';

const signed: Situation = { estado: 'firmado', trackId: null, codigo: null, consultable: true };
const apartMs = absenceApartMs.dgii;

const attempt = (operacion: Attempt['operacion'], resultado: Attempt['resultado'], en = 0): Attempt => ({
  operacion,
  resultado,
  trackId: null,
  en,
});

describe('the next step of a document', () => {
  const unheard = attempt('envio', 'desconocido');
  test.each<[string, Attempt[], string, string]>([
    ['never tried', [], 'enviar', 'enviar'],
    ['the bytes never left', [attempt('envio', 'no_enviado')], 'enviar', 'enviar'],
    ['the process died while sending', [attempt('envio', null)], 'conciliar', 'reenviar'],
    ['the outcome is unknown', [unheard], 'conciliar', 'reenviar'],
    ['it is absent once', [unheard, attempt('conciliacion', 'no_hallado')], 'conciliar', 'reenviar'],
    [
      'it is absent twice, too close together',
      [unheard, attempt('conciliacion', 'no_hallado', 0), attempt('conciliacion', 'no_hallado', apartMs - 1)],
      'conciliar',
      'reenviar',
    ],
    [
      'it is absent twice, far enough apart',
      [unheard, attempt('conciliacion', 'no_hallado', 0), attempt('conciliacion', 'no_hallado', apartMs)],
      'enviar',
      'reenviar',
    ],
    [
      'absent before the last post',
      [
        unheard,
        attempt('conciliacion', 'no_hallado', 0),
        attempt('conciliacion', 'no_hallado', apartMs),
        attempt('envio', 'desconocido', apartMs),
      ],
      'conciliar',
      'reenviar',
    ],
    ['asking failed', [unheard, attempt('conciliacion', 'desconocido')], 'conciliar', 'reenviar'],
    ['the process died while asking', [unheard, attempt('conciliacion', null)], 'conciliar', 'reenviar'],
  ])('the next step follows from the attempts: %s', (_, attempts, asked, unasked) => {
    expect(nextStep(signed, attempts, apartMs)).toBe(asked);
    expect(nextStep({ ...signed, consultable: false }, attempts, apartMs)).toBe(unasked);
  });

  test('a document with a trackId is asked for its verdict, and a final state ends it', () => {
    expect(nextStep({ ...signed, estado: 'enviado', trackId: 't' }, [attempt('envio', 'recibido')], apartMs)).toBe(
      'consultar',
    );
    for (const estado of ['aceptado', 'aceptado_condicional', 'rechazado'] as const) {
      expect(nextStep({ ...signed, estado }, [], apartMs)).toBe('terminar');
    }
  });

  test('a document with a used number is only asked about; one with a lost trackId is looked up or sent again', () => {
    const posted = [attempt('envio', 'desconocido')];
    const open: Situation = { ...signed, estado: 'sin_confirmar' };
    expect(nextStep({ ...open, codigo: SEQUENCE_USED }, posted, apartMs)).toBe('consultar');
    expect(nextStep(open, posted, apartMs)).toBe('conciliar');
    expect(nextStep({ ...open, consultable: false }, posted, apartMs)).toBe('reenviar');
  });
});

/** The possible faults of an exchange. `late`: it is processed, but look-ups find it only after a while. */
const faults = [
  'none',
  'dies before',
  'not sent',
  'lost before',
  'lost after',
  'dies after',
  'wrong trackId',
  'late',
] as const;
type Fault = (typeof faults)[number];

/**
 * A simulation of the emission core: the real decisions against an authority that may process or lose a post, answer,
 * lag or stay silent, and a sender that may crash between any two actions. Time is simulated.
 */
function simulate(plan: readonly Fault[], consultable: boolean) {
  const copies: { trackId: string; accepted: boolean; knownAt: number }[] = [];
  let situation: Situation = { ...signed, consultable };
  const attempts: Attempt[] = [];
  let [now, tries, blindPosts] = [0, 0, 0];
  const known = () => copies.filter(({ knownAt }) => knownAt <= now);

  for (let turn = 0; turn < plan.length + 40; turn++) {
    const fault = plan[turn] ?? 'none'; // the end of every run has no faults: it must converge
    const step = nextStep(situation, attempts, apartMs);
    if (step === 'terminar') break;
    tries += 1;
    const dudoso = isInDoubt(attempts, step);
    const post = step === 'enviar' || step === 'reenviar';
    if (post && attempts.some(mayHaveArrived)) {
      const last = attempts.findLastIndex(mayHaveArrived);
      const absences = attempts.slice(last).filter(({ resultado }) => resultado === 'no_hallado');
      if (consultable && absences.length < 2) blindPosts += 1;
    }
    const operacion = step === 'enviar' ? 'envio' : step === 'reenviar' ? 'reenvio' : 'conciliacion';
    if (step !== 'consultar') attempts.push({ operacion, resultado: null, trackId: null, en: now });
    if (fault === 'dies before') {
      now += 30_000;
      continue;
    }
    const outcome = talk(step, fault, dudoso);
    if (outcome === undefined) {
      now += 30_000;
      continue;
    }
    const talked: Talked = {
      documento: { ...situation, ambiente: consultable ? 'testecf' : 'certecf' },
      attempts: step === 'consultar' ? attempts : attempts.slice(0, -1),
      step,
      outcome,
      tries,
    };
    const again = againAfter(talked, 'dgii', new Date(now), 0.5);
    const move = moveOf(talked);
    if (move) situation = { ...situation, estado: move.estado, trackId: move.trackId, codigo: move.codigo };
    if (step !== 'consultar') {
      const trackId = outcome.kind === 'recibido' ? outcome.trackId : null;
      attempts.splice(-1, 1, { operacion, resultado: outcome.kind, trackId, en: now });
    }
    if (again === undefined) break;
    if (again.counting === 'anew') tries = 0;
    if (again.counting === 'uncounted') tries -= 1;
    now += again.afterMs;
  }
  return { copies, situation, blindPosts, attempts };

  function talk(step: Talked['step'], fault: Fault, dudoso: boolean): Outcome | undefined {
    const unknown: Outcome = { kind: 'desconocido', crudo: '', retryAfterMs: undefined };
    if (fault === 'not sent') return { kind: 'no_enviado', crudo: '', retryAfterMs: undefined, retryable: true };
    if (fault === 'lost before') return unknown;
    if (step === 'enviar' || step === 'reenviar') {
      const accepted = !copies.some((copy) => copy.accepted);
      const trackId = `t${copies.length}`;
      copies.push({ trackId, accepted, knownAt: fault === 'late' ? now + 150_000 : now });
      if (fault === 'lost after') return unknown;
      if (fault === 'dies after') return undefined;
      return { kind: 'recibido', trackId: fault === 'wrong trackId' ? 'nobody' : trackId, crudo: '' };
    }
    if (fault === 'lost after') return unknown;
    if (fault === 'dies after') return undefined;
    if (step === 'conciliar') {
      const [best] = known().toSorted((a, b) => Number(b.accepted) - Number(a.accepted));
      return best ? { kind: 'recibido', trackId: best.trackId, crudo: '' } : { kind: 'no_hallado', crudo: '' };
    }
    return ask(dudoso);
  }

  /** The outcome that `delivery.ask` derives from the authority's answers. */
  function ask(dudoso: boolean): Outcome {
    const tracks = new Set(attempts.flatMap(({ trackId }) => trackId ?? []));
    const asked = known().filter(({ trackId }) => tracks.has(trackId) || consultable);
    const accepted = asked.find((copy) => copy.accepted);
    const verdict = { kind: 'veredicto', codigo: '', mensajes: [], crudo: '' } as const;
    if (accepted) return { ...verdict, estado: 'aceptado', secuenciaUtilizada: true, trackId: accepted.trackId };
    if (asked.length === 0) return { kind: 'en_curso', estado: 'recibido', extraviado: true, crudo: '' };
    if (!dudoso) return { ...verdict, estado: 'rechazado', secuenciaUtilizada: true };
    const more = consultable || tracks.size > 1;
    return { kind: 'sin_confirmar', codigo: SEQUENCE_USED, mensajes: [], consultable: more, crudo: '' };
  }
}

describe('simulated sending, faults at every action', () => {
  const plans = fc.array(fc.constantFrom(...faults), { maxLength: 40 });
  const numRuns = inject('every') ? 10_000 : 2_000;

  test('where numbers can be looked up, thousands of runs end accepted, with one copy and no blind post', {
    tags: ['P2.2'],
  }, () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { copies, situation, blindPosts } = simulate(plan, true);
        const accepted = copies.filter((copy) => copy.accepted);
        expect(accepted).toHaveLength(1);
        expect(blindPosts).toBe(0);
        expect(situation).toMatchObject({ estado: 'aceptado', trackId: accepted[0]?.trackId });
      }),
      { numRuns },
    );
  });

  test('where numbers cannot be looked up, thousands of runs have one accepted copy and none ends rejected', {
    tags: ['P2.3'],
  }, () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { copies, situation, attempts } = simulate(plan, false);
        expect(copies.filter((copy) => copy.accepted)).toHaveLength(1);
        expect(['aceptado', 'sin_confirmar']).toContain(situation.estado);
        const posts = attempts.filter((one) => isPost(one) && mayHaveArrived(one));
        expect(posts.slice(1).every(({ operacion }) => operacion === 'reenvio')).toBe(true);
      }),
      { numRuns },
    );
  });
});

describe('delays of sending', () => {
  test('retries wait twice as long each time, never more than a minute, and never longer than they have failed', () => {
    const delays = Array.from({ length: 20 }, (_, i) => retryDelayMs(i + 1, 0));
    expect(delays.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
    expect(Math.max(...delays)).toBe(60_000);
    expect(retryDelayMs(1, 1)).toBe(800);
    let failedFor = 1_000;
    for (const delay of delays) {
      expect(delay).toBeLessThanOrEqual(failedFor);
      failedFor += delay;
    }
  });

  test('the real authority is asked after 5 s and then every 30 s', { tags: ['S9-2'] }, () => {
    expect([0, 1, 2, 9].map((n) => pollDelayMs('dgii', n))).toEqual([5_000, 30_000, 30_000, 30_000]);
  });

  test('an unconfirmed document is asked about less and less often, at least every 15 minutes', () => {
    expect([0, 1, 2, 99].map((n) => doubtDelayMs('dgii', n))).toEqual([60_000, 300_000, 900_000, 900_000]);
  });

  test('an unknown trackId is asked for a bounded number of times', () => {
    const lost: Outcome = { kind: 'en_curso', estado: 'recibido', extraviado: true, crudo: '' };
    const documento = { ...signed, ambiente: 'ecf', estado: 'enviado', trackId: 't' } as const;
    const talked = (tries: number): Talked => ({ documento, attempts: [], step: 'consultar', outcome: lost, tries });
    expect(moveOf(talked(LOST_AFTER - 1))?.estado).toBe('recibido');
    expect(moveOf(talked(LOST_AFTER))).toMatchObject({ estado: 'sin_confirmar', trackId: null, codigo: null });
  });

  test('notes are sent last, summaries before them', { tags: ['S4-9'] }, () => {
    expect([sendPriority(31, false), sendPriority(32, true), sendPriority(34, false)]).toEqual([0, 1, 2]);
  });
});
