import { expect, test, vi } from 'vitest';

vi.stubGlobal('window', { addEventListener: () => {} });
const { lastError } = await import('./mutation.ts');

const [first, second] = [new Error('first'), new Error('second')];
const idle = { error: null, submittedAt: 0 };

test('of several actions, the failure of the last attempt is shown', () => {
  expect(lastError({ error: first, submittedAt: 1 }, { error: second, submittedAt: 2 }, idle)).toBe(second);
  expect(lastError({ error: first, submittedAt: 3 }, { error: second, submittedAt: 2 }, idle)).toBe(first);
});

test('an attempt that runs or succeeded hides the failure of an earlier one', () => {
  expect(lastError({ error: first, submittedAt: 1 }, { error: null, submittedAt: 2 })).toBeNull();
});

test('without an attempt there is no failure', () => {
  expect(lastError(idle, idle)).toBeNull();
});
