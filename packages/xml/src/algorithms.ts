/** The namespace and the algorithms of a DGII signature. @source Firmado de e-CF; Descripción técnica, p. 60 */
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

export const algorithms = {
  canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  transform: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
} as const;

/**
 * The canonical forms that a signature may name, and whether each is the exclusive one. Those with comments produce the
 * same text: a reference to the whole document leaves the comments out, and SignedInfo may have none.
 *
 * @source Canonical XML 1.0; Exclusive XML Canonicalization 1.0; XML Signature Syntax and Processing, §4.3.3.3
 */
export const canonicalForms: ReadonlyMap<string, { readonly isExclusive: boolean }> = new Map([
  [algorithms.canonicalization, { isExclusive: false }],
  [`${algorithms.canonicalization}#WithComments`, { isExclusive: false }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', { isExclusive: true }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#WithComments', { isExclusive: true }],
]);

/** The namespace of the list of prefixes that the exclusive form treats like the inclusive form. */
export const exclusiveNamespace = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/**
 * The namespace of the properties that a signature may cover besides the document.
 * @source ETSI EN 319 132-1 (XAdES)
 */
export const xadesNamespace = 'http://uri.etsi.org/01903/v1.3.2#';

/** The type of the reference to those properties. @source ETSI EN 319 132-1, §4.4.2 */
export const signedPropertiesType = 'http://uri.etsi.org/01903#SignedProperties';
