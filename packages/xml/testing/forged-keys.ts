import { createHash, createHmac, createPublicKey, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { algorithms, signatureNamespace as dsig } from '../src/index.ts';
import { makeCertificate, rsaKey, rsaKeyOf, type TestIdentity } from './certificates.ts';
import type { Forgery, Genuine } from './genuine.ts';
import { certificateOf, signLoosely, transform, x509 } from './loose-signer.ts';

/** Forgeries by other algorithms and by other certificates, by kind and name. */
export function forgedKeys(genuine: Genuine) {
  const { document, evil, authority, owner, attacker, inGenuine, inEvil, loosely } = genuine;

  const otherAlgorithms: Record<string, Forgery> = {
    'RSA-SHA1': [() => loosely({ method: `${dsig}rsa-sha1`, signatureHash: 'sha1' }), 'firma/algoritmo'],
    'RSA-SHA512': [
      () => loosely({ method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', signatureHash: 'sha512' }),
      'firma/algoritmo',
    ],
    'RSA-SHA1 that says RSA-SHA256': [() => loosely({ signatureHash: 'sha1' }), 'firma/no-corresponde'],
    'HMAC with the public key as its secret': [
      () =>
        loosely({
          method: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
          value: (text) =>
            createHmac('sha256', createPublicKey(owner.certificate).export({ type: 'spki', format: 'pem' }))
              .update(text)
              .digest('base64'),
        }),
      'firma/algoritmo',
    ],
    'HMAC with the certificate as its secret': [
      () =>
        loosely({
          method: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
          value: (text) =>
            createHmac('sha256', new X509Certificate(owner.certificate).raw).update(text).digest('base64'),
        }),
      'firma/algoritmo',
    ],
    'HMAC of no length': [
      () =>
        loosely({
          method: `${dsig}hmac-sha1`,
          methodContent: '<HMACOutputLength>0</HMACOutputLength>',
          value: () => 'AA==',
        }),
      'firma/estructura',
    ],
    'RSA-PSS': [() => loosely({ method: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' }), 'firma/algoritmo'],
    ECDSA: [() => loosely({ method: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256' }), 'firma/algoritmo'],
    'no algorithm': [() => loosely({ method: '' }), 'firma/algoritmo'],
    'an algorithm with a blank after it': [() => loosely({ method: `${algorithms.signature} ` }), 'firma/algoritmo'],
    'an algorithm in capitals': [() => loosely({ method: algorithms.signature.toUpperCase() }), 'firma/algoritmo'],
    'an algorithm in another namespace': [
      () => inGenuine('<SignatureMethod Algorithm', '<SignatureMethod xmlns:x="urn:x" x:Algorithm'),
      'firma/estructura',
    ],
    'the misprint of the official manual': [
      () => loosely({ canonicalization: 'http://www.w3.org/TR/2001/RECxml-c14n-20010315' }),
      'firma/algoritmo',
    ],
    'a digest of SHA-1': [() => loosely({ digest: `${dsig}sha1`, digestHash: 'sha1' }), 'firma/algoritmo'],
    'a digest of MD5': [
      () => loosely({ digest: 'http://www.w3.org/2001/04/xmldsig-more#md5', digestHash: 'md5' }),
      'firma/algoritmo',
    ],
    'a digest of SHA-512': [
      () => loosely({ digest: 'http://www.w3.org/2001/04/xmlenc#sha512', digestHash: 'sha512' }),
      'firma/algoritmo',
    ],
    'a digest of SHA-1 that says SHA-256': [() => loosely({ digestHash: 'sha1' }), 'firma/alterado'],
    'canonical form 1.1': [
      () => loosely({ canonicalization: 'http://www.w3.org/2006/12/xml-c14n11' }),
      'firma/algoritmo',
    ],
    'no transforms': [() => loosely({ transforms: '' }), 'firma/estructura'],
    'another transform alone': [
      () => loosely({ transforms: transform(algorithms.canonicalization) }),
      'firma/algoritmo',
    ],
    'the transform twice': [
      () => loosely({ transforms: transform(algorithms.transform).repeat(2) }),
      'firma/algoritmo',
    ],
    'three transforms': [
      () => loosely({ transforms: transform(algorithms.transform) + transform(algorithms.canonicalization).repeat(2) }),
      'firma/estructura',
    ],
    'a canonical form before the transform': [
      () => loosely({ transforms: transform(algorithms.canonicalization) + transform(algorithms.transform) }),
      'firma/algoritmo',
    ],
    'prefixes listed for the inclusive form': [
      () => loosely({ transforms: listing(algorithms.canonicalization, 'x') }),
      'firma/estructura',
    ],
    'more prefixes than an element may declare': [
      () => loosely({ transforms: listing(exclusive, Array.from({ length: 65 }, (_, at) => `p${at}`).join(' ')) }),
      'firma/estructura',
    ],
    'a document inside a list of prefixes': [
      () => loosely({ transforms: listing(exclusive, 'x').replace('</ec', `${document}</ec`) }),
      'firma/estructura',
    ],
    'an XPath that sees only what suits': [
      () =>
        loosely({
          transforms:
            transform(algorithms.transform) +
            '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><XPath>not(ancestor-or-self::MontoTotal)</XPath></Transform>',
        }),
      'firma/algoritmo',
    ],
    'an XPath filter inside the transform': [
      () =>
        loosely({
          transforms: `<Transform Algorithm="${algorithms.transform}"><XPath>/ECF</XPath></Transform>`,
        }),
      'firma/estructura',
    ],
    XSLT: [() => loosely({ transforms: transform('http://www.w3.org/TR/1999/REC-xslt-19991116') }), 'firma/algoritmo'],
    base64: [() => loosely({ transforms: transform(`${dsig}base64`) }), 'firma/algoritmo'],
  };

  const certificates: Record<string, Forgery> = {
    'signed anew by a stranger': [() => signLoosely(evil, attacker), 'firma/certificado-desconocido'],
    'signed by a stranger under the owner’s certificate': [
      () => signLoosely(evil, attacker, { keyInfo: () => x509(certificateOf(owner)) }),
      'firma/no-corresponde',
    ],
    'the genuine signature under a stranger’s certificate': [
      () => inGenuine(certificateOf(owner), certificateOf(attacker)),
      'firma/no-corresponde',
    ],
    'two certificates, the stranger’s first': [
      () => signLoosely(evil, attacker, { keyInfo: (own) => x509(own, certificateOf(owner)) }),
      'firma/certificado-desconocido',
    ],
    'two certificates, the stranger’s last': [
      () => signLoosely(evil, attacker, { keyInfo: (own) => x509(certificateOf(owner), own) }),
      'firma/certificado-desconocido',
    ],
    'two X509Data': [
      () =>
        signLoosely(evil, attacker, {
          keyInfo: (own) => x509(certificateOf(owner)).replace('</KeyInfo>', x509(own).replace('<KeyInfo>', '')),
        }),
      'firma/certificado-desconocido',
    ],
    'no KeyInfo': [() => loosely({ keyInfo: () => '' }), 'firma/estructura'],
    'an empty KeyInfo': [() => loosely({ keyInfo: () => '<KeyInfo></KeyInfo>' }), 'firma/estructura'],
    'a KeyName alone': [
      () => loosely({ keyInfo: () => '<KeyInfo><KeyName>x</KeyName></KeyInfo>' }),
      'firma/estructura',
    ],
    'a stranger’s KeyValue before the certificate': [
      () =>
        inEvil(
          '<KeyInfo>',
          '<KeyInfo><KeyValue><RSAKeyValue><Modulus>AQAB</Modulus><Exponent>AQAB</Exponent></RSAKeyValue></KeyValue>',
        ),
      'firma/alterado',
    ],
    'a stranger’s signature and KeyValue under the owner’s certificate': [
      () =>
        signLoosely(evil, attacker, {
          keyInfo: () => x509(certificateOf(owner)).replace('<KeyInfo>', `<KeyInfo>${keyValueOf(attacker)}`),
        }),
      'firma/no-corresponde',
    ],
    'a stranger’s KeyValue alone': [
      () => signLoosely(evil, attacker, { keyInfo: () => `<KeyInfo>${keyValueOf(attacker)}</KeyInfo>` }),
      'firma/estructura',
    ],
    'a certificate of the owner’s key and another name, before and after a stranger’s': [
      () =>
        loosely({ keyInfo: () => x509(certificateOf(attacker), certificateOf(impostor()), certificateOf(attacker)) }),
      'firma/certificado-desconocido',
    ],
    'more certificates than a chain has': [
      () =>
        loosely({
          keyInfo: (own) => x509(own, ...Array.from({ length: 8 }, (_, at) => Buffer.from([at]).toString('base64'))),
        }),
      'firma/estructura',
    ],
    'a certificate to be fetched': [
      () =>
        loosely({ keyInfo: () => '<KeyInfo><RetrievalMethod URI="http://127.0.0.1:9/c"></RetrievalMethod></KeyInfo>' }),
      'firma/estructura',
    ],
    'a certificate that is none': [() => loosely({ keyInfo: () => x509('AAAA') }), 'firma/certificado'],
    'a certificate with octets after it': [
      () =>
        loosely({
          keyInfo: () =>
            x509(Buffer.concat([Buffer.from(certificateOf(owner), 'base64'), Buffer.alloc(3)]).toString('base64')),
        }),
      'firma/certificado',
    ],
    'a certificate as PEM': [
      () => loosely({ keyInfo: () => x509(Buffer.from(owner.certificate).toString('base64')) }),
      'firma/certificado',
    ],
    'a certificate of a namesake authority': [
      () =>
        signLoosely(
          document,
          makeCertificate({ issuer: makeCertificate({ subject: '/CN=Entidad de Prueba', isAuthority: true }) }),
        ),
      'firma/certificado-desconocido',
    ],
    'a certificate issued by a client of the authority': [
      () => signLoosely(document, makeCertificate({ issuer: owner })),
      'firma/certificado-desconocido',
    ],
    'a certificate that is over': [
      () => signLoosely(document, makeCertificate({ issuer: authority, days: -1 })),
      'firma/certificado-vencido',
    ],
    'a key of 1,024 bits': [
      () => signLoosely(document, makeCertificate({ issuer: authority, bits: 1024 })),
      'firma/llave-debil',
    ],
    'a key of exponent 1, under which any text is its own signature': [
      () => signLoosely(evil, withExponentOne(), { value: paddedDigest }),
      'firma/llave-debil',
    ],
    'a key of exponent 3': [
      () => signLoosely(document, makeCertificate({ issuer: authority, key: rsaKey(2048, 3) })),
      'firma/llave-debil',
    ],
    'a key with an exponent of more than 64 bits': [
      () => signLoosely(document, makeCertificate({ issuer: authority, key: rsaKeyOf(2n ** 64n + 13n) })),
      'firma/llave-debil',
    ],
    'a certificate of more than 16 kB': [
      () => signLoosely(document, makeCertificate({ issuer: authority, extensions: heavyExtensions })),
      'firma/certificado-grande',
    ],
    'a certificate that only enciphers keys': [
      () =>
        signLoosely(document, makeCertificate({ issuer: authority, extensions: 'keyUsage=critical,keyEncipherment' })),
      'firma/certificado-uso',
    ],
    'a certificate of a web server': [
      () => signLoosely(document, makeCertificate({ issuer: authority, extensions: 'extendedKeyUsage=serverAuth' })),
      'firma/certificado-uso',
    ],
    'a certificate for time stamps': [
      () =>
        signLoosely(
          document,
          makeCertificate({ issuer: authority, extensions: 'extendedKeyUsage=critical,timeStamping' }),
        ),
      'firma/certificado-uso',
    ],
    'a document signed by an authority': [
      () => signLoosely(document, makeCertificate({ subject: '/CN=Intermedia', issuer: authority, isAuthority: true })),
      'firma/certificado-autoridad',
    ],
    'a document signed by the trusted root itself': [
      () => signLoosely(document, authority),
      'firma/certificado-autoridad',
    ],
    'a certificate that names no holder': [
      () => signLoosely(document, makeCertificate({ subject: '/CN=Persona de Prueba', issuer: authority })),
      'firma/certificado-titular',
    ],
    'a certificate with a critical extension that is not known': [
      () =>
        signLoosely(
          document,
          makeCertificate({ issuer: authority, extensions: '1.3.6.1.4.1.55555.1=critical,ASN1:UTF8String:x' }),
        ),
      'firma/certificado-uso',
    ],
    'a certificate signed with SHA-1': [
      () => signLoosely(document, makeCertificate({ issuer: authority, digest: 'sha1' })),
      'firma/certificado-desconocido',
    ],
    'a certificate signed with MD5': [
      () => signLoosely(document, makeCertificate({ issuer: authority, digest: 'md5' })),
      'firma/certificado-desconocido',
    ],
  };

  /** A certificate of the owner's key that names another person. */
  const impostor = (): TestIdentity =>
    makeCertificate({ subject: '/CN=Impostor/serialNumber=IDCDO-00113918206', key: owner.key });

  /** A certificate of the trusted authority for a key with exponent 1, which no careful authority would issue. */
  function withExponentOne(): TestIdentity {
    const certificate = forge.pki.certificateFromPem(owner.certificate);
    const { n } = certificate.publicKey as forge.pki.rsa.PublicKey;
    certificate.publicKey = forge.pki.setRsaPublicKey(n, new forge.jsbn.BigInteger('1'));
    certificate.sign(forge.pki.privateKeyFromPem(authority.key), forge.md.sha256.create());
    return { key: owner.key, certificate: forge.pki.certificateToPem(certificate) };
  }
  return { otherAlgorithms, certificates };
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The enveloped transform, and a canonical form with a list of prefixes. */
const listing = (algorithm: string, prefixes: string): string =>
  transform(algorithms.transform) +
  `<Transform Algorithm="${algorithm}"><ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${prefixes}"></ec:InclusiveNamespaces></Transform>`;

function keyValueOf({ certificate }: TestIdentity): string {
  const { n, e } = createPublicKey(certificate).export({ format: 'jwk' });
  const [modulus, exponent] = [n, e].map((part) => Buffer.from(part ?? '', 'base64url').toString('base64'));
  return `<KeyValue><RSAKeyValue><Modulus>${modulus}</Modulus><Exponent>${exponent}</Exponent></RSAKeyValue></KeyValue>`;
}

/** Some 20 kB of alternative names. */
const heavyExtensions = `subjectAltName=${Array.from({ length: 600 }, (_, i) => `DNS:${`n${i}`.padEnd(30, 'x')}.do`).join(',')}`;

/**
 * The block that RSASSA-PKCS1-v1_5 raises to the exponent. An exponent of 1 leaves it unchanged.
 * @source RFC 8017, §9.2
 */
function paddedDigest(text: string): string {
  const info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
  const end = Buffer.concat([Buffer.from([0]), info, createHash('sha256').update(text).digest()]);
  return Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(254 - end.length, 0xff), end]).toString('base64');
}
