import { type Articulo, articulos, type Familia, familias } from '@timbre/enciclopedia';
import { plainText } from '../../lib/matching.ts';

const searched = new Map(
  articulos.map((one) => [
    one,
    plainText([one.codigo, one.titulo, one.significa, one.causa, one.remedio].filter(Boolean).join(' ')),
  ]),
);

/**
 * How close an article is to the typed text, by the best match: its code, the beginning of its code, its code or title,
 * or its text.
 */
function distance({ codigo, titulo }: Articulo, typed: string, words: readonly string[]): number {
  const code = plainText(codigo);
  if (code === typed) return 0;
  if (code.startsWith(typed)) return 1;
  return words.every((word) => plainText(`${codigo} ${titulo}`).includes(word)) ? 2 : 3;
}

/**
 * Returns the articles that contain every typed word, with or without accents, the closest first. Returns all when
 * nothing is typed.
 */
export function findArticulos(typed: string): readonly Articulo[] {
  const plain = plainText(typed.trim());
  if (plain === '') return articulos;
  const words = plain.split(/\s+/);
  return articulos
    .filter((one) => words.every((word) => searched.get(one)!.includes(word)))
    .map((one) => ({ one, far: distance(one, plain, words) }))
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one);
}

/** Returns the articles by family, in the order of the families, without empty families. */
export const byFamilia = (articulos: readonly Articulo[]): readonly (readonly [Familia, readonly Articulo[]])[] =>
  (Object.keys(familias) as Familia[])
    .map((familia) => [familia, articulos.filter((one) => one.familia === familia)] as const)
    .filter(([, own]) => own.length > 0);
