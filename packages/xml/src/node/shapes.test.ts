import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeCertificate, type TestIdentity } from '../../testing/certificates.ts';
import { hardDocuments } from '../../testing/hard-documents.ts';
import { signLoosely } from '../../testing/loose-signer.ts';
import { shapesOf } from '../../testing/shapes.ts';
import { type Certified, type Stack, stacks } from '../../testing/stacks.ts';
import { readXml, XmlError } from '../index.ts';
import { createSigner, inspectXml, SignatureError, signXml, type Trust, trustChain, verifyXml } from './index.ts';

const shapes = shapesOf(inject('seed'), { every: inject('every') });
const [reference, ...others] = stacks;
const signed = new Map<string, readonly Buffer[]>();
let by: Certified;
let stranger: TestIdentity;
let trust: Trust;

beforeAll(() => {
  const root = makeCertificate({ subject: '/CN=Entidad de Prueba', isAuthority: true });
  by = { root, leaf: makeCertificate({ issuer: root }) };
  stranger = makeCertificate({ subject: '/CN=Otra Persona/serialNumber=IDCDO-00113918206' });
  trust = trustChain({ roots: [root.certificate], at: new Date(Date.now() + 60_000) });
});

/** Documents of every shape, each signed once by a program. */
function signedBy(stack: Stack): readonly Buffer[] {
  const known = signed.get(stack.name) ?? stack.sign(shapes, by);
  signed.set(stack.name, known);
  return known;
}

function accepts(xml: string | Uint8Array): boolean {
  try {
    verifyXml(xml, { trust });
    return true;
  } catch (error) {
    if (error instanceof SignatureError || error instanceof XmlError) return false;
    throw error;
  }
}

const readsAsOthers = ({ misreads }: Stack, document: string): boolean => misreads?.test(document) !== true;

describe.each(stacks)('$name', (stack) => {
  it.skipIf(!stack.isInstalled)(
    'signatures of the other implementation, in every shape, are valid here, as for xmlsec1',
    { tags: ['P3.9'] },
    () => {
      const documents = signedBy(stack);
      const ours = documents.map(accepts);
      expect(ours).toEqual(reference!.verify(documents, by));
      expect(shapes.filter(({ document }, at) => !ours[at] && readsAsOthers(stack, document))).toEqual([]);
      expect(ours.filter(Boolean).length).toBeGreaterThan(shapes.length / 3);
    },
  );

  it.skipIf(!stack.isInstalled)(
    'signatures made here are valid for the other implementation',
    { tags: ['P3.9'] },
    async () => {
      const signer = createSigner(by.leaf);
      const documents = [...Object.values(hardDocuments), ...shapes.map(({ document }) => document)];
      const xmls = await Promise.all(documents.map(async (document) => (await signXml(document, signer)).xml));
      const verdicts = stack.verify(xmls, by);
      expect(documents.filter((document, at) => !verdicts[at] && readsAsOthers(stack, document))).toEqual([]);
      expect(verdicts).toHaveLength(documents.length);
    },
  );
});

