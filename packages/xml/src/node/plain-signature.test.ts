import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeCertificate, type TestIdentity } from '../../testing/certificates.ts';
import { xmlsec1Signs, xmlsec1Verifies } from '../../testing/xmlsec1.ts';
import { XmlError } from '../index.ts';
import { createSigner, SignatureError, signXml, trustChain, verifyXml } from './index.ts';
import { readPlainParts } from './plain-signature.ts';
import { readParts } from './signed-parts.ts';

const limits = { size: 5_000_000, nodes: 50_000 };
const document = '<ECF><Emisor>Pérez &amp; Cía</Emisor>\n<Total>100.00</Total><b></b></ECF>';

let identity: TestIdentity;
let signed: string;
beforeAll(async () => {
  identity = makeCertificate();
  signed = (await signXml(document, createSigner(identity))).xml;
});

/** Layouts of signed documents that are read without parsing. */
const layouts: Record<string, (xml: string) => string> = {
  'as the platform signs': (xml) => xml,
  'without a declaration': (xml) => xml.replace(/<\?.*?\?>/, ''),
  'with lines around it': (xml) => xml.replace(/<\?.*?\?>/, '<?xml version="1.0"?>\r\n').concat('\n'),
  'with a byte order mark': (xml) => `\ufeff${xml}`,
  'with empty elements as .NET writes them': (xml) => xml.replaceAll(/><\/(\w+Method|Transform)>/g, ' />'),
};

describe('a plainly signed document', () => {
  it.each(Object.entries(layouts))('a plainly signed document is split %s as when it is parsed', (_, layout) => {
    for (const xml of [layout(signed), Buffer.from(layout(signed))]) {
      expect(readPlainParts(xml, limits)).toBeDefined();
      expect(readPlainParts(xml, limits)).toEqual(readParts(xml, limits));
    }
  });

  it('a document that may have too many nodes, or a canonical form that is too long, is left to the parser', () => {
    expect(readPlainParts(signed, { ...limits, nodes: 23 })).toBeUndefined();
    expect(readPlainParts(signed, { ...limits, nodes: 24 })).toBeDefined();
    expect(readPlainParts(signed, { ...limits, size: signed.length - 1 })).toBeUndefined();
  });
});

it('a document signed by xmlsec1 with blanks in its signature is left to the parser, and is valid', () => {
  const bytes = xmlsec1Signs(document, identity);
  expect(readPlainParts(bytes, limits)).toBeUndefined();
  const trust = trustChain({ roots: [identity.certificate], at: new Date() });
  expect(verifyXml(bytes, { trust }).canonical).toContain('<Total>100.00</Total>');
});

it('a document whose canonical form is longer than the limit is refused', async () => {
  const { xml } = await signXml(`<a>${'<b></b>'.repeat(2_000)}</a>`, createSigner(identity));
  const short = xml.replaceAll('<b></b>', '<b/>');
  const trust = trustChain({ roots: [identity.certificate], at: new Date() });
  expect(() => verifyXml(short, { trust, limits: { size: short.length } })).toThrow(
    expect.objectContaining({ code: 'xml/demasiado-grande' }),
  );
});

describe('a plainly signed document with a few characters changed', () => {
  const pieces = [
    '',
    'A',
    '=',
    '<',
    '>',
    '/',
    '&',
    ';',
    '&#13;',
    '&amp;',
    ' ',
    '\n',
    '\r',
    '"',
    ':',
    '.',
    'ñ',
    '\ufeff',
    '🧾',
    '<x/>',
    '<x></x>',
    '<!---->',
    '<![CDATA[',
    ']]>',
    '<Signature>',
    '</Signature>',
    '</ECF>',
    '<ECF>',
    '<?x?>',
  ];
  const harmless = fc.constantFrom('', 'A', '9', '&amp;', '\n', '.', '<x></x>');
  const change = fc.tuple(fc.nat(), fc.nat({ max: 1 }), fc.oneof(harmless, fc.constantFrom(...pieces)));
  const changes = fc.tuple(
    fc.constantFrom(...Object.values(layouts)),
    fc.array(change, { minLength: 1, maxLength: 2 }),
  );

  it('a changed document gives the same parts when it is parsed; xmlsec1 accepts what is accepted', () => {
    const trust = trustChain({ roots: [identity.certificate], at: new Date() });
    const numRuns = inject('every') ? 30_000 : 6_000;
    const seen = { plain: 0, left: 0 };
    const accepted = new Set<string>();
    fc.assert(
      fc.property(changes, ([layout, list]) => {
        const xml = list.reduce((text, [place, length, piece]) => {
          const at = place % text.length;
          return text.slice(0, at) + piece + text.slice(at + length);
        }, layout(signed));
        const plain = readPlainParts(xml, limits);
        seen[plain === undefined ? 'left' : 'plain'] += 1;
        if (plain === undefined) return;
        expect(plain).toEqual(readParts(xml, limits));
        try {
          verifyXml(xml, { trust });
          accepted.add(xml);
        } catch (error) {
          if (!(error instanceof SignatureError || error instanceof XmlError)) throw error;
        }
      }),
      { numRuns },
    );
    expect(Math.min(seen.plain, seen.left)).toBeGreaterThan(numRuns / 30);
    expect(accepted.size).toBeGreaterThan(0);
    for (const xml of accepted) expect(xmlsec1Verifies(xml, identity.certificate)).toBe(true);
  });
});
