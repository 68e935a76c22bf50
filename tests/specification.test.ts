import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/sources.mjs';

/** Rows of the tables in a text: section, rule, and the tests that prove the rule, each as `file › its name`. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [section = '', rule = '', shown = ''] = line.slice(2, -2).split(' | ');
      return { section, rule, tests: shown.split('<br>').map((one) => one.split(' › ')) };
    });
const read = (document: string) => readFileSync(join(root, 'docs', document), 'utf8');
/** The parts for the platform, for invoices and for the fiscal reports. */
const [specification = [], invoices = [], reports = []] = read('specification.md').split('\n## ').map(rowsOf);
const promises = rowsOf(read('promises.md'));

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** True if a test file contains a test of exactly that name. */
function hasTest(file: string, name: string): boolean {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  return ["'", '"', '`'].some((quote) => new RegExp(`\\(\\s*${literally(quote + name + quote)}`).test(source));
}

describe('docs/specification.md and docs/promises.md', () => {
  test('the first speaks of every section of the specification', () => {
    const sections = ['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '2.10', '2.11'];
    expect(new Set(specification.map(({ section }) => section))).toEqual(
      new Set([...sections, '3', '4', '5', '6', '7', '8', '9']),
    );
  });

  test.each([
    ['invoices', invoices],
    ['reports', reports],
  ])('the part of the %s has rules too', (_, rules) => expect(rules.length).toBeGreaterThan(0));

  test.each([...specification, ...invoices, ...reports, ...promises])(
    '$section $rule: the tests it names exist',
    ({ tests }) => {
      expect(tests.filter(([file = '', name = '']) => !hasTest(file, name))).toEqual([]);
    },
  );
});