/** Changes to a signed document. A change that does not apply returns it unchanged. */
const changes: Record<string, (xml: string) => string> = {
  'a comment between elements': (xml) => xml.replace(/(<\/?(?:\w+:)?Signature)(?=[ >])/, '<!-- x -->$1'),
  'a comment in SignedInfo': (xml) => xml.replace(/(<(?:\w+:)?DigestMethod)/, '<!-- x -->$1'),
  'a blank in the document': (xml) => xml.replace(/(<(?:\w+:)?Signature[ >])/, ' $1'),
  'a blank in SignedInfo': (xml) => xml.replace(/(<(?:\w+:)?DigestMethod)/, ' $1'),
  'a blank in KeyInfo': (xml) => xml.replace(/(<(?:\w+:)?X509Data)/, '\n$1'),
  'an attribute of the root': (xml) => xml.replace(/(<(?!\?|!)[^\s>/]+)/, '$1 z="1"'),
  'an unused namespace of the root': (xml) => xml.replace(/(<(?!\?|!)[^\s>/]+)/, '$1 xmlns:zz="urn:z"'),
  'xml:lang of the root': (xml) =>
    xml.includes('xml:lang') ? xml : xml.replace(/(<(?!\?|!)[^\s>/]+)/, '$1 xml:lang="en"'),
  'a listed prefix more': (xml) => xml.replace(/PrefixList="/, 'PrefixList="zz '),
  'no listed prefixes': (xml) => xml.replace(/PrefixList="[^"]*"/, 'PrefixList=""'),
  'the other canonical form': (xml) => xml.replace(/xml-exc-c14n#"/, 'xml-exc-c14n#WithComments"'),
  'no second transform': (xml) =>
    xml.replace(/(enveloped-signature"(?:\/>|><\/(?:\w+:)?Transform>))<.*?(?=<\/(?:\w+:)?Transforms>)/s, '$1'),
  'a digest': (xml) => xml.replace(/(DigestValue>)../, '$1AA'),
  'a value': (xml) => xml.replace(/(SignatureValue>\s*)../, '$1AA'),
  'a KeyValue': (xml) => xml.replace(/(Modulus>\s*)..../, '$1AAAA'),
  'a subject': (xml) => xml.replace(/(X509SubjectName>)/, '$1CN=Otra'),
  'an Id': (xml) => xml.replace(/ Id="firma-1"/, ' Id="otra"'),
};

it('changed signatures that xmlsec1 refuses are refused here; content that no signature covers is accepted', {
  tags: ['P3.8'],
}, () => {
  const changed = [reference!, ...others.filter(({ isInstalled }) => isInstalled)].flatMap((stack, turn) =>
    signedBy(stack).flatMap((bytes, at) => {
      const names = Object.keys(changes);
      const name = names[(at * stacks.length + turn) % names.length]!;
      const xml = changes[name]!(bytes.toString());
      return xml === bytes.toString() || !readsAsOthers(stack, shapes[at]!.document) ? [] : [{ name, xml }];
    }),
  );
  const theirs = reference!.verify(
    changed.map(({ xml }) => xml),
    by,
  );
  expect(changed.filter(({ xml }, at) => accepts(xml) && !theirs[at])).toEqual([]);
  // Of the documents that xmlsec1 accepts, we refuse only those with a comment in SignedInfo, because readers differ.
  const refused = changed.filter(({ xml }, at) => theirs[at] && !accepts(xml)).map(({ name }) => name);
  expect(refused.filter((name) => name !== 'a comment in SignedInfo')).toEqual([]);
  expect(theirs).toContain(true);
  expect(theirs).toContain(false);
});

it('a KeyValue or a certificate of a stranger changes nothing, wherever it is', { tags: ['P3.8'] }, () => {
  const xml = signedBy(reference!)[0]!.toString();
  const [, base64] = /-----BEGIN CERTIFICATE-----(.*)-----END/s.exec(stranger.certificate)!;
  const value = '<KeyValue><RSAKeyValue><Modulus>AQAB</Modulus><Exponent>AQAB</Exponent></RSAKeyValue></KeyValue>';
  const prefix = /<(\w+:)?KeyInfo/.exec(xml)![1] ?? '';
  const own = (text: string) => text.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}`);
  const certificate = own(`<X509Certificate>${base64}</X509Certificate>`);
  for (const altered of [
    xml.replace(/(KeyInfo>)/, `$1${own(value)}`),
    xml.replace(/(X509Data>)/, `$1${certificate}`),
    xml.replace(/(<\/(?:\w+:)?X509Data>)/, `${certificate}$1`),
  ]) {
    expect(altered).not.toBe(xml);
    expect(verifyXml(altered, { trust })).toEqual(verifyXml(xml, { trust }));
  }
});

it.each([
  ['RetrievalMethod', '<RetrievalMethod URI="#x"/>'],
  ['SPKIData', '<SPKIData><SPKISexp>AAAA</SPKISexp></SPKIData>'],
  ['MgmtData', '<MgmtData>x</MgmtData>'],
  [
    'a key of XML-DSig 1.1',
    '<d:DEREncodedKeyValue xmlns:d="http://www.w3.org/2009/xmldsig11#">AAAA</d:DEREncodedKeyValue>',
  ],
  [
    'a reference of another standard',
    '<w:SecurityTokenReference xmlns:w="urn:w"><w:Reference URI="#x"/></w:SecurityTokenReference>',
  ],
])('data of the key that are not read change nothing: %s', { tags: ['P3.9'] }, (_, data) => {
  const document = '<ECF><a>1</a></ECF>';
  const plain = signLoosely(document, by.leaf);
  for (const place of [/(?=<X509Data>)/, /(?=<\/KeyInfo>)/]) {
    const xml = plain.replace(place, data);
    expect(reference!.verify([xml], by)).toEqual([true]);
    expect(verifyXml(xml, { trust })).toEqual(verifyXml(plain, { trust }));
    expect(inspectXml(xml, readXml(xml), { size: 100_000, nodes: 1_000 })).toMatchObject({
      faults: [],
      departures: ['datos-de-llave'],
    });
  }
});

it('a digest of the certificate in X509Data, of XML-DSig 1.1, changes nothing', { tags: ['P3.9'] }, () => {
  const plain = signLoosely('<ECF><a>1</a></ECF>', by.leaf);
  const digest =
    '<d:X509Digest xmlns:d="http://www.w3.org/2009/xmldsig11#" Algorithm="http://www.w3.org/2001/04/xmlenc#sha256">AAAA</d:X509Digest>';
  for (const place of [/(?=<X509Certificate>)/, /(?=<\/X509Data>)/])
    expect(verifyXml(plain.replace(place, digest), { trust })).toEqual(verifyXml(plain, { trust }));
});
