import { createPrivateKey, X509Certificate } from 'node:crypto';
import { makeCertificate, type TestIdentity } from '@timbre/xml/testing/certificates';
import forge from 'node-forge';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeP12, p12Forms } from '../testing/p12.ts';
import { openP12 } from './open-p12.ts';
import type { P12ErrorCode } from './p12-error.ts';

let authority: TestIdentity;
let identity: TestIdentity;
beforeAll(() => {
  authority = makeCertificate({ subject: '/CN=Entidad de Prueba', isAuthority: true });
  identity = makeCertificate({ issuer: authority });
});

/** The current time, and a time limit for a busy machine. */
const now = () => ({ at: new Date(), workMs: 240_000 });
const password = 'Clave-123';
const fingerprint = (certificate: string) => new X509Certificate(certificate).fingerprint256;

async function expectOpens(file: Buffer, withPassword = password) {
  const opened = await openP12(file, withPassword, now());
  expect(createPrivateKey(opened.key).equals(createPrivateKey(identity.key))).toBe(true);
  expect(fingerprint(opened.certificate)).toBe(fingerprint(identity.certificate));
  return opened;
}

const expectRefused = (file: Uint8Array, code: P12ErrorCode, withPassword = password) =>
  expect(openP12(file, withPassword, now())).rejects.toMatchObject({ name: 'P12Error', code });

describe('openP12', () => {
  for (const [name, options] of Object.entries(p12Forms)) {
    it(name, async () => {
      await expectOpens(makeP12(identity, password, options));
    });
  }

  for (const odd of ['Ñandú#1', '', '密码🔑']) {
    it.each([[[]], [['-legacy']]])(`a file with the password «${odd}», with options %j, is opened`, async (options) => {
      await expectOpens(makeP12(identity, odd, options), odd);
    });
  }

  it.each([[[]], [['-legacy']]])('a file with other certificates, with options %j, is opened', async (options) => {
    const opened = await expectOpens(makeP12(identity, password, options, authority.certificate));
    expect(opened.chain.map(fingerprint)).toEqual([fingerprint(authority.certificate)]);
  });

  it.each([0, 1])(
    'a file of two keys opens with that of the certificate that may sign, with %i before it',
    async (before) => {
      const server = makeCertificate({ extensions: 'extendedKeyUsage=serverAuth' });
      const file = twoKeys(before === 0 ? [identity, server] : [server, identity]);
      expect((await expectOpens(file)).owned).toBe(2);
    },
  );

  it.each([0, 1])(
    'a file of two certificates of one key opens with the valid one, with %i before it',
    async (before) => {
      const expired = makeCertificate({ key: identity.key, days: -1 });
      const order = before === 0 ? [identity, expired] : [expired, identity];
      expect((await expectOpens(forgeP12(identity.key, order, 'aes256'))).owned).toBe(2);
    },
  );

  it('a file of keys that may not sign opens with the first', async () => {
    const file = twoKeys([makeCertificate({ days: -1 }), authority]);
    expect((await openP12(file, password, now())).owned).toBe(2);
  });

  it.each(['3des', 'aes256'] as const)(
    'a file with the authority first, as node-forge writes it in %s, is opened',
    async (algorithm) => {
      const opened = await expectOpens(forgeP12(identity.key, [authority, identity], algorithm));
      expect(opened.chain.map(fingerprint)).toEqual([fingerprint(authority.certificate)]);
    },
  );
});

/** A .p12 of two keys, each with its certificate, which OpenSSL does not write. */
function twoKeys(owners: readonly TestIdentity[]): Buffer {
  const { asn1 } = forge;
  const parts = owners.map(({ key, certificate }) => {
    const pem = forge.pki.certificateFromPem(certificate);
    const file = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(key), pem, password, { useMac: false });
    // PFX → AuthenticatedSafe: content type, octets → the parts with certificates and keys.
    const octets = (file.value as forge.asn1.Asn1[])[1]!.value as forge.asn1.Asn1[];
    const content = (octets[1]!.value as forge.asn1.Asn1[])[0]!.value as string;
    return asn1.fromDer(content).value as forge.asn1.Asn1[];
  });
  const make = (type: forge.asn1.Type, value: forge.asn1.Asn1[] | string, tagClass = asn1.Class.UNIVERSAL) =>
    asn1.create(tagClass, type, typeof value !== 'string', value);
  const safe = asn1.toDer(make(asn1.Type.SEQUENCE, parts.flat())).getBytes();
  const data = make(asn1.Type.OID, asn1.oidToDer(forge.pki.oids.data!).getBytes());
  const wrapped = make(0 as forge.asn1.Type, [make(asn1.Type.OCTETSTRING, safe)], asn1.Class.CONTEXT_SPECIFIC);
  const version = make(asn1.Type.INTEGER, asn1.integerToDer(3).getBytes());
  const file = make(asn1.Type.SEQUENCE, [version, make(asn1.Type.SEQUENCE, [data, wrapped])]);
  return Buffer.from(asn1.toDer(file).getBytes(), 'latin1');
}

