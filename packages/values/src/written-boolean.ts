import { bareText, quoted, type Reading } from './written-text.ts';

/** Words for yes and no, in Spanish and in English, as people, Excel and programs write them. */
const words: Readonly<Record<string, boolean>> = {
  si: true,
  s: true,
  yes: true,
  y: true,
  verdadero: true,
  true: true,
  x: true,
  '1': true,
  no: false,
  n: false,
  falso: false,
  false: false,
  '0': false,
};

/**
 * Reads a yes or no: `Sí`, `NO`, `VERDADERO`, `false`, `x`, `1`, or a value of JSON.
 *
 * @returns a fault for any other text, also for an empty one
 */
export function readBoolean(written: string | number | boolean): Reading<boolean> {
  const text = bareText(String(written)).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const value = Object.hasOwn(words, text) ? words[text] : undefined;
  return value === undefined ? { fault: `${quoted(String(written))} no es «sí» ni «no»` } : { value };
}
