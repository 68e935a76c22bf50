import { type DocumentKind, fileName, readDocument } from '@timbre/ecf';

/** The facts about a signed XML that is passed on to the authority. */
interface Proxied {
  /** Undefined if it is not one of the authority's formats. */
  readonly kind: DocumentKind | undefined;
  /** Set for a commercial approval: its buyer and the name of its file. */
  readonly rncComprador?: string;
  readonly fileName?: string;
}

/** Reads a signed XML that is to be passed on to the authority. */
export function readProxied(xml: string): Proxied {
  const read = readDocument(xml);
  if (read.kind !== 'ACECF') return { kind: read.kind };
  const rncComprador = read.tree.DetalleAprobacionComercial?.RNCComprador;
  return { kind: 'ACECF', ...(rncComprador === undefined ? {} : { rncComprador, fileName: fileName(read.tree) }) };
}
