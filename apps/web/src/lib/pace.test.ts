import { describe, expect, it } from 'vitest';
import { paceOf } from './pace.ts';

describe('the pace', () => {
  it('the pace is the work in its time, and gives the time left', () => {
    const samples = [
      { at: 0, done: 100 },
      { at: 2_000, done: 300 },
    ];
    expect(paceOf(samples, 50)).toEqual({ perSecond: 100, leftMs: 500 });
  });

  it('the pace is unknown too soon, and when nothing moves', () => {
    expect(paceOf([{ at: 0, done: 0 }], 10)).toBeUndefined();
    expect(
      paceOf(
        [
          { at: 0, done: 0 },
          { at: 100, done: 5 },
        ],
        10,
      ),
    ).toBeUndefined();
    expect(
      paceOf(
        [
          { at: 0, done: 5 },
          { at: 5_000, done: 5 },
        ],
        10,
      ),
    ).toBeUndefined();
  });
});
