import { expect, it } from 'vitest';
import { dayAfterKey } from './calendar-keys.ts';

it('arrows move by days and weeks, also into another month', () => {
  expect(dayAfterKey('2026-12-31', 'ArrowRight', false)).toBe('2027-01-01');
  expect(dayAfterKey('2026-03-01', 'ArrowLeft', false)).toBe('2026-02-28');
  expect(dayAfterKey('2026-12-05', 'ArrowUp', false)).toBe('2026-11-28');
  expect(dayAfterKey('2026-12-05', 'ArrowDown', false)).toBe('2026-12-12');
});

it('Home and End move to the ends of the week, Sunday and Saturday', () => {
  expect(dayAfterKey('2026-11-25', 'Home', false)).toBe('2026-11-22');
  expect(dayAfterKey('2026-11-25', 'End', false)).toBe('2026-11-28');
  expect(dayAfterKey('2026-11-22', 'Home', false)).toBe('2026-11-22');
});

it('the page keys move by months, with Shift by years; a shorter month gives its last day', () => {
  expect(dayAfterKey('2026-01-31', 'PageDown', false)).toBe('2026-02-28');
  expect(dayAfterKey('2026-01-15', 'PageUp', false)).toBe('2025-12-15');
  expect(dayAfterKey('2028-02-29', 'PageDown', true)).toBe('2029-02-28');
  expect(dayAfterKey('2028-02-29', 'PageUp', true)).toBe('2027-02-28');
});

it('other keys do not move', () => {
  expect(dayAfterKey('2026-01-31', 'Enter', false)).toBeUndefined();
});
