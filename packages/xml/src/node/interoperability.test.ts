import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestIdentity } from '../../testing/certificates.ts';
import { hardDocuments } from '../../testing/hard-documents.ts';
import { prescribed } from '../../testing/shapes.ts';
import { jdk } from '../../testing/stacks.ts';
import { xmlsec1Signs, xmlsec1Verifies } from '../../testing/xmlsec1.ts';
import { canonicalize, dropWhitespace, readXml } from '../index.ts';
import { createSigner, type Signer, signXml, trustChain, verifyXml } from './index.ts';

let identity: TestIdentity;
let signer: Signer;
const documents = Object.entries(hardDocuments);
const verify = (xml: string | Uint8Array) =>
  verifyXml(xml, { trust: trustChain({ roots: [identity.certificate], at: new Date() }) });
const withoutBlanks = (xml: string) => canonicalize(dropWhitespace(readXml(xml)));

beforeAll(() => {
  identity = makeCertificate();
  signer = createSigner(identity);
});

describe('a document signed here', () => {
  it.each(documents)(
    'a document signed here is valid for xmlsec1 and for us, and read back as it was: %s',
    async (_name, xml) => {
      const signed = await signXml(xml, signer);
      expect(xmlsec1Verifies(signed.xml, identity.certificate)).toBe(true);
      expect(verify(Buffer.from(signed.xml)).canonical).toBe(withoutBlanks(xml));
    },
  );

  it('a document signed here and altered in one character is invalid for both', async () => {
    const { xml } = await signXml('<ECF><MontoTotal>100.00</MontoTotal></ECF>', signer);
    const altered = xml.replace('100.00', '900.00');
    expect(xmlsec1Verifies(altered, identity.certificate)).toBe(false);
    expect(() => verify(altered)).toThrow(expect.objectContaining({ code: 'firma/alterado' }));
  });

  it('a signed document is not signed again, unless its signature is removed', async () => {
    const first = await signXml('<ECF> <a/> </ECF>', signer);
    await expect(signXml(first.xml, signer)).rejects.toMatchObject({ code: 'firma/ya-firmado' });
    expect(await signXml(first.xml, signer, { stripSignature: true })).toEqual(first);
  });
});

describe('a document signed elsewhere', () => {
  const xml = '<?xml version="1.0"?>\n<ECF xmlns:a="urn:a" a:b="1">\n  <a> Peña &amp; Hijos &#13;</a>\n</ECF>';

  it('a document by xmlsec1, with blanks and wrapped base64, is valid', () => {
    expect(verify(xmlsec1Signs(xml, identity)).canonical).toBe(canonicalize(readXml(xml)));
  });

  it.skipIf(!jdk.isInstalled)('a document by the JDK, with carriage returns in its base64, is valid', () => {
    const signed = jdk.sign([prescribed(xml)], { leaf: identity, root: identity })[0]!;
    expect(signed.toString()).toContain('&#13;');
    expect(verify(signed).canonical).toBe(canonicalize(readXml(xml)));
  });
});