/**
 * Writes a .p12 with node-forge, which writes any input. OpenSSL puts the key's certificate first and refuses the
 * certificate of another key.
 */
function forgeP12(key: string, owners: readonly TestIdentity[], algorithm: '3des' | 'aes256'): Buffer {
  const certificates = owners.map(({ certificate }) => forge.pki.certificateFromPem(certificate));
  const file = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(key), certificates, password, { algorithm });
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1');
}

describe('the refusals of openP12', () => {
  it('a wrong password is refused', async () => {
    await expectRefused(makeP12(identity, password), 'p12/contrasena', 'otra');
    await expectRefused(makeP12(identity, password, ['-legacy']), 'p12/contrasena', 'otra');
    await expectRefused(makeP12(identity, password, ['-nomac']), 'p12/contrasena', 'otra');
    await expectRefused(makeP12(identity, 'Ñandú#1'), 'p12/contrasena', 'Nandu#1');
  });

  it('a truncated file, an empty one, and another kind of file are refused', async () => {
    const file = makeP12(identity, password);
    await expectRefused(file.subarray(0, file.length - 10), 'p12/danado');
    await expectRefused(file.subarray(0, 40), 'p12/danado');
    await expectRefused(Buffer.concat([file, Buffer.from([0])]), 'p12/danado');
    await expectRefused(new Uint8Array(), 'p12/danado');
    await expectRefused(Buffer.from(identity.certificate), 'p12/danado');
    await expectRefused(Buffer.alloc(60_000, 0x30), 'p12/danado');
    await expectRefused(Buffer.from('3080'.repeat(20_000), 'hex'), 'p12/danado');
  });

  it('a file with one bit turned is refused, although the password is right', async () => {
    const file = makeP12(identity, password);
    for (const place of [0.3, 0.6, 0.8]) {
      const turned = Buffer.from(file);
      const at = Math.floor(file.length * place);
      turned[at] = (turned[at] ?? 0) ^ 1;
      await expectRefused(turned, 'p12/danado');
    }
  });

  it('an unknown algorithm is refused', async () => {
    await expectRefused(makeP12(identity, password, ['-keypbe', 'ARIA-256-CBC']), 'p12/no-soportado');
    await expectRefused(makeP12(identity, password, ['-legacy', '-certpbe', 'PBE-SHA1-RC4-128']), 'p12/no-soportado');
  });

  it('a million and one iterations are refused before they are computed', async () => {
    // `-nomac`: the iteration count must be checked in the encrypted parts too, not only in the MAC.
    const bomb = makeP12(identity, password, ['-iter', '1000001', '-nomac']);
    await expectRefused(bomb, 'p12/demasiadas-iteraciones');
    await expectRefused(bomb, 'p12/demasiadas-iteraciones', 'otra');
  });

  it('calls while two are opened and six wait are refused; those that wait are opened', async () => {
    const file = makeP12(identity, password, []);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => openP12(file, password, now())));
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'opened' : outcome.reason.code));
    expect(codes).toEqual([...Array(8).fill('opened'), ...Array(4).fill('p12/ocupado')]);
    await expectOpens(file);
  });

  it('a file that takes too long is refused', async () => {
    const slow = makeP12(identity, password, ['-legacy', '-iter', '300000']);
    await expect(openP12(slow, password, { at: new Date(), workMs: 300 })).rejects.toMatchObject({
      code: 'p12/tiempo',
    });
  });

  it('a key that belongs to none of the certificates is refused', async () => {
    await expectRefused(forgeP12(identity.key, [authority], 'aes256'), 'p12/llave-ajena');
  });

  it('a file without a key, and one without certificates, are refused', async () => {
    await expectRefused(makeP12(identity, password, ['-nokeys']), 'p12/sin-llave');
    await expectRefused(makeP12(identity, password, ['-nocerts']), 'p12/sin-certificado');
  });

  it('a file of more than 64 kB is refused', async () => {
    await expectRefused(new Uint8Array(65_537), 'p12/demasiado-grande');
  });
});
