import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A key pair and its certificate, as PEM. */
export interface TestIdentity {
  readonly key: string;
  readonly certificate: string;
}

/** Runs `work` with a folder that is removed afterwards. */
export function inTemporaryFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-xml-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface CertificateRequest {
  /** OpenSSL's form: `/CN=…/serialNumber=IDCDO-…`. */
  readonly subject?: string;
  readonly bits?: number;
  /** OpenSSL's `-days`; it may be negative, for an expired certificate. */
  readonly days?: number;
  readonly issuer?: TestIdentity;
  readonly isAuthority?: boolean;
  readonly key?: string;
  readonly digest?: string;
  /** OpenSSL's extension lines, instead of the usual ones of a person or an authority. */
  readonly extensions?: string;
  readonly publicExponent?: number;
}

/** A certificate made by OpenSSL during the test run: self-signed, or issued by `issuer`. */
export function makeCertificate({
  subject = '/C=DO/CN=Persona de Prueba/serialNumber=IDCDO-00113918205',
  bits = 2048,
  days = 365,
  issuer,
  isAuthority = false,
  key,
  digest = 'sha256',
  extensions,
  publicExponent = 65_537,
}: CertificateRequest = {}): TestIdentity {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (key === undefined)
      openssl(
        'genpkey',
        '-algorithm',
        'RSA',
        '-pkeyopt',
        `rsa_keygen_bits:${bits}`,
        '-pkeyopt',
        `rsa_keygen_pubexp:${publicExponent}`,
        '-out',
        at('key'),
      );
    else writeFileSync(at('key'), key);
    const constraints = isAuthority
      ? 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n'
      : 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\n';
    writeFileSync(at('extensions'), extensions ?? constraints);
    openssl('req', '-new', '-utf8', '-key', at('key'), '-subj', subject, '-out', at('request'));
    if (issuer !== undefined) {
      writeFileSync(at('ca.pem'), issuer.certificate);
      writeFileSync(at('ca.key'), issuer.key);
    }
    const signing =
      issuer === undefined ? ['-signkey', at('key')] : ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      at('request'),
      ...signing,
      '-days',
      String(days),
      `-${digest}`,
      '-extfile',
      at('extensions'),
      '-out',
      at('certificate'),
    );
    return { key: readFileSync(at('key'), 'utf8'), certificate: readFileSync(at('certificate'), 'utf8') };
  });
}
