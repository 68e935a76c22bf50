import type { TipoECF } from '@timbre/values';

/** The six formats, by the name of their root element. */
export const documentKinds = ['ECF', 'RFCE', 'ACECF', 'ARECF', 'ANECF', 'SemillaModel'] as const;

export type DocumentKind = (typeof documentKinds)[number];

/** The fifteen schemas: an e-CF has one for each TipoeCF, the other formats have one each. */
export type DocumentKey = TipoECF | Exclude<DocumentKind, 'ECF'>;

/** What each schema says of the Signature that closes the document. @source XSD v1.0, xs:any at the end of each root */
export const signatureOf: Readonly<Record<DocumentKind, 'required' | 'optional'>> = {
  ECF: 'required',
  RFCE: 'required',
  ACECF: 'optional',
  ARECF: 'optional',
  ANECF: 'required',
  SemillaModel: 'required',
};
