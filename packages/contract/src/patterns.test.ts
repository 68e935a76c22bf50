import { expect, test } from 'vitest';
import { namedCalls } from './named.ts';

/** The parts of a schema that have a pattern. */
function patternsIn(schema: unknown, path: string): { path: string; pattern: string; examples: unknown[] }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern, examples } = schema as { pattern?: unknown; examples?: unknown[] };
  const own = typeof pattern === 'string' ? [{ path, pattern, examples: examples ?? [] }] : [];
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => patternsIn(part, `${path}.${name}`))];
}

const sent = namedCalls.flatMap(({ name, route }) =>
  patternsIn([route.params, route.query, route.headers, route.body, route.form], name),
);

test('a text that must have a certain shape has an example of it, which a refusal shows', () => {
  expect(sent.length).toBeGreaterThan(30);
  const wanted = sent.filter(({ pattern }) => pattern !== '\\S');
  expect(wanted.filter(({ pattern, examples }) => !new RegExp(pattern).test(String(examples[0] ?? '\0')))).toEqual([]);
});
