import { expect, test } from 'vitest';
import { gaps, missingTestRanges, rehearsalRanges } from './test-ranges.ts';

test('the numbers that no range has are the gaps between them', () => {
  const ranges = [
    { tipo: 31, desde: 5, hasta: 6 },
    { tipo: 32, desde: 1, hasta: 9 },
    { tipo: 31, desde: 9, hasta: 20 },
  ];
  expect(gaps(ranges, 31, 3, 8)).toEqual([
    { desde: 3, hasta: 4 },
    { desde: 7, hasta: 8 },
  ]);
  expect(gaps(ranges, 31, 10, 5)).toEqual([]);
  expect(gaps(ranges, 31, 20, 3)).toEqual([{ desde: 21, hasta: 22 }]);
});

test('a company without ranges may use in testecf the ranges of the DGII for all: ten types, more of type 32', () => {
  const all = missingTestRanges([]);
  expect(all.map(({ tipo }) => tipo)).toEqual([31, 32, 33, 34, 41, 43, 44, 45, 46, 47]);
  expect(all.map(({ desde }) => desde)).toEqual(Array(10).fill(1));
  expect(all.filter(({ hasta }) => hasta !== 10_000_000)).toEqual([{ tipo: 32, desde: 1, hasta: 50_000_000 }]);
});

test('the numbers of a range are not offered again, and a range beyond them changes nothing', () => {
  const own = [
    { tipo: 31, desde: 101, hasta: 200 },
    { tipo: 31, desde: 10_000_001, hasta: 10_000_009 },
  ];
  const missing = missingTestRanges(own);
  expect(missing.filter(({ tipo }) => tipo === 31)).toEqual([
    { tipo: 31, desde: 1, hasta: 100 },
    { tipo: 31, desde: 201, hasta: 10_000_000 },
  ]);
  expect(missingTestRanges([...own, ...missing])).toEqual([]);
});

test.each(['certecf', 'ecf'] as const)('a rehearsal in %s uses the ranges of the company alone', (ambiente) => {
  expect(rehearsalRanges([], ambiente, '2028-12-31')).toEqual([]);
});
