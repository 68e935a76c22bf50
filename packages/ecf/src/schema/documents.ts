import type { TipoECF } from '@timbre/values';

/** The six formats, by the name of their root element. */
export const documentKinds = ['ECF', 'RFCE', 'ACECF', 'ARECF', 'ANECF', 'SemillaModel'] as const;

export type DocumentKind = (typeof documentKinds)[number];

/** The fifteen schemas: an e-CF has one for each TipoeCF, each of the other formats has one. */
export type DocumentKey = TipoECF | Exclude<DocumentKind, 'ECF'>;

/** Whether each schema requires the Signature that ends the document. @source XSD v1.0, xs:any at the end of each root */
export const signatureOf: Readonly<Record<DocumentKind, 'required' | 'optional'>> = {
  ECF: 'required',
  RFCE: 'required',
  ACECF: 'optional',
  ARECF: 'optional',
  ANECF: 'required',
  SemillaModel: 'required',
};
