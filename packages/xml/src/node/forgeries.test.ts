import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCertificate, type TestIdentity } from '../../testing/certificates.ts';
import { makeForgeries } from '../../testing/forgeries.ts';
import { signLoosely } from '../../testing/loose-signer.ts';
import { XmlError } from '../index.ts';
import { SignatureError, trustChain, verifyXml } from './index.ts';
import { readPlainParts } from './plain-signature.ts';
import { readParts } from './signed-parts.ts';

const limits = { size: 5_000_000, nodes: 50_000 };
const document = '<ECF><Encabezado><RNCEmisor>131000001</RNCEmisor><MontoTotal>100.00</MontoTotal></Encabezado></ECF>';
const evil = document.replace('100.00', '900.00');

const day = 24 * 3600 * 1000;
/** A time within the first day of validity of every certificate of these tests. */
const at = new Date(Date.now() + 3600 * 1000);
const { authority, owner, attacker, signed, kinds } = makeForgeries(document, evil);
const trust = trustChain({ roots: [authority.certificate], at });

describe('verifyXml', () => {
  it('the genuine document from which the forgeries are made is accepted', () => {
    expect(verifyXml(signed, { trust }).canonical).toBe(document);
    // The forgery with spare bits set requires it.
    const [, value = ''] = /<SignatureValue>(.*)<\/SignatureValue>/.exec(signed) ?? [];
    expect(Buffer.from(value, 'base64')).toHaveLength(256);
  });

  for (const [kind, forgeries] of Object.entries(kinds)) {
    describe(`refuses, of ${kind}:`, () => {
      it.each(Object.entries(forgeries))('a forgery is refused: %s', (_name, [make, code]) => {
        const xml = make();
        expect(xml).not.toBe(signed);
        expect(() => verifyXml(xml, { trust })).toThrow(expect.objectContaining({ code }));
        const plain = readPlainParts(xml, limits);
        if (plain !== undefined) expect(plain).toEqual(readParts(xml, limits));
      });
    });
  }
});

describe('the cache of certificates', () => {
  const reads = (xml: string, ask: typeof trust) => {
    const seen: X509Certificate[] = [];
    const record: typeof trust = (certificate) => {
      seen.push(certificate);
      return ask(certificate);
    };
    for (let i = 0; i < 2; i++) {
      try {
        verifyXml(xml, { trust: record });
      } catch (error) {
        if (!(error instanceof SignatureError)) throw error;
      }
    }
    return new Set(seen).size;
  };

  it('the cache has the trusted certificates only: any other is read again and forgotten', { tags: ['P3.8'] }, () => {
    expect(reads(signLoosely(document, makeCertificate({ issuer: authority })), trust)).toBe(1);
    expect(reads(signLoosely(document, attacker), trust)).toBe(2);
  });
});

describe('a signed document with a few characters changed', () => {
  it('a changed document is refused, or has its original content: 5,000 of them', { tags: ['P3.8'] }, () => {
    const pieces = [
      '',
      'A',
      '9',
      '=',
      '<',
      '>',
      '/',
      '&#13;',
      ' ',
      '\n',
      '<x/>',
      '<!---->',
      '<![CDATA[',
      ']]>',
      '"',
      ':',
    ];
    const seen = { accepted: 0, refused: 0 };
    const change = fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...pieces));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
        const changed = changes.reduce((xml, [place, length, piece]) => {
          const at = place % xml.length;
          return xml.slice(0, at) + piece + xml.slice(at + length);
        }, signed);
        try {
          expect(verifyXml(changed, { trust }).canonical).toBe(document);
          seen.accepted += 1;
        } catch (error) {
          if (!(error instanceof SignatureError || error instanceof XmlError)) throw error;
          seen.refused += 1;
        }
      }),
      { numRuns: 5000 },
    );
    expect(seen.refused).toBeGreaterThan(4000);
    expect(seen.accepted).toBeGreaterThan(50);
  });
});

describe('trustChain', () => {
  const certificate = (identity: TestIdentity) => new X509Certificate(identity.certificate);

  it('a certificate issued by a root is trusted, and so is one that is itself listed', () => {
    expect(trust(certificate(owner))).toBe('trusted');
    expect(trustChain({ roots: [attacker.certificate], at })(certificate(attacker))).toBe('trusted');
  });

  it('an intermediate is trusted only where it leads to a root', () => {
    const intermediate = makeCertificate({ subject: '/CN=Intermedia', isAuthority: true, issuer: authority });
    const leaf = certificate(makeCertificate({ issuer: intermediate }));
    const roots = [authority.certificate];
    expect(trustChain({ roots, at })(leaf)).toBe('firma/certificado-desconocido');
    expect(trustChain({ roots, intermediates: [intermediate.certificate], at })(leaf)).toBe('trusted');
    expect(trustChain({ roots: [owner.certificate], intermediates: [intermediate.certificate], at })(leaf)).toBe(
      'firma/certificado-desconocido',
    );
  });

  it('a chain is no longer than a certificate allows, and has no authority that may not issue', {
    tags: ['P3.8'],
  }, () => {
    const chain = (extensions: string) => {
      const upper = makeCertificate({ subject: '/CN=Superior', issuer: authority, extensions });
      const lower = makeCertificate({ subject: '/CN=Inferior', issuer: upper, isAuthority: true });
      const intermediates = [upper.certificate, lower.certificate];
      const leaf = certificate(makeCertificate({ issuer: lower }));
      return trustChain({ roots: [authority.certificate], intermediates, at })(leaf);
    };
    expect(chain('basicConstraints=critical,CA:TRUE,pathlen:1\nkeyUsage=critical,keyCertSign')).toBe('trusted');
    expect(chain('basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign')).toBe(
      'firma/certificado-desconocido',
    );
    expect(chain('basicConstraints=critical,CA:TRUE\nkeyUsage=critical,cRLSign')).toBe('firma/certificado-desconocido');
    expect(chain('basicConstraints=critical,CA:TRUE\nnameConstraints=critical,permitted;DNS:example.do')).toBe(
      'firma/certificado-desconocido',
    );
  });

  it.each([
    'keyUsage=critical,digitalSignature',
    'keyUsage=critical,nonRepudiation\nextendedKeyUsage=clientAuth,emailProtection',
    'extendedKeyUsage=critical,1.3.6.1.5.5.7.3.36\ncertificatePolicies=critical,1.3.6.1.4.1.55555.2',
    'subjectAltName=email:persona@example.do',
  ])('a person’s certificate with %j is trusted', (extensions) => {
    expect(trust(certificate(makeCertificate({ issuer: authority, extensions })))).toBe('trusted');
  });

  it('validity is judged at the instant of the call', () => {
    const before = trustChain({ roots: [authority.certificate], at: new Date(Date.now() - 2 * day) });
    const after = trustChain({ roots: [authority.certificate], at: new Date(Date.now() + 366 * day) });
    expect(before(certificate(owner))).toBe('firma/certificado-no-vigente');
    expect(after(certificate(owner))).toBe('firma/certificado-vencido');
  });

  it('a leaf of an expired root is not trusted', () => {
    const old = makeCertificate({ subject: '/CN=Vieja', isAuthority: true, days: 1 });
    const leaf = certificate(makeCertificate({ issuer: old, days: 30 }));
    expect(trustChain({ roots: [old.certificate], at: new Date(Date.now() + 5 * day) })(leaf)).toBe(
      'firma/certificado-desconocido',
    );
  });
});
