import type { DatoDeEmpresa } from '@timbre/contract/tables';
import { type SchemaNode, trees } from '@timbre/ecf';
import { items } from './draft.ts';
import { labelOf } from './labels.ts';

/** A fault of a draft, with the message that the server would return. */
export interface DraftFault {
  /** Path of the element; lines are numbered as in the draft. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** The DGII would accept it with a remark. */
  readonly isNotice: boolean;
  /** The fact of the company whose correction fixes the fault in every document. */
  readonly dato?: DatoDeEmpresa | undefined;
}

/** Groups that are missing whole: the field that the form shows first, and what to write there. */
const wholeGroups: readonly (readonly [path: RegExp, field: string, message: string])[] = [
  [
    /^DetallesItems(\.Item)?$/,
    `${items}[1].NombreItem`,
    'Escriba al menos una línea: el producto o servicio, y su precio',
  ],
  [/^Encabezado\.Comprador$/, 'Encabezado.Comprador.RazonSocialComprador', 'Escriba el comprador'],
];

/** A fault at a field of the form, in its words: elements have the labels of their fields. */
export function inForm(fault: DraftFault): DraftFault {
  const group = fault.code === 'XSD-FALTA' && wholeGroups.find(([path]) => path.test(fault.path));
  if (group) return { ...fault, path: group[1], message: group[2] };
  const [, line] = /^DetallesItems\.Item\[(\d+)\]/.exec(fault.path) ?? [];
  const labelled = withLabels(fault.message);
  const message =
    line !== undefined && fault.code === 'XSD-FALTA' ? labelled.replace(/:|$/, `, línea ${line}$&`) : labelled;
  return { ...fault, message };
}

/** Names of two words or more: those of one may be words of a sentence. eNCF is a word of the trade. */
const elements = new Set<string>();
(function collect(nodes: readonly SchemaNode[]) {
  for (const { name, children } of nodes) {
    if (/[A-Z].*[A-Z]/.test(name) && /[a-z]/.test(name) && name !== 'eNCF') elements.add(name);
    collect(children);
  }
})(trees.ECF);

/** A text with the label of each element that it names. */
const withLabels = (text: string): string =>
  text.replace(/[A-Za-z]+\d*/g, (word) => (elements.has(word) ? `«${labelOf(word)}»` : word));
