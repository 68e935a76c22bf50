import { expect, it } from 'vitest';
import { deadlineOf, isUrgent } from './deadline.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const inHours = (hours: number, sinEntregar = 2) => ({
  sinEntregar,
  entregarAntesDe: new Date(now + hours * 3_600_000).toISOString(),
});

it('documents issued in contingency are counted, with the time left for the first', () => {
  expect(deadlineOf(inHours(70.5), now)).toBe(
    '2 emitidos en contingencia: quedan 70 h 30 min para entregar el primero.',
  );
  expect(deadlineOf(inHours(-1, 1), now)).toBe(
    '1 emitido en contingencia: venció el plazo para entregar el primero; se enviará en cuanto responda.',
  );
  expect(deadlineOf({ sinEntregar: 0, entregarAntesDe: null }, now)).toBe('');
});

it('a deadline with less than 12 hours left is urgent', () => {
  expect([isUrgent(inHours(12), now), isUrgent(inHours(11.9), now), isUrgent(inHours(-1), now)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(isUrgent({ sinEntregar: 0, entregarAntesDe: null }, now)).toBe(false);
});
