import { expect, it } from 'vitest';
import { pauseAfter, retryAfterOf } from './pause.ts';

it('a pause with Retry-After ends then or up to half as late again, never before', () => {
  const refused = { retryAfterMs: 15_000 };
  expect([0, 0.5, 1].map((random) => pauseAfter(refused, 500, random))).toEqual([15_000, 18_750, 22_500]);
});

it('a pause without Retry-After ends within half to one and a half of it', () => {
  for (const failure of [undefined, new Error('x'), { retryAfterMs: undefined }])
    expect([0, 1].map((random) => pauseAfter(failure, 1_000, random))).toEqual([500, 1_500]);
});

it.each([
  ['15', 15_000],
  ['0', 0],
  ['Mon, 16 Mar 2026 14:00:30 GMT', 30_000],
  ['Mon, 16 Mar 2026 13:00:00 GMT', 0],
  ['86400', 300_000],
  ['pronto', undefined],
  [null, undefined],
])('the header Retry-After %s is a pause', (header, ms) =>
  expect(retryAfterOf(header, Date.parse('2026-03-16T14:00:00Z'))).toBe(ms),
);
