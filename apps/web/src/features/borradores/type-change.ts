import type { TipoECF } from '@timbre/values';
import { isEmptyLine, items, ofType, tipoPath } from './draft.ts';
import { facturacion } from './line-columns.ts';
import { listAt, type Node, type Tree, textAt, withAt } from './tree.ts';

/** The lines that a change of type made, and the draft in which the user wrote them. */
export interface Conversion {
  readonly from: Tree;
  readonly lines: Node | undefined;
}

/**
 * A draft after another type was chosen. Lines that the user has not changed since an earlier change of type are
 * converted from those that the user wrote: back at their type, they are as they were.
 *
 * @param earlier the last conversion of this draft
 * @returns also the notice to show, if the tax of a written line changed
 */
export function changeType(
  tree: Tree,
  tipo: TipoECF,
  earlier?: Conversion,
): { readonly tree: Tree; readonly conversion: Conversion; readonly notice: string | undefined } {
  const from = earlier !== undefined && listAt(tree, items) === earlier.lines ? earlier.from : tree;
  const written = withAt(withAt(tree, items, listAt(from, items)), tipoPath, textAt(from, tipoPath));
  const next = ofType(written, tipo);
  const lines = listAt(next, items);
  const before = listAt(tree, items);
  const changed = lines.filter((line, i) => !isEmptyLine(line) && indicadorOf(line) !== indicadorOf(before[i]));
  const [name, ...others] = new Set(changed.map(indicadorOf));
  const notice =
    name === undefined
      ? undefined
      : others.length === 0
        ? `Las líneas pasaron a ${names.get(name) ?? name}: revíselas`
        : 'Las líneas volvieron al ITBIS que tenían: revíselas';
  return { tree: next, conversion: { from, lines: lines as Node }, notice };
}

const names: ReadonlyMap<string, string> = new Map(facturacion);

const indicadorOf = (line: Node | undefined): string =>
  typeof line === 'object' ? textAt(line as Tree, 'IndicadorFacturacion') : '';
