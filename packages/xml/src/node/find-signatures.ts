import { signatureNamespace } from '../algorithms.ts';
import type { XmlChild, XmlElement } from '../element.ts';

/** Whether a node is an XML-DSig Signature element. */
export const isSignature = (node: XmlChild): node is XmlElement =>
  typeof node !== 'string' && node.local === 'Signature' && node.namespace === signatureNamespace;

/**
 * Every element named Signature, in any namespace, at any depth: readers may interpret a document with two differently.
 */
export function findSignatures(element: XmlElement, signatures: XmlElement[] = []): XmlElement[] {
  if (element.local === 'Signature') signatures.push(element);
  for (const child of element.children) if (typeof child !== 'string') findSignatures(child, signatures);
  return signatures;
}
