import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linesWithoutPath, specificationCalls } from '../../apps/server/src/main/testing/specification-calls.ts';

// The table of the specification's calls is compared with the texts: each path of their §7 is a row, each row but our own
// is in the text, and each line without a path is listed.

const folder = new URL('../../../shared/seeds/', import.meta.url);

interface Line {
  /** `METHOD path`, for each path of the line. */
  readonly calls: readonly string[];
}

/** Methods and paths of a line, in their order. */
const words = /\b(GET|POST|PUT|PATCH|DELETE)\b|(?<![\w<])\/[A-Za-z{\d][\w{}|/-]*|(?<= )api\/[\w/]+/g;

/** The rows and the points of §7 of a text. */
function linesOf(text: string): Line[] {
  const section = readFileSync(new URL(readdirSync(folder).find((name) => name.startsWith(text))!, folder), 'utf8')
    .split(/^## 7\..*$/m)[1]!
    .split(/^## 8\./m)[0]!;
  return section
    .split('\n')
    .filter((line) => /^(- |\| (?!Method))/.test(line))
    .map((line) => {
      let method = '';
      const calls: string[] = [];
      for (const [word, isMethod] of line.matchAll(words)) {
        if (isMethod) method = word;
        else calls.push(`${method} ${word}`);
      }
      return { calls };
    });
}

describe.skipIf(!existsSync(folder))('the table of the calls of the specification', () => {
  test.each(Object.keys(linesWithoutPath) as (keyof typeof linesWithoutPath)[])(
    'the table has every path of §7 of text %s, and no line without a path is forgotten',
    { tags: ['S7-15'] },
    (text) => {
      const lines = linesOf(text);
      const written = [...new Set(lines.flatMap(({ calls }) => calls))].sort();
      const ofTable = specificationCalls
        .filter((row) => row.text === text && row.written !== '')
        .map(({ call, written = call.split(' ')[1]! }) => `${call.split(' ')[0]} ${written}`);
      expect([...new Set(ofTable)].sort()).toEqual(written);
      expect(lines.filter(({ calls }) => calls.length === 0)).toHaveLength(linesWithoutPath[text].length);
    },
  );
});
