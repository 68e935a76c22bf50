import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layerOffences } from './check-layers.ts';
import { root } from './sources.mjs';

let folder: string;

const write = (path: string, content: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};

const writePackage = (path: string, name: string, layer: number, dependencies: string[] = []) => {
  const versions = Object.fromEntries(dependencies.map((dependency) => [dependency, '*']));
  write(
    `${path}/package.json`,
    JSON.stringify({ name, layer, exports: { '.': './src/index.ts' }, dependencies: versions }),
  );
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-layers-'));
  write('package.json', JSON.stringify({ devDependencies: { vitest: '4' } }));
  writePackage('packages/low', '@timbre/low', 0);
  writePackage('packages/high', '@timbre/high', 1, ['@timbre/low', 'pg']);
  writePackage('apps/server', '@timbre/server', 4, ['@timbre/high']);
  writePackage('apps/web', '@timbre/web', 4, ['@timbre/high', '@timbre/server']);
  write('packages/low/src/index.ts', "export * from './part.ts';");
  write('packages/low/src/part.ts', 'export const part = 1;');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the files of this repository respect its layers', () => {
  expect(layerOffences(root)).toEqual([]);
});

test('ARCHITECTURE.md lists each workspace with its layer', () => {
  const listed = [
    ...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(
      /^\| \[[\w-]+\]\(((?:packages|apps)\/[\w-]+)\) \| (−?\d) \|/gm,
    ),
  ].map(([, path, layer = '']) => [path, Number(layer.replace('−', '-'))]);
  const workspaces = ['packages', 'apps']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .map((path) => [path, JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).layer]);
  expect(listed.toSorted()).toEqual(workspaces.toSorted());
});

test.each([
  ['a lower package that it lists', 'packages/high/src/index.ts', "import { part } from '@timbre/low';"],
  [
    'Node, npm packages it lists and its own files',
    'packages/high/src/index.ts',
    "import 'node:fs'; import 'pg'; import './x.ts';",
  ],
  ["the repository's test tools, from a test", 'packages/low/src/part.test.ts', "import { test } from 'vitest';"],
  [
    'test tools and other test support, from test support',
    'packages/low/src/testing/x.ts',
    "import 'vitest'; import './y.ts';",
  ],
])('a file may import %s', (_, file, content) => {
  write(file, content);
  expect(layerOffences(folder)).toEqual([]);
});

test.each([
  ['upwards', 'packages/low/src/part.ts', "import '@timbre/high';", 'layer 0 imports @timbre/high of layer 1'],
  ['sideways', 'apps/web/src/main.tsx', "import '@timbre/server';", 'layer 4 imports @timbre/server of layer 4'],
  [
    'upwards by export',
    'packages/low/src/part.ts',
    "export { x } from '@timbre/high';",
    'layer 0 imports @timbre/high',
  ],
  ['upwards at run time', 'packages/low/src/part.ts', "await import('@timbre/high');", 'layer 0 imports @timbre/high'],
  [
    'upwards for a type',
    'packages/low/src/part.ts',
    "import type { X } from '@timbre/high';",
    'layer 0 imports @timbre/high',
  ],
  [
    'past the front door',
    'packages/high/src/a.ts',
    "import '@timbre/low/src/part.ts';",
    'is not an entry of @timbre/low',
  ],
  ['across by path', 'packages/high/src/a.ts', "import '../../low/src/part.ts';", 'reaches out of its package'],
  [
    'what it does not list',
    'apps/server/src/main/main.ts',
    "import '@timbre/low';",
    '@timbre/low is not in its package.json',
  ],
  ['test tools outside a test', 'packages/low/src/part.ts', "import 'vitest';", 'vitest is not in its package.json'],
])('a file may not import %s', (_, file, content, offence) => {
  write(file, content);
  expect(layerOffences(folder).join('\n')).toContain(`${file}: `);
  expect(layerOffences(folder).join('\n')).toContain(offence);
});

test('files of a package that import each other are an offence, also by their types', () => {
  write('packages/low/src/part.ts', "import './other.ts';");
  write('packages/low/src/other.ts', "import type { X } from './part.ts';");
  expect(layerOffences(folder)).toEqual(['packages/low/src/part.ts: imports itself by packages/low/src/other.ts']);
});

test('a barrel inside a package is an offence', () => {
  write('packages/high/src/parts/index.ts', "export * from './x.ts';");
  expect(layerOffences(folder)).toEqual(['packages/high/src/parts/index.ts: a barrel inside a package']);
});
