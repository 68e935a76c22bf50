import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LastAttempt, nextStep, pollDelayMs, retryDelayMs, sendPriority } from './next-step.ts';

const signed = { estado: 'firmado', trackId: null } as const;

describe('the next step of a document', () => {
  test.each<[string, LastAttempt | undefined, string]>([
    ['never tried', undefined, 'enviar'],
    ['the process died while sending', { operacion: 'envio', resultado: null }, 'conciliar'],
    ['the outcome is unknown', { operacion: 'envio', resultado: 'desconocido' }, 'conciliar'],
    ['the bytes never left', { operacion: 'envio', resultado: 'no_enviado' }, 'enviar'],
    ['the authority does not know it', { operacion: 'conciliacion', resultado: 'no_hallado' }, 'enviar'],
    ['asking failed', { operacion: 'conciliacion', resultado: 'desconocido' }, 'conciliar'],
    ['the process died while asking', { operacion: 'conciliacion', resultado: null }, 'conciliar'],
  ])('%s', (_, last, step) => {
    expect(nextStep(signed, last)).toBe(step);
  });

  test('with a trackId it asks for the verdict, and a final state ends it', () => {
    expect(nextStep({ estado: 'enviado', trackId: 't' }, { operacion: 'envio', resultado: 'recibido' })).toBe(
      'consultar',
    );
    for (const estado of ['aceptado', 'aceptado_condicional', 'rechazado'] as const) {
      expect(nextStep({ estado, trackId: null })).toBe('terminar');
    }
  });
});

/**
 * The emission core as a whole, simulated: an authority that may process or lose a post, answer or stay silent, and a
 * sender that may die between any two actions. Every seed must end with exactly one accepted copy.
 */
describe('simulated sending, faults at every action', () => {
  type World = { accepted: number; posts: number; blindPosts: number };

  function run(faults: readonly number[]): { world: World; done: boolean } {
    const world: World = { accepted: 0, posts: 0, blindPosts: 0 };
    const documento: { estado: 'firmado' | 'enviado' | 'aceptado' | 'rechazado'; trackId: string | null } = {
      estado: 'firmado',
      trackId: null,
    };
    let last: LastAttempt | undefined;
    let sure = true; // the last thing known of the authority is definite
    for (let i = 0; i < faults.length + 20; i++) {
      const fault = faults[i] ?? 0; // the end of every run is free of faults: it must converge
      const step = nextStep(documento, last);
      if (step === 'terminar') return { world, done: true };
      if (step === 'enviar') {
        last = { operacion: 'envio', resultado: null };
        if (fault === 1) continue; // dies before the bytes leave
        if (fault === 2) {
          last = { operacion: 'envio', resultado: 'no_enviado' };
          continue;
        }
        world.posts++;
        if (!sure) world.blindPosts++;
        const processed = fault !== 3; // lost before processing
        if (processed) world.accepted++;
        sure = false;
        if (fault === 4 || fault === 3) {
          last = { operacion: 'envio', resultado: 'desconocido' };
          continue;
        }
        if (fault === 5) continue; // dies after processing
        last = { operacion: 'envio', resultado: 'recibido' };
        documento.trackId = 't';
        documento.estado = 'enviado';
        sure = true;
      } else if (step === 'conciliar') {
        last = { operacion: 'conciliacion', resultado: null };
        if (fault === 1 || fault === 5) continue;
        if (fault !== 0) {
          last = { operacion: 'conciliacion', resultado: 'desconocido' };
          continue;
        }
        sure = true;
        if (world.accepted > 0) {
          documento.trackId = 't';
          documento.estado = 'enviado';
          last = { operacion: 'conciliacion', resultado: 'recibido' };
        } else last = { operacion: 'conciliacion', resultado: 'no_hallado' };
      } else if (fault === 0) {
        documento.estado = 'aceptado';
      }
    }
    return { world, done: false };
  }

  test('10,000 runs: always one accepted copy, never a blind second post, always an end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (faults) => {
        const { world, done } = run(faults);
        expect(done).toBe(true);
        expect(world.accepted).toBe(1);
        expect(world.blindPosts).toBe(0);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('delays', () => {
  test('retries grow and never wait more than 15 minutes and a fifth', () => {
    const delays = Array.from({ length: 20 }, (_, i) => retryDelayMs(i + 1, 0.5));
    expect(delays.slice(0, 3)).toEqual([1_000, 2_000, 5_000]);
    expect(Math.max(...delays)).toBe(900_000);
    expect(retryDelayMs(1, 0)).toBe(800);
  });

  test('the real authority is asked after 5 s and then every 30 s', () => {
    expect([0, 1, 2, 9].map((n) => pollDelayMs('dgii', n))).toEqual([5_000, 30_000, 30_000, 30_000]);
  });

  test('notes go last, summaries before them', () => {
    expect([sendPriority(31, false), sendPriority(32, true), sendPriority(34, false)]).toEqual([0, 1, 2]);
  });
});
