import { fileName } from '../file-name.ts';
import type { SchemaNode } from '../schema/tree.ts';
import type { Sheet, Target } from './columns.ts';
import { compareTargets, elementsOf, headerOf } from './columns.ts';
import type { SheetTrees } from './compile-headers.ts';

/** A sheet ready to be written: a header row and one row for each document; empty cells are undefined. */
export interface WrittenSheet {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly (string | undefined)[])[];
}

/**
 * Lays out documents as the official workbook does, with only the columns that they use: the reverse of {@link compileHeaders}.
 * The first column of the sheets ECF and RFCE is `CasoPrueba` (issuer's RNC and eNCF). The time of signing has no column.
 */
export function writeSheet<S extends Sheet>(sheet: S, trees: readonly SheetTrees[S][]): WrittenSheet {
  const columns = new Map<string, Target>();
  const filled = trees.map((tree) => {
    const texts = new Map<string, string>();
    for (const element of elementsOf[sheet]) {
      if (element.header === 'FechaHoraFirma') continue;
      for (const [indices, text] of textsOf(tree, element.chain)) {
        const header = headerOf({ element, indices });
        columns.set(header, { element, indices });
        texts.set(header, text);
      }
    }
    return texts;
  });
  const headers = [...columns].sort(([, a], [, b]) => compareTargets(a, b)).map(([header]) => header);
  const rows = filled.map((texts) => headers.map((header) => texts.get(header)));
  if (sheet === 'ACEECF') return { headers, rows };
  const cases = trees.map((tree) => fileName(tree).replace(/\.xml$/, ''));
  return { headers: ['CasoPrueba', ...headers], rows: rows.map((row, i) => [cases[i], ...row]) };
}

/** Every text at the end of a chain of names, with the index (from 1) of each list on the way. */
function textsOf(value: unknown, chain: readonly SchemaNode[]): [number[], string][] {
  const [link, ...rest] = chain;
  if (link === undefined) return typeof value === 'string' ? [[[], value]] : [];
  const child = (value as Record<string, unknown> | undefined)?.[link.name];
  if (!link.repeats) return textsOf(child, rest);
  const list = (child ?? []) as readonly unknown[];
  return list.flatMap((one, i) =>
    textsOf(one, rest).map(([indices, text]): [number[], string] => [[i + 1, ...indices], text]),
  );
}
