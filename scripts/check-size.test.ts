import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sizeOffences } from './check-size.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-size-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const offencesOf = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return sizeOffences(folder);
};
const lines = (count: number, line = 'f();') => `${line}\n`.repeat(count);
const functionOf = (length: number, head = 'function f()') => `${head} {\n${lines(length - 2)}}\n`;
const branches = (count: number) => `const f = (a) => {\n  ${'if (a) f();'.repeat(count)}\n};\n`;

const source = 'packages/a/src/x.ts';
const server = 'apps/server/src/x.ts';
const web = 'apps/web/src/x.tsx';

test.each([
  ['a file at the limit', source, lines(400)],
  ['a function at the limit', source, functionOf(60)],
  ['a complexity at the limit', source, branches(19)],
  ['a table: a long list', source, `export const table = [\n${lines(200, "  'row',")}];\n`],
  ['a table that is a file', 'packages/ecf/src/schema/codes/x.ts', lines(500, '// row')],
  ['a component, in a file at the limit', web, functionOf(400, 'export function List()')],
  ['a component that is an arrow', web, `const List = memo(() => {\n${lines(100)}});\n`],
  ['the closures of a component', web, `function List() {\n${functionOf(61, 'const f = () =>')}}\n`],
  ['a list of handlers', server, functionOf(90, 'export function aRoutes(http: Http, ctx: Context)')],
  ['the branches of the functions in a function', source, `function f() {\n${lines(10, branches(3))}}\n`],
  ['a test file at the limit, its tests in one function', 'packages/a/src/x.test.ts', functionOf(400)],
  ['test support at the limit, in one function', 'apps/server/src/a/testing/x.ts', functionOf(400)],
  ['generated files', 'packages/a/src/x.generated.ts', lines(500)],
  ['files of other folders', 'packages/a/fixtures/x.ts', lines(500)],
])('the size is allowed: %s', (_, path, text) => {
  expect(offencesOf(path, text)).toEqual([]);
});

test.each([
  ['a file', source, lines(401), ':1: has 401 lines, of at most 400'],
  ['a component file', 'packages/a/src/x.tsx', lines(401), ':1: has 401 lines, of at most 400'],
  ['a test file', 'packages/a/src/x.test.ts', lines(401), ':1: has 401 lines, of at most 400'],
  ['a test file of the screens', 'apps/web/src/x.test.tsx', lines(401), ':1: has 401 lines, of at most 400'],
  ['test support', 'packages/a/testing/x.ts', lines(401), ':1: has 401 lines, of at most 400'],
  ['test support of the systems', 'tests/crash/x.ts', lines(401), ':1: has 401 lines, of at most 400'],
  ['a test file of the systems', 'tests/crash/x.test.ts', lines(401), ':1: has 401 lines, of at most 400'],
  ['a function', source, functionOf(61), ':1: a function of 61 lines, of at most 60'],
  ['a closure', server, `const f = () => {\n${lines(60)}};\n`, ':1: a function of 62 lines, of at most 60'],
  ['a method', server, `class A {\n${functionOf(61, '  f()')}}\n`, ':2: a function of 61 lines, of at most 60'],
  ['a hook', 'apps/web/src/use-x.ts', functionOf(61, 'function useX()'), ':1: a function of 61 lines, of at most 60'],
  ['a hook beside components', web, functionOf(61, 'function useX()'), ':1: a function of 61 lines, of at most 60'],
  ['a handler', server, `function r(http: Http) {\n${functionOf(61)}}\n`, ':2: a function of 61 lines, of at most 60'],
  ['a function with many branches', source, branches(20), ':1: a function of complexity 21, of at most 20'],
  [
    'a condition of many parts',
    'scripts/x.mjs',
    `const f = (a) => ${Array(21).fill('a').join(' && ')};\n`,
    ':1: a function of complexity 21, of at most 20',
  ],
])('the size is refused: %s', (_, path, text, offence) => {
  expect(offencesOf(path, text)).toEqual([path + offence]);
});
