import { signatureNamespace } from '../algorithms.ts';
import type { XmlChild, XmlElement } from '../element.ts';

/** Whether a node is a Signature of XML-DSig. */
export const isSignature = (node: XmlChild): node is XmlElement =>
  typeof node !== 'string' && node.local === 'Signature' && node.namespace === signatureNamespace;

/** Every element called Signature, in any namespace and at any depth: a document with two means different things to different readers. */
export function findSignatures(element: XmlElement, found: XmlElement[] = []): XmlElement[] {
  if (element.local === 'Signature') found.push(element);
  for (const child of element.children) if (typeof child !== 'string') findSignatures(child, found);
  return found;
}
