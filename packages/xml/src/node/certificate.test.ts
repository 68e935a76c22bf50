import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../testing/certificates.ts';
import { createSigner, describeCertificate, SignatureError, signCanonical } from './index.ts';

it('a certificate has its holder, its issuer and its validity', () => {
  const issuer = makeCertificate({ subject: '/C=DO/O=Entidad, S.A./CN=Entidad de Prueba', isAuthority: true });
  const { certificate } = makeCertificate({
    subject: '/C=DO/CN=José Ñandú/serialNumber=IDCDO-00113918205',
    issuer,
    days: 10,
  });
  const facts = describeCertificate(certificate);
  expect(facts).toMatchObject({ holder: 'José Ñandú', holderId: '00113918205', issuer: 'Entidad de Prueba' });
  expect(facts.validTo.getTime() - facts.validFrom.getTime()).toBe(10 * 24 * 3600 * 1000);
  expect(facts.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(facts.serialNumber).toMatch(/^[0-9A-F]+$/);
});

it('a process that reads a certificate first of all can open TLS afterwards', () => {
  const program = [
    `import { describeCertificate } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};`,
    `describeCertificate(${JSON.stringify(makeCertificate({ subject: '/CN=A' }).certificate)});`,
    "(await import('node:tls')).createSecureContext();",
  ].join('\n');
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { stdio: 'pipe' });
});

it.each([
  ['/CN=A/serialNumber=PASDO-AB123456', 'AB123456'],
  ['/CN=A/serialNumber=131000016', '131000016'],
  ['/CN=A', undefined],
])('the holder of %s is %s', (subject, holderId) => {
  expect(describeCertificate(makeCertificate({ subject }).certificate).holderId).toBe(holderId);
});

it('a certificate whose names cannot be read has no holder, and no issuer', () => {
  const der = new X509Certificate(makeCertificate({ subject: '/CN=Ana Prueba' }).certificate).raw;
  // The common names of issuer and subject: text (12) becomes another type (13).
  const names = [...der.keys()].filter(
    (at) => der[at] === 12 && der.subarray(at + 2, at + 12).toString() === 'Ana Prueba',
  );
  const described = names.map((at) => {
    const damaged = Buffer.from(der);
    damaged[at] = 13;
    const { holder, holderId, issuer } = describeCertificate(damaged);
    return [holder, holderId, issuer];
  });
  expect(described).toEqual([
    ['Ana Prueba', undefined, ''],
    ['', undefined, 'Ana Prueba'],
  ]);
});

it('a text that is no certificate is refused', () => {
  expect(() => describeCertificate('x')).toThrow(SignatureError);
});

it('a certificate whose dates cannot be read is refused, as its validity is unknown', () => {
  const der = new X509Certificate(makeCertificate().certificate).raw;
  // The two UTCTime of its validity: tag, length 13, twelve digits, Z. Random bytes of the key may begin like one.
  const isDate = (at: number) =>
    der[at] === 0x17 && der[at + 1] === 13 && /^\d{12}Z$/.test(der.toString('latin1', at + 2, at + 15));
  const dates = [...der.keys()].filter(isDate);
  expect(dates).toHaveLength(2);
  for (const at of dates) {
    const damaged = Buffer.from(der);
    damaged[at + 4] = 'x'.charCodeAt(0);
    expect(() => describeCertificate(damaged)).toThrow(expect.objectContaining({ code: 'firma/certificado' }));
  }
});

it('a signer refuses a key that is another’s, weak, or not RSA', () => {
  const { key, certificate } = makeCertificate();
  const code = (expected: string) => expect.objectContaining({ code: expected });
  expect(() => createSigner({ key: makeCertificate().key, certificate })).toThrow(code('firma/llave-ajena'));
  expect(() => createSigner(makeCertificate({ bits: 1024 }))).toThrow(code('firma/llave-debil'));
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(() => createSigner({ key: privateKey, certificate })).toThrow(code('firma/llave'));
  expect(() => createSigner({ key, certificate: 'x' })).toThrow(code('firma/certificado'));
});

it.each([1, 30, 60])('the certificate of a name of %i letters is in the signature in one line', async (length) => {
  const { key, certificate } = makeCertificate({ subject: `/CN=${'A'.repeat(length)}` });
  const { xml } = await signCanonical('<a></a>', createSigner({ key, certificate }));
  const inside = /<X509Certificate>(.*)<\/X509Certificate>/.exec(xml)?.[1];
  expect(inside).toBe(certificate.replace(/-----.*-----|\n/g, ''));
});
