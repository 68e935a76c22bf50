import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { type CertificateRequest, makeCertificate, type TestIdentity } from '../../testing/certificates.ts';
import { certificateRefusal, trustAnyIssuer, trustChain } from './index.ts';

const day = 24 * 3600 * 1000;
const of = (id: string): CertificateRequest => ({ subject: `/CN=Persona de Prueba/serialNumber=${id}` });
const ecKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

let authority: TestIdentity;
beforeAll(() => {
  authority = makeCertificate({ subject: '/CN=Entidad de Prueba', isAuthority: true });
});

it.each<[string, () => CertificateRequest, string | undefined]>([
  ['a person’s', () => ({}), undefined],
  ['one without extensions', () => ({ extensions: '' }), undefined],
  ['one for non-repudiation alone', () => ({ extensions: 'keyUsage=critical,nonRepudiation' }), undefined],
  ['one for clients and mail', () => ({ extensions: 'extendedKeyUsage=clientAuth,emailProtection' }), undefined],
  ['one of a passport', () => of('PASDO-SC1234567'), undefined],
  ['one of an RNC with hyphens', () => of('1-31-00001-6'), undefined],
  ['an authority’s that may sign', () => ({ extensions: 'basicConstraints=CA:TRUE' }), 'firma/certificado-autoridad'],
  ['one that enciphers keys', () => ({ extensions: 'keyUsage=keyEncipherment' }), 'firma/certificado-uso'],
  ['one of a server', () => ({ extensions: 'extendedKeyUsage=serverAuth' }), 'firma/certificado-uso'],
  ['one without SN', () => ({ subject: '/CN=Persona de Prueba' }), 'firma/certificado-titular'],
  ['one with an SN that is no number', () => of('IDCDO-NINGUNO'), 'firma/certificado-titular'],
  ['one with an SN that is only its prefix', () => of('IDCDO-'), 'firma/certificado-titular'],
  ['one of an EC key', () => ({ key: ecKey() }), 'firma/llave'],
  ['one of a weak key', () => ({ bits: 1024 }), 'firma/llave-debil'],
  ['an expired one', () => ({ days: -1 }), 'firma/certificado-vencido'],
])('a certificate is judged alike whoever issued it: %s', (_, request, expected) => {
  const certificate = new X509Certificate(makeCertificate({ ...request(), issuer: authority }).certificate);
  const at = new Date(Date.now() + 1_000);
  expect(certificateRefusal(certificate, at)).toBe(expected);
  expect(trustAnyIssuer(at)(certificate)).toBe(expected ?? 'trusted');
  expect(trustChain({ roots: [authority.certificate], at })(certificate)).toBe(expected ?? 'trusted');
});

it('a certificate is valid from its first instant to its last', () => {
  const certificate = new X509Certificate(makeCertificate({ days: 2 }).certificate);
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const at = (ms: number) => certificateRefusal(certificate, new Date(ms));
  expect([at(from - 1), at(from), at(from + day), at(to), at(to + 1)]).toEqual([
    'firma/certificado-no-vigente',
    undefined,
    undefined,
    undefined,
    'firma/certificado-vencido',
  ]);
});
