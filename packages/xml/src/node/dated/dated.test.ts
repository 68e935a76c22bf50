import { describe, expect, test } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { hardDocuments } from '../../../testing/hard-documents.ts';
import { xmlsec1Verifies } from '../../../testing/xmlsec1.ts';
import { canonicalize, dropWhitespace, readXml } from '../../index.ts';
import { createSigner, signCanonical } from '../index.ts';
import { inspectDated } from './inspect-dated.ts';
import { signDated } from './sign-dated.ts';

const identity = makeCertificate();
const signer = createSigner(identity);
const at = new Date('2026-11-24T13:30:00Z');
const limits = { size: 5_000_000, nodes: 50_000 };
const canonicalOf = (xml: string) => canonicalize(dropWhitespace(readXml(xml)));
const properties = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'];
const accepts = (xml: string) => xmlsec1Verifies(xml, identity.certificate, properties);
const signed = await signDated(canonicalOf('<Contrato><Monto>100.00</Monto></Contrato>'), signer, at);
const codes = (xml: string) => inspectDated(xml, limits)?.faults.map(({ code }) => code);

describe('a signature with its time', () => {
  test.each(Object.entries(hardDocuments))(
    'a signature with its time is valid for xmlsec1 and for us: %s',
    async (_name, xml) => {
      const one = await signDated(canonicalOf(xml), signer, at);
      expect(accepts(one)).toBe(true);
      expect(inspectDated(Buffer.from(one), limits)).toMatchObject({ faults: [], signingTime: at });
    },
  );

  test('a signature altered in the document or in its time is invalid for both', () => {
    for (const altered of [signed.replace('100.00', '900.00'), signed.replace('T13:30', 'T13:31')]) {
      expect(altered).not.toBe(signed);
      expect(accepts(altered)).toBe(false);
      expect(codes(altered)).toEqual(['firma/alterado']);
    }
  });

  test('a signature with another value or certificate digest is invalid', () => {
    const other = (_: string, before: string, first: string) => before + (first === 'A' ? 'B' : 'A');
    expect(codes(signed.replace(/(<SignatureValue>)(.)/, other))).toEqual(['firma/no-corresponde']);
    const changedDigest = signed.replace(/(<xades:CertDigest>.*?<DigestValue>)(.)/, other);
    expect(codes(changedDigest)).toContain('firma/certificado');
  });

  test('a signature with ambiguous properties, or properties of another form, is refused', () => {
    const [, id] = / Id="([^"]+-propiedades)"/.exec(signed)!;
    const refused = (xml: string) => {
      try {
        return inspectDated(xml, limits);
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    expect(refused(signed.replace('<Monto>', `<Monto ID="${id}">`))).toBe('firma/referencia');
    expect(refused(signed.replace(`URI="#${id}"`, 'URI="#otra"'))).toBe('firma/referencia');
    expect(refused(signed.replace('</Object>', '</Object><Object></Object>'))).toBe('firma/estructura');
    expect(refused(signed.replace(/xmlenc#sha256/g, 'xmlenc#sha512'))).toBe('firma/algoritmo');
  });

  test('a signature with its time is none in the form of the DGII', async () => {
    expect(inspectDated((await signCanonical('<a>b</a>', signer)).xml, limits)).toBeUndefined();
  });
});
