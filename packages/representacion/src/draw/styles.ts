import type { Style } from '../pdf/sheet.ts';

/** Grey levels, from 0 (black) to 1 (white). `soft` has a contrast of 6:1 on paper. */
const ink = 0.07;
const soft = 0.37;
/** Grey levels of the lines between rows, and of those between parts. */
export const hairline = 0.86;
export const rule = 0.2;

const style = (weight: Style['weight'], size: number, grey = ink): Style => ({ weight, size, grey });

/** Text styles of a letter page. */
export const letter = {
  issuer: style('semibold', 12.5),
  title: style('semibold', 14),
  number: style('semibold', 11),
  text: style('regular', 8.5),
  strong: style('semibold', 8.5),
  label: style('regular', 8.5, soft),
  small: style('regular', 7.5, soft),
  smallText: style('regular', 8),
  heading: style('semibold', 8.5),
  total: style('semibold', 11),
} as const;

/** Text styles of continuous paper: only black, for thermal printers. */
export const strip = {
  issuer: style('semibold', 11, 0),
  title: style('semibold', 10, 0),
  text: style('regular', 8, 0),
  strong: style('semibold', 8, 0),
  small: style('regular', 7, 0),
  total: style('semibold', 11, 0),
} as const;
