import { hash } from 'node:crypto';
import {
  type DocumentKind,
  type DocumentTrees,
  type ECF,
  type ECFHead,
  headOf,
  readDocument,
  type SplitECF,
  splitECF,
  writeDocument,
  xmlDeclaration,
} from '@timbre/ecf';

/** The facts read from a signed document in the database. */
export interface Stored {
  /** Undefined if it is no known document: the row is damaged. */
  readonly kind: DocumentKind | undefined;
  /** Set for an e-CF. */
  readonly head?: ECFHead;
  /** Results of {@link contentOf}: with its time of signing, and without. */
  readonly content: { readonly exact: string; readonly anyMoment: string };
}

/** SHA-256 of a document's content. White space and the order of declarations do not change it. */
export const contentOf = <K extends DocumentKind>(kind: K, tree: DocumentTrees[K], anyMoment: boolean): string =>
  hash('sha256', writeDocument(kind, anyMoment ? { ...tree, FechaHoraFirma: '' } : tree));

/** Reads the signed XML of a row. */
export function readStored(xml: string): Stored {
  const read = readDocument(xml);
  if (read.kind === undefined) return { kind: undefined, content: { exact: '', anyMoment: '' } };
  const { kind, tree } = read;
  return {
    kind,
    ...(kind === 'ECF' ? { head: headOf(tree) } : {}),
    content: { exact: contentOf(kind, tree, false), anyMoment: contentOf(kind, tree, true) },
  };
}

/** The head of an e-CF that we signed and stored. @throws Error when the stored XML is not one: the row is damaged */
export function headOfStored({ head }: Stored): ECFHead {
  if (head === undefined) throw new Error('The stored XML is not an e-CF');
  return head;
}

/** The tree of a signed XML as JSON, in UTF-8; also its head if it is an e-CF. */
export function treeOfStored(xml: string): { readonly json: Uint8Array; readonly head?: ECFHead } {
  const read = readDocument(xml);
  if (read.kind === undefined) return { json: jsonOf(null) };
  const json = jsonOf(read.tree);
  return read.kind === 'ECF' ? { json, head: headOf(read.tree) } : { json };
}

/** A value as JSON, in UTF-8. */
export const jsonOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/** An e-CF stored unsigned as JSON, split. */
export const splitStored = (json: string): SplitECF => splitECF(JSON.parse(json) as ECF);

/** The XML that would be signed for a document stored unsigned. */
export const xmlOfTree = ({ kind, json }: { readonly kind: 'ECF' | 'RFCE'; readonly json: string }): string =>
  xmlDeclaration + writeDocument(kind, JSON.parse(json));
