import { tiposECF } from '@timbre/values';
import type { DocumentKey, DocumentKind } from '../schema/documents.ts';
import type { SchemaNode } from '../schema/tree.ts';
import { trees } from '../schema/tree.ts';

/** The sheets of the DGII's certification workbooks. */
export const sheets = ['ECF', 'RFCE', 'ACEECF'] as const;

export type Sheet = (typeof sheets)[number];

/** Columns whose name in the official workbook differs from the XSD's by more than letter case and blanks. */
const officialNames: Readonly<Record<string, string>> = {
  'Encabezado.IdDoc.eNCF': 'ENCF',
  'DescuentosORecargos.DescuentoORecargo.NumeroLinea': 'NumeroLineaDoR',
  'DetallesItems.Item.TablaSubRecargo.SubRecargo.MontoSubRecargo': 'MontosubRecargo',
};

/** Columns without an element: the case (issuer and eNCF, the file's name) and the mark of a wrapper. */
export const columnsWithoutElement: readonly string[] = ['CasoPrueba', 'SubtotalImpuestoAdicionalPaginaTabla[1]'];

/** Elements that the issuer's software fills in: their columns are not required. */
const filledLater = ['FechaHoraFirma', 'Encabezado.CodigoSeguridadeCF'];

/** An element with text, as a column of a sheet. */
interface ColumnElement {
  readonly node: SchemaNode;
  /** From the root to the element itself. */
  readonly chain: readonly SchemaNode[];
  /** The repeating elements of the chain: the header has one index for each. */
  readonly repeating: readonly SchemaNode[];
  /** For each of those, its largest number of repetitions in any document of the sheet. */
  readonly most: readonly number[];
  /** The official header, without indices. */
  readonly header: string;
  /** For each element of the chain, its position among its siblings. */
  readonly orders: readonly number[];
  /** Whether every document of the sheet has it. */
  readonly required: boolean;
}

function elementsUnder(
  nodes: readonly SchemaNode[],
  documents: readonly DocumentKey[],
  above: readonly SchemaNode[],
  ordersAbove: readonly number[],
): ColumnElement[] {
  return nodes.flatMap((node, order) => {
    const chain = [...above, node];
    const orders = [...ordersAbove, order];
    if (node.type === undefined) return elementsUnder(node.children, documents, chain, orders);
    const repeating = chain.filter(({ repeats }) => repeats);
    const required = documents.every((document) => chain.every((link) => link.occurs(document)[0] > 0));
    return {
      node,
      chain,
      repeating,
      most: repeating.map((link) => Math.max(...documents.map((document) => link.occurs(document)[1]))),
      header: officialNames[node.path] ?? node.name,
      orders,
      required: required && !filledLater.includes(node.path),
    };
  });
}

const elementsOfKind = (kind: DocumentKind): readonly ColumnElement[] =>
  elementsUnder(trees[kind], kind === 'ECF' ? tiposECF : [kind], [], []);

/** The elements that a sheet may have columns for, in schema order. */
export const elementsOf: Readonly<Record<Sheet, readonly ColumnElement[]>> = {
  ECF: elementsOfKind('ECF'),
  RFCE: elementsOfKind('RFCE'),
  ACEECF: elementsOfKind('ACECF'),
};

const byHeader = (elements: readonly ColumnElement[]): ReadonlyMap<string, readonly ColumnElement[]> => {
  const byName = new Map<string, ColumnElement[]>();
  for (const element of elements) {
    const name = element.header.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), element]);
  }
  return byName;
};

/** The same elements by header in lower case; several elements may share a name. */
export const elementsNamed: Readonly<Record<Sheet, ReadonlyMap<string, readonly ColumnElement[]>>> = {
  ECF: byHeader(elementsOf.ECF),
  RFCE: byHeader(elementsOf.RFCE),
  ACEECF: byHeader(elementsOf.ACEECF),
};

/** One occurrence of an element: one index, from 1, for each repeating element of its chain. */
export interface Target {
  readonly element: ColumnElement;
  readonly indices: readonly number[];
}

/** Document order: `FormaPago[1]`, `MontoPago[1]`, `FormaPago[2]` … */
export function compareTargets(a: Target, b: Target): number {
  let depth = 0;
  for (let i = 0; i < a.element.chain.length; i++) {
    const difference = a.element.orders[i]! - (b.element.orders[i] ?? -1);
    if (difference !== 0) return difference;
    if (!a.element.chain[i]!.repeats) continue;
    const between = a.indices[depth]! - b.indices[depth]!;
    if (between !== 0) return between;
    depth++;
  }
  return 0;
}

/** The header of a column, as the official workbook writes it. */
export function headerOf({ element, indices }: Target): string {
  const { path } = element.node;
  if (path.startsWith('Subtotales.') && indices[0] === 1) return element.header;
  const oneMore = path.startsWith('Paginacion.Pagina.SubtotalImpuestoAdicional.') ? '[1]' : '';
  return element.header + indices.map((index) => `[${index}]`).join('') + oneMore;
}
