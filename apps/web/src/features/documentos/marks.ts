import { xmlLanguage } from '@codemirror/lang-xml';
import type { SyntaxNode } from '@lezer/common';
import type { ErrorDeDocumento } from '@timbre/contract';
import { readXml, XmlError } from '@timbre/xml';

/** An error at a position in the text. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly fault: ErrorDeDocumento;
}

/**
 * Returns the reason and position where a text is not well-formed XML; undefined when it is.
 *
 * @param xml the text in the editor
 */
export function malformedAt(xml: string): Mark | undefined {
  try {
    readXml(xml);
    return undefined;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const from = offsetOf(xml, error.line, error.column);
    const fault = { codigo: error.code, mensaje: error.message, campo: `Línea ${error.line}` };
    return { from, to: Math.min(from + 1, xml.length), fault };
  }
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let n = 1; n < line; n++) start = text.indexOf('\n', start) + 1;
  return Math.min(start + column - 1, text.length);
}

/**
 * Finds the elements that faults refer to in the text of a document.
 *
 * @param xml the document, well-formed
 * @param faults their `campo` is a path without the root, with lines counted from 1: `DetallesItems.Item[3].MontoItem`
 * @returns the position of each element's name, or of its nearest existing ancestor
 */
export function marksOf(xml: string, faults: readonly ErrorDeDocumento[]): Mark[] {
  if (faults.length === 0) return [];
  const root = xmlLanguage.parser.parse(xml).topNode.getChild('Element');
  return faults.map((fault) => ({ ...placeOf(root, xml, fault.campo ?? ''), fault }));
}

function placeOf(root: SyntaxNode | null, xml: string, campo: string): { from: number; to: number } {
  if (!root) return { from: 0, to: 0 };
  let element = root;
  for (const step of campo.split('.')) {
    const [, name = step, nth = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    const next = element.getChildren('Element').filter((child) => nameOf(child, xml) === name)[Number(nth) - 1];
    if (!next) break;
    element = next;
  }
  const tag = tagOf(element) ?? element;
  return { from: tag.from, to: tag.to };
}

const tagOf = (element: SyntaxNode): SyntaxNode | null | undefined => element.firstChild?.getChild('TagName');

const nameOf = (element: SyntaxNode, xml: string): string => {
  const tag = tagOf(element);
  return tag ? xml.slice(tag.from, tag.to) : '';
};
