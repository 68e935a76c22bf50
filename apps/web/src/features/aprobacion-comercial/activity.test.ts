import { expect, test } from 'vitest';
import { type Activity, readLog, withActivity } from './activity.ts';

const line = (at: number): Activity => ({ at, words: `línea ${at}`, tone: 'ok' });

test('the newest line comes first, and the log has at most 100', { tags: ['SI2.4-3'] }, () => {
  let log: Activity[] = [];
  for (let at = 1; at <= 120; at++) log = withActivity(log, line(at));
  expect(log).toHaveLength(100);
  expect([log[0]!.at, log.at(-1)!.at]).toEqual([120, 21]);
});

test('a stored log is read back without what is no line', () => {
  expect(readLog(JSON.stringify([line(2), line(1)]))).toEqual([line(2), line(1)]);
  expect(readLog(JSON.stringify([line(2), { at: 'ayer' }, null, 7]))).toEqual([line(2)]);
  expect(readLog('{')).toEqual([]);
  expect(readLog('{}')).toEqual([]);
  expect(readLog(null)).toEqual([]);
});
