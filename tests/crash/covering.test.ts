import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failpoints } from '../../apps/server/src/platform/process/failpoint.ts';
import { elsewhere, killsIn, points } from './covering.ts';

const ambientes = ['testecf', 'certecf', 'ecf'] as const;
const name = (point: string) => point.replace(/:\d+$/, '');

describe('the points at which servers are killed', () => {
  test('each point at which servers are killed is passed at least once in every run: here, or in a crash test that names it', () => {
    const others = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.test.ts') && !/^(covering|crash-)/.test(file))
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .join('\n');
    const selected = new Set(
      ambientes.flatMap((ambiente) => killsIn(ambiente, { every: false, isSecond: false }).points).map(name),
    );
    // Named itself, or by a test that selects all points with the same prefix.
    const isNamed = (point: string) =>
      others.includes(`'${point}`) || others.includes(`startsWith('${point.split('-')[0]}-')`);
    const without = failpoints.filter((point) => (elsewhere.test(point) ? !isNamed(point) : !selected.has(point)));
    expect(without).toEqual([]);
    expect(ambientes.some((ambiente) => killsIn(ambiente, { every: false, isSecond: false }).random > 0)).toBe(true);
  });

  test('each commit and each entry of the journal is a point on the embedded engine beside PostgreSQL', () => {
    const selected = ambientes.flatMap((ambiente) => killsIn(ambiente, { every: false, isSecond: true }).points);
    expect(selected).toEqual(
      failpoints.filter((point) => !elsewhere.test(point) && /-(committed|journaled)$/.test(point)),
    );
  });

  test('every combination has each point in each environment on each engine, and random ones', () => {
    for (const ambiente of ambientes)
      for (const isSecond of [false, true])
        expect(killsIn(ambiente, { every: true, isSecond })).toEqual({ points, random: 6 });
    expect(new Set(points.map(name))).toEqual(new Set(failpoints.filter((point) => !elsewhere.test(point))));
  });
});
