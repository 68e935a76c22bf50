import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkOffences } from './check-links.ts';
import { root } from './sources.mjs';

let folder: string;

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-links-'));
  write(
    'docs/design/numbers.md',
    '# Numbers\n\n## The issue journal\n\n## Who may, and why?\n\n```\n## not one\n```\n\n## Twice\n\n## Twice\n',
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

test('each link and each document named in a comment of this repository leads to a file and a heading', () => {
  expect(linkOffences(root)).toEqual([]);
});

test.each([
  ['a file that is not there', 'README.md', '[a](docs/design/none.md)', 'there is no docs/design/none.md'],
  [
    'a heading that is not there',
    'README.md',
    '[a](docs/design/numbers.md#the-journal)',
    'docs/design/numbers.md has no heading #the-journal',
  ],
  [
    'a heading inside of code',
    'README.md',
    '[a](docs/design/numbers.md#not-one)',
    'docs/design/numbers.md has no heading #not-one',
  ],
  ['a heading of its own that is not there', 'docs/a.md', '# A\n[a](#b)', 'docs/a.md has no heading #b'],
  ['a file beside it that is not there', 'docs/a.md', '[a](design/none.md)', 'there is no docs/design/none.md'],
  [
    'in a comment, a heading that is not there',
    'apps/server/src/a.ts',
    '/** See docs/design/numbers.md#journal. */',
    'docs/design/numbers.md has no heading #journal',
  ],
  [
    'in a comment, a file that is not there',
    'scripts/a.mjs',
    '// docs/decisions/0027-no-way.md',
    'there is no docs/decisions/0027-no-way.md',
  ],
  [
    'a decision by its number',
    'packages/a/src/a.ts',
    '// See decision 0088.',
    'names a decision by its number; name the heading of its chapter',
  ],
])('a broken link is an offence: %s', (_, file, content, wrong) => {
  write(file, content);
  expect(linkOffences(folder)).toEqual([`${file}: ${wrong}`]);
});

test.each([
  ['a heading', 'README.md', '[a](docs/design/numbers.md#the-issue-journal)'],
  ['a heading with signs', 'docs/a.md', '[a](design/numbers.md#who-may-and-why)'],
  ['the second of two equal headings', 'docs/a.md', '[a](design/numbers.md#twice-1)'],
  ['a folder', 'README.md', '[a](docs/design/)'],
  ['an address of the web, and code', 'README.md', '[a](https://example.com/x.md#y) `[b](none.md)`'],
  [
    'in a comment, a heading at the end of a sentence',
    'bench/a.ts',
    '// See docs/design/numbers.md#the-issue-journal.',
  ],
  ['a copy in an archive of a release', 'release/timbre/docs/operar.md', '[a](../none.md)'],
  ['an archived decision, whatever it names', 'docs/decisions/archive/0001-a.md', '[a](none.md), decision 0002'],
])('a valid link is no offence: %s', (_, file, content) => {
  write(file, content);
  expect(linkOffences(folder)).toEqual([]);
});
