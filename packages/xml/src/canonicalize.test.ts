import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryDamagedXml, arbitraryXml } from '../testing/arbitrary-xml.ts';
import { hardDocuments } from '../testing/hard-documents.ts';
import { canonicalByLibxml2, canonicalSubtreeByLibxml2 } from '../testing/libxml2.ts';
import { canonicalize, dropWhitespace, readXml, type XmlElement, XmlError, type XmlErrorCode } from './index.ts';

const canonical = (xml: string) => canonicalize(readXml(xml));

/** Errors for texts that this reader refuses on purpose, although libxml2 accepts them. */
const stricter: readonly XmlErrorCode[] = [
  'xml/prefijo',
  'xml/espacio-de-nombres',
  'xml/atributo-repetido',
  'xml/instruccion',
  'xml/doctype',
  'xml/declaracion',
  'xml/codificacion',
];

function expectSameVerdict(xml: string): 'read' | 'refused' {
  const theirs = canonicalByLibxml2(xml);
  try {
    expect(canonical(xml)).toBe(theirs);
    return 'read';
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    if (theirs !== undefined) expect(stricter).toContain(error.code);
    return 'refused';
  }
}

describe('canonicalize', () => {
  it.each(Object.entries(hardDocuments))('the canonical form of %s is that of libxml2', (_name, xml) => {
    expect(canonical(xml)).toBe(canonicalByLibxml2(xml));
  });

  it('the canonical form of 2,000 generated documents is that of libxml2', () => {
    const seen = { read: 0, refused: 0 };
    fc.assert(
      fc.property(arbitraryXml, (xml) => {
        seen[expectSameVerdict(xml)] += 1;
      }),
      { numRuns: 2000 },
    );
    expect(seen.read).toBeGreaterThan(1500);
  });

  it('no document that libxml2 refuses is read, of 4,000 damaged ones', () => {
    const seen = { read: 0, refused: 0 };
    fc.assert(
      fc.property(arbitraryDamagedXml, (xml) => {
        seen[expectSameVerdict(xml)] += 1;
      }),
      { numRuns: 4000 },
    );
    expect(seen.read).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(1000);
  });

  it('a canonical text is its own canonical form', () => {
    fc.assert(
      fc.property(arbitraryXml, (xml) => {
        if (expectSameVerdict(xml) === 'read') expect(canonical(canonical(xml))).toBe(canonical(xml));
      }),
      { numRuns: 300 },
    );
  });

  it('an element within its document inherits namespaces and xml: attributes', () => {
    const xml =
      '<a xmlns="urn:1" xmlns:p="urn:2" xml:lang="es" xml:space="default"><p:b xmlns:q="urn:3" xmlns="" xml:lang="en" z="1"><c q:y="" a="" xml:space="preserve">&amp;</c></p:b></a>';
    const a = readXml(xml);
    const b = a.children[0] as XmlElement;
    const c = b.children[0] as XmlElement;
    expect(canonicalize(c, { ancestors: [a, b] })).toBe(canonicalSubtreeByLibxml2(xml, '//c'));
    expect(canonicalize(b, { ancestors: [a] })).toBe(canonicalSubtreeByLibxml2(xml, '/*/*'));
  });

  it('namespace names are escaped like any attribute, which libxml2 forgets', () => {
    expect(canonical('<a xmlns="http://example.com/?b=1&amp;c=2"/>')).toBe(
      '<a xmlns="http://example.com/?b=1&amp;c=2"></a>',
    );
  });

  it('the element to be left out is left out', () => {
    const root = readXml('<a>1<b>2</b>3</a>');
    expect(canonicalize(root, { omit: root.children[1] as XmlElement })).toBe('<a>13</a>');
  });
});

describe('dropWhitespace', () => {
  it('texts that are only blanks are dropped, and no others', () => {
    expect(canonicalize(dropWhitespace(readXml('<a>\n <b> </b>\t<c> x </c><d>\u00a0</d></a>')))).toBe(
      '<a><b></b><c> x </c><d>\u00a0</d></a>',
    );
  });

  it('blank texts under xml:space="preserve" are kept', () => {
    const xml = '<a> <b xml:space="preserve"> <c> </c><d xml:space="default"> </d></b></a>';
    expect(canonicalize(dropWhitespace(readXml(xml)))).toBe(
      '<a><b xml:space="preserve"> <c> </c><d xml:space="default"></d></b></a>',
    );
  });
});
