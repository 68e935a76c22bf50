import type { RuleOptions } from '../src/rules/rule.ts';
import type { DocumentKind } from '../src/schema/documents.ts';
import { acecf, anecf, arecf, ecfs, rfce } from './sound-documents.ts';

// Sound documents, and how a document that breaks a rule is made of one. The documents that do, by the code of the rule,
// are in broken-content.ts and broken-totals.ts.

export const bases = { ...ecfs, RFCE: rfce, ACECF: acecf, ARECF: arecf, ANECF: anecf };
export type Base = keyof typeof bases;

export const kindOf = (base: Base): DocumentKind =>
  base === 'RFCE' || base === 'ACECF' || base === 'ARECF' || base === 'ANECF' ? base : 'ECF';

/** A document that breaks a rule: a sound one with some of its elements set, or dropped where undefined. */
export interface Broken {
  readonly of: Base;
  readonly put?: Readonly<Record<string, unknown>>;
  readonly options?: RuleOptions;
  /** Other rules that necessarily break along with it. */
  readonly also?: readonly string[];
}

/** Names of elements, for paths to them. */
export const T = 'Encabezado.Totales';
export const D = 'Encabezado.IdDoc';
export const I = 'DetallesItems.Item';
export const A = 'DescuentosORecargos.DescuentoORecargo';
export const P = 'Paginacion.Pagina';
export const S = 'Subtotales.Subtotal[1]';
export const R = 'InformacionReferencia';
export const M = 'Encabezado.OtraMoneda';
export const impuesto = (n: number) => `${T}.ImpuestosAdicionales.ImpuestoAdicional[${n}]`;
export const firmada = Date.UTC(2025, 10, 15, 14, 30);

export type Branch = Record<string, unknown>;

/** Sets the element at a path such as `DetallesItems.Item[2].MontoItem`; undefined drops it. */
export function put(tree: Branch, path: string, value: unknown): void {
  const steps = path.split('.').flatMap((step) => {
    const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    return index === undefined ? [name] : [name, String(Number(index) - 1)];
  });
  const last = steps.pop() ?? '';
  let at = tree;
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as Branch;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
}

/** The document that breaks the rule. */
export function spoiled({ of, put: elements = {} }: Broken): Branch {
  const tree = structuredClone(bases[of]) as unknown as Branch;
  for (const [path, value] of Object.entries(elements)) put(tree, path, value);
  return tree;
}
