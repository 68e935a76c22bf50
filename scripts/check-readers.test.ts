import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readerOffences } from './check-readers.ts';
import { root } from './sources.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-readers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const file = 'apps/server/src/features/a/b.ts';

test('the product reads what people write by its readers alone', () => {
  expect(readerOffences(root)).toEqual([]);
});

test.each([
  'Number(text)',
  'Number(row.monto ?? 0)',
  'Number(text.trim())',
  'parseFloat(row.monto)',
  'Number.parseInt(text, 10)',
  "texts.split('-').map(Number)",
  'Date.parse(row.fecha)',
  'new Date(text)',
  'new Date(String(text))',
])('%s is an offence', (call) => {
  write(file, `// one\nexport const value = ${call};`);
  expect(readerOffences(folder, {})).toEqual([`${file}:2: ${call} reads a text; use a reader of packages/values`]);
});

test.each([
  ['a sum of instants', 'new Date(instant + lifeMs)'],
  ['the instant of now', 'new Date()'],
  ['its parts', 'new Date(2026, 1, 1)'],
  ['a comparison', "Number(a.kind === 'x')"],
  ['a yes or no', 'Number(row.isPending) + Number(hasProblem(row)) + Number(!done)'],
  ['a name of the table', 'Number(tipo) + Number(IdDoc.TipoeCF) + Number(today.slice(6))'],
])('%s is no offence', (_, call) => {
  write(file, `export const value = ${call};`);
  expect(readerOffences(folder, {})).toEqual([]);
});

test('rooms and files of the table, tests and their support are left out', () => {
  for (const path of ['packages/values/src/a.ts', 'apps/server/src/a.test.ts', 'apps/server/src/testing/a.ts', file])
    write(path, 'export const value = Number(text);');
  expect(readerOffences(folder, { [file]: 'argued' })).toEqual([]);
});

test('a row of the table that nothing needs is an offence', () => {
  write(file, 'export const value = 1;');
  expect(readerOffences(folder, { [file]: 'argued' })).toEqual([
    `${file}: has no such call; remove its row of own-data.ts`,
  ]);
});
