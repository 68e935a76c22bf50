import { createHash } from 'node:crypto';
import { createSigner } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runOn } from '../../testing/programs.ts';
import { inspectCms } from './inspect-cms.ts';
import { signCms } from './sign-cms.ts';

const identity = makeCertificate();
const signer = createSigner(identity);
const text = Buffer.from('Declaro que esto es una prueba.\r\nSegunda línea: ñandú.\n');
const digest = createHash('sha256').update(text).digest();
const signingTime = new Date('2026-11-24T13:30:00Z');
const detached = await signCms({ digest, signingTime }, signer);
const attached = await signCms({ digest, content: text, signingTime }, signer);

const openssl = (files: Record<string, Uint8Array | string>, ...args: readonly string[]) =>
  runOn({ ...files, 'ca.pem': identity.certificate }, 'openssl', 'cms', ...args);
const trusting = ['-CAfile', '@ca.pem', '-purpose', 'any', '-no_check_time'];
const verifyDetached = (p7s: Uint8Array, content: Uint8Array) =>
  openssl(
    { p7s, content },
    ...['-verify', '-cades', '-binary', '-inform', 'DER', '-in', '@p7s', '-content', '@content', ...trusting],
  );

const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 1;
  return copy;
};
const faultsOf = (...args: Parameters<typeof inspectCms>) => inspectCms(...args).signatures.map(({ fault }) => fault);

describe('a CMS signature', () => {
  test('a detached CMS signature is accepted by openssl as CAdES, and refused with one octet of the text changed', () => {
    expect(verifyDetached(detached, text)).toMatchObject({ status: 0 });
    expect(verifyDetached(detached, changed(text, 4)).status).not.toBe(0);
    expect(faultsOf(detached, [text])).toEqual([undefined]);
    expect(faultsOf(detached, [changed(text, 4)])).toEqual(['alterado']);
    expect(faultsOf(detached)).toEqual(['sin-contenido']);
  });

  test('a CMS signature with its content is accepted by openssl, and gives it back', () => {
    const verify = ['-verify', '-cades', '-binary', '-inform', 'DER', '-in', '@p7m', ...trusting];
    const { status, output } = openssl({ p7m: attached }, ...verify);
    expect([status, output.includes('Segunda línea: ñandú.')]).toEqual([0, true]);
    expect(inspectCms(attached).content).toEqual(text);
    const other = changed(attached, attached.indexOf('prueba'));
    expect(openssl({ p7m: other }, ...verify).status).not.toBe(0);
    expect(faultsOf(other)).toEqual(['alterado']);
  });

  test('a CMS signature has its signer and time, and no time where none is requested', async () => {
    const [first] = inspectCms(detached, [text]).signatures;
    expect(first).toMatchObject({ signingTime });
    expect(first?.certificate?.subject).toContain('Persona de Prueba');
    const undated = await signCms({ digest }, signer);
    expect(inspectCms(undated, [text]).signatures).toMatchObject([{ fault: undefined, signingTime: undefined }]);
    expect(verifyDetached(undated, text)).toMatchObject({ status: 0 });
  });

  test('a CMS signature after 2049 has the longer form of its time', async () => {
    const later = new Date('2051-01-02T03:04:05Z');
    expect(inspectCms(await signCms({ digest, signingTime: later }, signer)).signatures).toMatchObject([
      { signingTime: later },
    ]);
  });

  test('a CMS signature by openssl is read: RSA, RSA-PSS and ECDSA, and by key identifier', () => {
    const sign = (...more: readonly string[]) =>
      Buffer.from(
        openssl(
          { key: identity.key, content: text },
          ...[
            '-sign',
            '-binary',
            '-in',
            '@content',
            '-signer',
            '@ca.pem',
            '-inkey',
            '@key',
            '-outform',
            'PEM',
            ...more,
          ],
        )
          .output.replace(/-----[^-]+-----/g, '')
          .replace(/\s/g, ''),
        'base64',
      );
    expect(faultsOf(sign(), [text])).toEqual([undefined]);
    expect(faultsOf(sign('-cades', '-md', 'sha512'), [text])).toEqual([undefined]);
    expect(faultsOf(sign('-keyopt', 'rsa_padding_mode:pss'), [text])).toEqual([undefined]);
    expect(faultsOf(sign('-nodetach', '-stream'))).toEqual([undefined]);
    expect(faultsOf(sign('-md', 'sha1'), [text])).toEqual(['algoritmo']);
    expect(faultsOf(sign('-nocerts'), [text])).toEqual(['sin-certificado']);
  });

  test('a CMS signature of a weak key, or by another key than that of its certificate, is refused', async () => {
    const weak = makeCertificate({ bits: 1024 });
    const byWeak = Buffer.from(
      openssl(
        { key: weak.key, content: text, weak: weak.certificate },
        ...['-sign', '-binary', '-in', '@content', '-signer', '@weak', '-inkey', '@key', '-outform', 'PEM'],
      )
        .output.replace(/-----[^-]+-----/g, '')
        .replace(/\s/g, ''),
      'base64',
    );
    expect(faultsOf(byWeak, [text])).toEqual(['llave']);
    const last = changed(detached, detached.length - 1);
    expect(faultsOf(last, [text])).toEqual(['no-corresponde']);
  });

  test('a CMS signature damaged anywhere never counts as valid for another text', () => {
    const damage = fc.array(fc.tuple(fc.nat(detached.length - 1), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(damage, (places) => {
        const copy = Buffer.from(detached);
        for (const [at, by] of places) copy[at] = copy[at]! ^ by;
        expect(faultsOf(copy, [changed(text, 0)])).not.toContain(undefined);
      }),
      { numRuns: 300 },
    );
    for (const bytes of [Buffer.alloc(0), Buffer.from('hola'), Buffer.alloc(64, 0x30)])
      expect(faultsOf(bytes, [text])).toEqual(['danada']);
  });
});
