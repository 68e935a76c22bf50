import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { menuItemOf, menuItems } from '@timbre/contract';
import { expect, test } from 'vitest';
import { screenCode } from '../apps/web/src/app/screen-code.generated.ts';
import type { Looks } from '../apps/web/src/lib/looks.ts';
import { ruleDocuments } from '../tests/rules/rules.ts';
import { specification } from '../tests/rules/specification.ts';
import { gather } from './gather.ts';
import { generateTypes, typesFile } from './generate.ts';
import { callsFolder, generateCalls } from './generate-calls.ts';
import { factsFile, generateFacts } from './generate-enciclopedia.ts';
import { generateRoles, rolesFile } from './generate-roles.ts';
import { generateSpecification } from './generate-specification.ts';
import { root } from './sources.mjs';

test('the generated types are those of the schema tables (else: npx tsx scripts/generate.ts)', () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(generateTypes());
});

test('each list has what the features declare (else: npx tsx scripts/generate.ts)', () => {
  for (const [path, text] of gather(root)) expect([path, readFileSync(join(root, path), 'utf8')]).toEqual([path, text]);
});

test('docs/roles.md has the policy of every call (else: npx tsx scripts/generate.ts)', () => {
  expect(readFileSync(rolesFile, 'utf8')).toBe(generateRoles());
});

test('the documents of rules name the tests that are tagged with each (else: npx tsx scripts/generate.ts)', () => {
  const written = ruleDocuments.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')] as const);
  expect(new Map(written)).toEqual(generateSpecification(root, ruleDocuments));
});

test('every section of the specification of the platform, and of the other two, has rules', () => {
  const [platform, ...others] = specification.parts.map(({ rules }) => Object.keys(rules));
  const sections = ['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8', '2.9', '2.10', '2.11'];
  expect(new Set(platform!.map((id) => /^S([\d.]+)-/.exec(id)?.[1]))).toEqual(
    new Set([...sections, '3', '4', '5', '6', '7', '8', '9']),
  );
  expect(others.map((ids) => ids.length > 0)).toEqual([true, true]);
});

test('the encyclopedia has what the rules and the refusals declare (else: npx tsx scripts/generate.ts)', () => {
  expect(readFileSync(factsFile, 'utf8')).toBe(generateFacts());
});

test('the web has the address of each call of the contract, once (else: npx tsx scripts/generate.ts)', () => {
  const written = readdirSync(callsFolder).map(
    (name) => [name, readFileSync(join(callsFolder, name), 'utf8')] as const,
  );
  expect(new Map(written)).toEqual(generateCalls());
});

const web = new URL('../apps/web/', import.meta.url);

const screens = Object.values(screenCode).map((path) => path.split('/')[0]!);
const fileOf = (feature: string, file: string) => new URL(`src/features/${feature}/${file}`, web);

test('each item of the menu that is built has a screen, with a key of its own', () => {
  expect(Object.keys(screenCode).sort(), 'each item has a screen.ts in its feature of the web').toEqual(
    menuItems.map(({ id }) => id).sort(),
  );
  const keys = screens.map((feature) => {
    const key = /^ {2}key: '(\w)',$/m.exec(readFileSync(fileOf(feature, 'screen.ts'), 'utf8'))?.[1];
    return { feature, key };
  });
  const clashing = keys.filter(({ key }) => key === undefined || keys.filter((one) => one.key === key).length > 1);
  expect(clashing, 'screens without a line `key` of one letter in screen.ts, or with one that another has').toEqual([]);
});

test('each screen is photographed and tested', async () => {
  const without = await Promise.all(
    screens.map(async (feature) => {
      const file = fileOf(feature, 'looks.ts');
      const looks: Looks = existsSync(file) ? (await import(file.href)).looks : {};
      const item = menuItems.find(({ id }) => screenCode[id as keyof typeof screenCode]?.startsWith(`${feature}/`))!;
      return Object.values(looks).some(({ path }) => menuItemOf(path) === item)
        ? []
        : [`${feature}/looks.ts: ${item.ruta}`];
    }),
  );
  expect(without.flat(), 'addresses of screens that their looks.ts does not have').toEqual([]);
});

test('no file of the web writes the path of a call', () => {
  const typed = readdirSync(new URL('src', web), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/^calls\/|\.test\./.test(path))
    .filter((path) => /['"`]\/(api|fe)\//.test(readFileSync(new URL(`src/${path}`, web), 'utf8')));
  expect(typed).toEqual([]);
});
