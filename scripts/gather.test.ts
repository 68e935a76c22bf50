import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gather } from './gather.ts';
import { root } from './sources.mjs';

// A screen needs changes in three places only: a feature is added to a copy of the repository, and no other file is
// edited.

const contract = 'packages/contract/src';
const planted = {
  [`${contract}/nueva-prueba.ts`]: `
import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Example, Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';

export const menu = {
  id: 'nueva',
  nombre: 'Prueba nueva',
  ruta: '/nueva-prueba',
  icono: 'flask',
  seccion: 'Facturas',
  lugar: 99,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

export const verNueva = route({
  method: 'GET',
  path: '/api/nueva',
  summary: 'La prueba nueva',
  policy: 'leer',
  menu: menu.id,
  answer: Type.Object({ nueva: Type.Boolean() }),
});

export const constants = { anios: { desde: 2020, hasta: 2035 } } as const;
export const problems = { 'nueva/negada': { status: 409, title: 'No' } } as const satisfies Problems;
export const kinds = { 'nueva.vista': { grupo: 'documento', frase: () => 'Vio la prueba' } } as const satisfies Kinds;
export const examples = { verNueva: { status: 200 } } as const satisfies Readonly<Record<string, Example>>;
`,
  'apps/server/src/features/nueva-prueba/routes.ts': 'export function nuevaPruebaRoutes() {}',
  'apps/server/src/features/nueva-prueba/jobs.ts': 'export const jobs = () => [];',
  'apps/web/src/features/nueva-prueba/screen.ts':
    "export const screen = { key: 'n', load: () => import('./nueva-screen.tsx') };",
};

/** Code that compiles only if the types include the new feature. */
const knows = `
import type { ProblemCode, featureKinds, nuevaPrueba } from './index.ts';
import type { MenuId } from './tables.ts';
export const menu: MenuId = 'nueva';
export const problem: ProblemCode = 'nueva/negada';
export const kind: keyof typeof featureKinds = 'nueva.vista';
export const call: typeof nuevaPrueba.verNueva.path = '/api/nueva';
// @ts-expect-error the table of refusals stays closed
export const other: ProblemCode = 'nueva/otra';
`;

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'timbre-gather-'));
  for (const path of [
    contract,
    'apps/server/src/features',
    'apps/server/src/main',
    'apps/web/src/features',
    'apps/web/src/app',
  ])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [path, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  for (const [path, text] of gather(copy)) writeFileSync(join(copy, path), text);
});
afterAll(() => rmSync(copy, { recursive: true }));

test('the tables of the contract have the menu item, the constants, the refusal, the kind, the example and the call of a planted feature', async () => {
  const { featureKinds, menuItems, problems } = await import(join(copy, contract, 'index.ts'));
  const { featureConstants } = await import(join(copy, contract, 'tables.ts'));
  const { examples } = await import(join(copy, contract, 'examples.ts'));
  const { namedCalls } = await import(join(copy, contract, 'named.ts'));
  const ofFacturas = menuItems.filter((item: { seccion: string }) => item.seccion === 'Facturas');
  expect(ofFacturas.at(-1).id).toBe('nueva');
  expect([problems['nueva/negada'].status, featureKinds['nueva.vista'].frase({})]).toEqual([409, 'Vio la prueba']);
  expect(featureConstants.nuevaPrueba.anios).toEqual({ desde: 2020, hasta: 2035 });
  expect(examples.verNueva).toEqual({ status: 200 });
  expect(namedCalls).toContainEqual(expect.objectContaining({ feature: 'nuevaPrueba', name: 'verNueva' }));
});

test('the types of the tables are as exact as if they were written by hand', () => {
  const file = join(copy, contract, 'knows.ts');
  writeFileSync(file, knows);
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([file], options);
  const faults = [file, join(copy, contract, 'nueva-prueba.ts')].flatMap((path) =>
    program.getSemanticDiagnostics(program.getSourceFile(path)),
  );
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
}, 60_000);

test('the server lists the calls and jobs of a feature, and the web its screen with the code to preload', () => {
  const lists = gather(copy);
  const has = (path: string) => expect.soft(lists.get(path));
  has('apps/server/src/main/features.generated.ts').toContain("from '../features/nueva-prueba/routes.ts'");
  has('apps/server/src/main/features.generated.ts').toContain('nuevaPrueba: nuevaPruebaRoutes,');
  has('apps/server/src/main/features.generated.ts').toContain('nuevaPrueba: nuevaPruebaJobs,');
  has('apps/web/src/app/screens.generated.ts').toContain('nuevaPrueba: nuevaPrueba.route,');
  has('apps/web/src/app/screen-code.generated.ts').toContain("nueva: 'nueva-prueba/nueva-screen.tsx',");
});

test('a screen without an item of the menu is refused', () => {
  const stray = 'apps/web/src/features/suelta/screen.ts';
  mkdirSync(dirname(join(copy, stray)));
  writeFileSync(join(copy, stray), "import('./suelta-screen.tsx');");
  expect(() => gather(copy)).toThrow('packages/contract/src/suelta.ts declares no item of the menu');
  rmSync(join(copy, dirname(stray)), { recursive: true });
});

test('each screen is opened by a key of its own', () => {
  const features = join(root, 'apps/web/src/features');
  const screens = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /screen\.ts$/.test(path),
  );
  const keys = screens.flatMap((path) => readFileSync(join(features, path), 'utf8').match(/(?<=\bkey: ')[^']+/g) ?? []);
  expect(keys.length).toBeGreaterThan(10);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});
