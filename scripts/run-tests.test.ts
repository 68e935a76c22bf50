import { expect, test } from 'vitest';
import type { FileResult } from './lane-reporter.mjs';
import { emptyLanes, laneSums, slowestFiles } from './run-tests.mjs';

const result = (lane: string, file: string, start: number, end: number, passed = 1): FileResult => ({
  ...{ lane, file, start, end, passed },
  ...{ skipped: 0, failures: [], secondTries: [] },
});

test('a lane in which no test passed is a failure, also when its files were skipped', () => {
  const files = [result('together', 'a.test.ts', 0, 1), result('postgres', 'b.test.ts', 0, 1, 0)];
  expect(emptyLanes({ files, unhandled: [] }, ['together', 'postgres', 'newest'])).toEqual([
    'The lane postgres ran no test',
    'The lane newest ran no test',
  ]);
});

test('the slowest 25 files are listed, with their lane', () => {
  const files = Array.from({ length: 30 }, (_, n) => result('together', `${n}.test.ts`, 0, n * 1_000));
  const lines = slowestFiles({ files, unhandled: [] });
  expect(lines).toHaveLength(26);
  expect([lines[1], lines.at(-1)]).toEqual(['    29 s  together  29.test.ts', '     5 s  together  5.test.ts']);
});

test('each lane has the sum of its files, and the time that it took beside the others', () => {
  const files = [
    result('together', 'a.test.ts', 0, 10_000),
    result('together', 'b.test.ts', 5_000, 12_000),
    result('journeys', 'c.test.ts', 2_000, 5_000),
  ];
  expect(laneSums({ files, unhandled: [] }).slice(1)).toEqual([
    '    17 s     12 s  together, 2 files',
    '     3 s      3 s  journeys, 1 files',
  ]);
});
