import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packagesAreCurrent } from './setup.mjs';
import { hashSources, staleParts, workspaceClosure } from './sources.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
};

const writeServer = () => {
  write('apps/server/package.json', { dependencies: { '@timbre/upper': '*', fastify: '1' } });
  write('apps/server/src/main/main.ts', 'main');
  write('packages/upper/package.json', { dependencies: { '@timbre/lower': '*' } });
  write('packages/upper/src/index.ts', 'upper');
  write('packages/lower/package.json', {});
  write('packages/lower/src/index.ts', 'lower');
};

const build = () => {
  for (const { name, stamp } of staleParts(folder)) write(`dist/${name}.stamp`, stamp);
};

const staleNames = () => staleParts(folder).map(({ name }) => name);

test('a repository without applications has nothing to build', () => {
  expect(staleParts(folder)).toEqual([]);
});

test('the closure of a workspace includes its dependencies, direct and indirect', () => {
  writeServer();
  expect(workspaceClosure(folder, 'apps/server')).toEqual(['apps/server', 'packages/upper', 'packages/lower']);
});

test('a part is stale until built, and again when a source far below it changes', () => {
  writeServer();
  expect(staleNames()).toEqual(['server']);
  build();
  expect(staleNames()).toEqual([]);
  write('packages/lower/src/index.ts', 'lower, changed');
  expect(staleNames()).toEqual(['server']);
});

test('the web part does not become stale by a change in the server', () => {
  writeServer();
  write('apps/web/package.json', { dependencies: { '@timbre/lower': '*' } });
  write('apps/web/index.html', '<html>');
  build();
  write('apps/server/src/main/main.ts', 'main, changed');
  expect(staleNames()).toEqual(['server']);
  write('packages/lower/src/index.ts', 'lower, changed');
  expect(staleNames()).toEqual(['server', 'web']);
});

test('tests, prose and installed packages are no sources', () => {
  write('src/a.ts', 'a');
  const before = hashSources(folder, ['src']);
  write('src/a.test.ts', 'test');
  write('src/README.md', 'prose');
  write('src/node_modules/x/index.js', 'x');
  expect(hashSources(folder, ['src'])).toBe(before);
});

test('moving text from one file to the next changes the hash', () => {
  write('src/a.ts', 'ab');
  write('src/b.ts', 'c');
  const before = hashSources(folder, ['src']);
  write('src/a.ts', 'a');
  write('src/b.ts', 'bc');
  expect(hashSources(folder, ['src'])).not.toBe(before);
});

test('packages are current when every one the lock demands is installed in its version', () => {
  const lock = (version: string) => ({
    packages: {
      '': { name: 'timbre' },
      'packages/ecf': { version: '0.1.0' },
      'node_modules/@timbre/ecf': { link: true },
      'node_modules/pg': { version },
      'node_modules/other-system': { version: '1.0.0', optional: true },
    },
  });
  write('package-lock.json', lock('1.0.0'));
  expect(packagesAreCurrent(folder)).toBe(false);
  const { 'node_modules/other-system': _, ...installed } = lock('1.0.0').packages;
  write('node_modules/.package-lock.json', { packages: installed });
  expect(packagesAreCurrent(folder)).toBe(true);
  write('package-lock.json', lock('1.0.1'));
  expect(packagesAreCurrent(folder)).toBe(false);
});
