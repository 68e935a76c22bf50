import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The colours of a theme: those of the root, overridden by those of the theme. */
const coloursOf = (theme: 'light' | 'dark'): ReadonlyMap<string, string> => {
  const [light = '', dark = ''] = css.split('[data-mantine-color-scheme="dark"]');
  const declared = (text: string) =>
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!] as const);
  return new Map([...declared(light), ...(theme === 'dark' ? declared(dark) : [])]);
};

/** @source WCAG 2.2, relative luminance */
const luminance = (colour: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};

const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
};

/** Backgrounds: that of the page, of a card, of a row under the pointer, and of a selected row. */
const grounds = ['bg', 'surface', 'surface-2', 'accent-soft'];
const pairs = [
  ...['text', 'text-2', 'text-3', 'accent-text'].flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ...['ok', 'warn', 'bad', 'info', 'mute'].flatMap((state) =>
    [`${state}-soft`, 'surface', 'surface-2'].map((ground) => [state, ground] as const),
  ),
  ['on-accent', 'accent'] as const,
  ['on-accent', 'accent-hover'] as const,
];

test.each(['light', 'dark'] as const)(
  'every text of the %s theme has a contrast of 4.5 on every ground it may stand on',
  (theme) => {
    const colours = coloursOf(theme);
    const faint = pairs
      .map(([text, ground]) => ({ text, ground, ratio: contrast(colours.get(text)!, colours.get(ground)!) }))
      .filter(({ ratio }) => !(ratio >= 4.5));
    expect(faint).toEqual([]);
  },
);
