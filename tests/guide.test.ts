import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { articuloDe, codigoEn } from '@timbre/enciclopedia';
import { expect, test } from 'vitest';
import { areas, type Task } from '../apps/web/src/features/ayuda/guide/chapter.ts';
import { chapters } from '../apps/web/src/features/ayuda/guide/chapters.ts';
import { contents } from '../apps/web/src/features/ayuda/guide/contents.generated.ts';
import { piecesOf } from '../apps/web/src/features/ayuda/guide/inline.ts';
import { termId, termsAddress } from '../apps/web/src/features/ayuda/guide/term-address.ts';
import { type TermName, terms } from '../apps/web/src/features/ayuda/terms.ts';
import { menuItems } from '../packages/contract/src/index.ts';
import {
  contentsFile,
  generateContents,
  generateGuide,
  guideFile,
  picturesFolder,
} from '../scripts/guide/generate-guide.ts';
import { root } from '../scripts/sources.mjs';
import { screens } from './browser/screens.ts';

const guide = generateGuide();
const web = join(root, 'apps/web/src');

/** Every text of the guide with the place that has it. */
const texts = chapters.flatMap(({ id, about, steps = [], notes = [], tasks = [] }) => [
  ...[about, ...steps, ...notes].map((text) => ({ place: id, text })),
  ...tasks.flatMap((task) =>
    [...task.steps, ...(task.notes ?? [])].map((text) => ({ place: `${id}#${task.id}`, text })),
  ),
]);

/** The addresses of the guide, without their first part. */
const places = new Set([
  ...chapters.flatMap(({ id, tasks = [] }) => [id, ...tasks.map((task) => `${id}#${task.id}`)]),
  termsAddress,
  ...Object.keys(terms).map((name) => `${termsAddress}#${termId(name as TermName)}`),
]);

test('docs/guia.md and the contents are generated from the chapters and the table of terms (else: npx tsx scripts/generate.ts)', () => {
  expect(readFileSync(guideFile, 'utf8')).toBe(guide);
  expect(readFileSync(contentsFile, 'utf8')).toBe(generateContents());
});

test('each picture of the guide exists, and no other; together at most 1.5 MB (else: npm run guide)', () => {
  const named = [...guide.matchAll(/!\[[^\]]+\]\(guia\/([\w-]+\.webp)\)/g)].map(([, file]) => file);
  expect(named.length).toBe(chapters.filter(({ picture }) => picture).length);
  expect(existsSync(picturesFolder) && readdirSync(picturesFolder).sort()).toEqual(named.toSorted());
  const bytes = named.reduce((sum, file) => sum + statSync(join(picturesFolder, file!)).size, 0);
  expect(bytes).toBeLessThan(1_500_000);
});

