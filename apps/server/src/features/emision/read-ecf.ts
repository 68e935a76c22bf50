import { type ECF, readDocument } from '@timbre/ecf';

/** The tree of an e-CF that we signed and stored. @throws Error when the stored XML is not one: the row is damaged */
export function readECF(xml: string): ECF {
  const read = readDocument(xml);
  if (read.kind !== 'ECF') throw new Error('The stored XML is not an e-CF');
  return read.tree;
}
