import { expect, test } from 'vitest';
import { createCircuit } from './circuit.ts';

const circuitAt = () => {
  const clock = { now: 0 };
  const limits = { breakerThreshold: 3, probeEveryMs: 1000, longestTrialMs: 60_000 };
  const circuit = createCircuit(limits, () => clock.now);
  return { clock, circuit, fail: (times: number) => Array.from({ length: times }, () => circuit.failed('pasa')) };
};

test('the circuit opens after failures in a row, not before', () => {
  const { circuit, fail } = circuitAt();
  fail(2);
  circuit.succeeded();
  fail(1);
  expect(circuit.open()).toBe(false);
  expect(circuit.admit()).toBe('pasa');
  fail(2);
  expect(circuit.open()).toBe(true);
  expect(circuit.admit()).toBe('espera');
  expect(circuit.waitMs()).toBe(1000);
});

test('a failure that proves an outage opens the circuit at once', () => {
  const { circuit } = circuitAt();
  circuit.failed('pasa', 3);
  expect(circuit.open()).toBe(true);
});

test('an open circuit lets one call through at a time, at intervals that double up to a minute', () => {
  const { clock, circuit, fail } = circuitAt();
  fail(3);
  const trials: number[] = [];
  for (; clock.now < 300_000; clock.now += 100) {
    for (let ask = 0; ask < 3; ask += 1) {
      if (circuit.admit() !== 'prueba') continue;
      expect(circuit.room()).toBe(0);
      trials.push(clock.now / 1000);
      circuit.failed('prueba');
    }
  }
  expect(trials).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243]);
});

test('calls that were under way when the circuit opened do not postpone the next trial', () => {
  const { clock, circuit, fail } = circuitAt();
  fail(3);
  clock.now = 900;
  fail(50);
  expect(circuit.waitMs()).toBe(100);
});

test('one success closes the circuit', () => {
  const { clock, circuit, fail } = circuitAt();
  fail(5);
  clock.now = 1000;
  expect(circuit.admit()).toBe('prueba');
  expect(circuit.admit()).toBe('espera');
  circuit.succeeded();
  expect([circuit.open(), circuit.admit(), circuit.admit()]).toEqual([false, 'pasa', 'pasa']);
});

test('a trial without a result is left to another call', () => {
  const { clock, circuit, fail } = circuitAt();
  fail(3);
  clock.now = 1000;
  expect(circuit.admit()).toBe('prueba');
  circuit.freed('prueba');
  expect(circuit.waitMs()).toBe(1000);
  clock.now = 2000;
  expect(circuit.admit()).toBe('prueba');
});

test('a circuit that was reset lets all through, and opens for longer when nothing had become better', () => {
  const { circuit, fail } = circuitAt();
  fail(3);
  circuit.reset();
  expect(circuit.admit()).toBe('pasa');
  fail(3);
  expect(circuit.waitMs()).toBe(2000);
});
