import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestIdentity } from '../../testing/certificates.ts';
import { xmlsec1Verifies } from '../../testing/xmlsec1.ts';
import { createSigner, type Signer, signCanonical, signXml, trustChain, verifyXml } from './index.ts';

let identity: TestIdentity;
let signer: Signer;
beforeAll(() => {
  identity = makeCertificate();
  signer = createSigner(identity);
});

const believe = () => trustChain({ roots: [identity.certificate], at: new Date() });

describe('signCanonical', () => {
  const xml =
    '<ECF><Encabezado><Version>1.0</Version></Encabezado><FechaHoraFirma>01-02-2026 10:00:00</FechaHoraFirma></ECF>';

  it('a signature is valid for xmlsec1 and this package', async () => {
    const signed = await signCanonical(xml, signer);
    expect(xmlsec1Verifies(signed.xml, identity.certificate)).toBe(true);
    const verified = verifyXml(signed.xml, { trust: believe() });
    expect(verified.canonical).toBe(xml);
    expect(verified.codigoSeguridad).toBe(signed.codigoSeguridad);
    expect(signed.codigoSeguridad).toBe(signed.signatureValue.slice(0, 6));
  });

  it('SignedInfo inherits the namespaces and xml: attributes of the root', async () => {
    const signed = await signXml('<a:x xmlns:a="urn:a" xmlns="urn:b" xml:lang="es" b="1"><c/></a:x>', signer);
    expect(xmlsec1Verifies(signed.xml, identity.certificate)).toBe(true);
    verifyXml(signed.xml, { trust: believe() });
  });

  it('a note of 10,000 lines is signed and verified, where the limits allow it', async () => {
    const lines = '<Item><NumeroLinea>1</NumeroLinea><MontoItem>1.00</MontoItem><a></a><b></b></Item>'.repeat(10_000);
    const limits = { nodes: 60_000 };
    const signed = await signXml(`<ECF>${lines}</ECF>`, signer, { limits });
    expect(verifyXml(signed.xml, { trust: believe(), limits }).canonical).toBe(`<ECF>${lines}</ECF>`);
    expect(() => verifyXml(signed.xml, { trust: believe() })).toThrow(
      expect.objectContaining({ code: 'xml/demasiados-nodos' }),
    );
  });

  it.each(['<a/>', '<?xml version="1.0"?><a></a>', ' <a></a>', 'a'])(
    'a document with %s, which is not canonical, is refused',
    async (text) => {
      await expect(signCanonical(text, signer)).rejects.toMatchObject({ code: 'firma/no-canonico' });
    },
  );
});

it('a signature that its certificate does not verify is not returned', async () => {
  const faulty = { ...signer, publicKey: createSigner(makeCertificate()).publicKey };
  await expect(signCanonical('<a><b></b></a>', faulty)).rejects.toMatchObject({ code: 'firma/fallida' });
});

it('a root whose attribute holds a bare > is signed', async () => {
  const { xml } = await signXml('<a b="x>y" xmlns:p="urn:p"><p:c/></a>', signer);
  expect(verifyXml(Buffer.from(xml), { trust: believe() }).canonical).toBe(
    '<a xmlns:p="urn:p" b="x>y"><p:c></p:c></a>',
  );
});
