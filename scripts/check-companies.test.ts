import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { companyOffences } from './check-companies.ts';
import { root } from './sources.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-companies-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

test('the tests of this repository make their companies by calls', () => {
  expect(companyOffences(root)).toEqual([]);
});

test.each([
  ['apps/server/src/a.test.ts', "import { ensureDemo } from './first-start.ts';", 'imports first-start'],
  ['tests/crash/rig.ts', "await import('../../apps/server/src/main/first-start.ts')", 'imports first-start'],
  ['apps/server/src/main/testing/b.ts', 'await createEmpresa(ctx, tx, company);', 'uses createEmpresa'],
  ['bench/c.ts', "tx.insertInto('empresa').values(row)", 'inserts into the table empresa'],
  ['tests/d.test.ts', 'sql`INSERT INTO empresa (id) values (1)`', 'inserts into the table empresa'],
])('%s with %s is an offence', (file, content, wrong) => {
  write(file, content);
  expect(companyOffences(folder)).toEqual([`${file}: ${wrong}; make the company with stranger()`]);
});

test.each([
  ['product code', 'apps/server/src/first.ts', "import { ensureDemo } from './first-start.ts';"],
  ['a test of the database', 'apps/server/src/platform/db/tables.test.ts', 'insert into empresa (id) values (1)'],
  ['another table', 'tests/e.test.ts', 'insert into empresa_borrada (id) values (1)'],
])('%s is no offence', (_, file, content) => {
  write(file, content);
  expect(companyOffences(folder)).toEqual([]);
});
