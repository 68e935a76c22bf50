import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { terms } from '../apps/web/src/features/ayuda/terms.ts';
import { chapters } from '../scripts/guide/chapters.ts';
import { generateGuide, guideFile, picturesFolder } from '../scripts/guide/generate-guide.ts';
import { screens } from './browser/screens.ts';

const guide = generateGuide();

test('docs/guia.md is generated from the chapters and the table of terms (else: npm run guide)', () => {
  expect(readFileSync(guideFile, 'utf8')).toBe(guide);
});

test('each picture of the guide exists, and no other; together at most 1.5 MB (else: npm run guide)', () => {
  const named = [...guide.matchAll(/!\[[^\]]+\]\(guia\/([\w-]+\.webp)\)/g)].map(([, file]) => file);
  expect(named.length).toBe(chapters.filter(({ picture }) => picture).length);
  expect(existsSync(picturesFolder) && readdirSync(picturesFolder).sort()).toEqual(named.toSorted());
  const bytes = named.reduce((sum, file) => sum + statSync(join(picturesFolder, file!)).size, 0);
  expect(bytes).toBeLessThan(1_500_000);
});

test('each picture is of an existing screen', () => {
  const shown = chapters.flatMap(({ picture }) => picture?.screen ?? []);
  expect(shown.filter((screen) => screens[screen] === undefined)).toEqual([]);
});

test('each link leads to one title', () => {
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