test('each picture has the size with which the screens show it', () => {
  for (const file of readdirSync(picturesFolder)) {
    const bytes = readFileSync(join(picturesFolder, file));
    // The extended head of a WebP has its size, less one, in three bytes each; the simple one in 14 bits each.
    const isExtended = bytes.toString('latin1', 12, 16) === 'VP8X';
    const size = isExtended
      ? [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
      : [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    expect([file, ...size]).toEqual([file, 1200, 800]);
  }
});

test('each picture is of an existing screen', () => {
  const shown = chapters.flatMap(({ picture }) => picture?.screen ?? []);
  expect(shown.filter((screen) => screens[screen] === undefined)).toEqual([]);
});

test('each link of docs/guia.md leads to one title', () => {
  const anchors = [...guide.matchAll(/^#{2,4} (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^a-z0-9áéíóúñü\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(anchors.filter((anchor, i) => anchors.indexOf(anchor) !== i)).toEqual([]);
  const links = [...guide.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
  expect(links.length).toBeGreaterThan(chapters.length);
  expect(links.filter((link) => !anchors.includes(link!))).toEqual([]);
});

test('every term of the screens is in the guide, with its rule, its example and its document', () => {
  for (const { rule, example } of Object.values(terms)) {
    expect(guide).toContain(rule);
    expect(guide).toContain(example);
  }
});

test('each part of the guide has an address of its own, in its area', () => {
  const ids = chapters.flatMap(({ id, tasks = [] }) => [id, ...tasks.map((task: Task) => task.id)]);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([]);
  expect(new Set(chapters.map(({ area }) => area))).toEqual(new Set(areas));
  expect(contents.map(({ id }) => id)).toEqual(chapters.map(({ id }) => id));
});

test('a task says how: it begins with «Cómo», and has several steps or one that says all', () => {
  const tasks = chapters.flatMap((chapter) => chapter.tasks ?? []);
  expect(tasks.length).toBeGreaterThan(40);
  expect(tasks.filter(({ title }) => !title.startsWith('Cómo ')).map(({ id }) => id)).toEqual([]);
  expect(tasks.filter(({ steps }) => steps.length < 2).map(({ id }) => id)).toEqual([]);
});

test('each link of a text leads to a part of the guide, a code or a public page', () => {
  const links = texts.flatMap(({ text }) => piecesOf(text).flatMap(({ to }) => to ?? []));
  const leads = (to: string) =>
    to.startsWith('/guia/')
      ? places.has(to.slice('/guia/'.length))
      : to.startsWith('/enciclopedia/')
        ? articuloDe(codigoEn(to.slice('/enciclopedia/'.length))) !== undefined
        : ['/guia', '/enciclopedia', '/verificar', '/ensayo'].includes(to);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((to) => !leads(to))).toEqual([]);
});

/** The sources that have texts of the screens, without those of the guide. */
const productTexts = ((): string => {
  const folders = [web, join(root, 'packages/contract/src')];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|ayuda\/guide\/|calls\//.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  );
  return files.join('\n').replace(/\s+/g, ' ');
})();

/** Keys, orders and states that no source has as a text of its own. */
const notTexts = new Set(['F8', 'Ctrl K', '?']);

test('each name that the guide quotes is a whole text of the screens', () => {
  const isText = (name: string) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // Between quotes, tags or braces: not a part of a longer sentence.
    return new RegExp(`['"\`>}] ?${escaped} ?(?:['"\`<{$(]|…)`).test(productTexts);
  };
  const missing = texts.flatMap(({ place, text }) =>
    piecesOf(text)
      .filter(({ kind, text: name }) => kind === 'name' && !notTexts.has(name) && !isText(name))
      .map((piece) => `${place}: ${piece.text}`),
  );
  expect(missing).toEqual([]);
});

/** The declarations of where the guide explains each screen. */
const declared = [...readdirSync(join(web, 'features'), { recursive: true, encoding: 'utf8' })]
  .filter((file) => /(?:screen|routes|search)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(web, 'features', file), 'utf8') }));

test('each screen of the menu names the part of the guide that explains it, and each named part exists', () => {
  const features = declared.flatMap(({ file, text }) =>
    file.endsWith('/screen.ts')
      ? [...text.matchAll(/screenAt\('[\w-]+', (?:'([\w#-]+)'|guideOf)\)/g)].map(() => file)
      : [],
  );
  expect(features).toHaveLength(menuItems.length);
  const targets = declared.flatMap(({ text }) => [
    ...[...text.matchAll(/screenAt\('[\w-]+', '([\w#-]+)'\)/g)].map(([, to]) => to!),
    ...[...text.matchAll(/guide: '([\w#-]+)'/g)].map(([, to]) => to!),
    ...[...text.matchAll(/guideOf = [^;]*?\{[\s\S]*?\n\};/g)].flatMap(([body]) =>
      [...body.matchAll(/return '([\w#-]+)'|[?:] '([\w#-]+)'/g)].map(([, a, b]) => (a ?? b)!),
    ),
  ]);
  expect(targets.length).toBeGreaterThan(menuItems.length);
  expect(targets.filter((to) => !places.has(to))).toEqual([]);
});
