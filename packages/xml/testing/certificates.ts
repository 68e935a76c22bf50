import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
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
  /** In OpenSSL's format: `/CN=…/serialNumber=IDCDO-…`. */
  readonly subject?: string;
  readonly bits?: number;
  /** OpenSSL's `-days`; it may be negative, for an expired certificate. */
  readonly days?: number;
  readonly issuer?: TestIdentity;
  readonly isAuthority?: boolean;
  readonly key?: string;
  readonly digest?: string;
  /** OpenSSL's extension lines, instead of the default ones of a person or an authority. */
  readonly extensions?: string;
}

const constraints = {
  authority: 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n',
  person: 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\n',
};

/** Makes `certificate` in the current folder, in one shell: a large process takes long to start another one. */
const certify = `set -e
openssl req -new -utf8 -key key -subj "$1" -out request
shift
openssl x509 -req -in request -extfile extensions -out certificate "$@"`;

/** Makes a certificate with OpenSSL: self-signed, or issued by `issuer`. */
export function makeCertificate({
  subject = '/C=DO/CN=Persona de Prueba/serialNumber=IDCDO-00113918205',
  bits = 2048,
  days = 365,
  issuer,
  isAuthority = false,
  key = rsaKey(bits, 65_537),
  digest = 'sha256',
  extensions = constraints[isAuthority ? 'authority' : 'person'],
}: CertificateRequest = {}): TestIdentity {
  return inTemporaryFolder((folder) => {
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('key', key);
    write('extensions', extensions);
    if (issuer !== undefined) {
      write('ca.pem', issuer.certificate);
      write('ca.key', issuer.key);
    }
    const signing =
      issuer === undefined ? ['-signkey', 'key'] : ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    const args = ['-c', certify, 'sh', subject, ...signing, '-days', String(days), `-${digest}`];
    execFileSync('sh', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    return { key, certificate: readFileSync(join(folder, 'certificate'), 'utf8') };
  });
}

/** A new RSA key, PKCS#8 as PEM. */
export const rsaKey = (modulusLength: number, publicExponent: number): string =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** A new RSA key of 2048 bits with an exponent that Node does not make, PKCS#8 as PEM. */
export const rsaKeyOf = (exponent: bigint): string =>
  execFileSync(
    'openssl',
    ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-pkeyopt', `rsa_keygen_pubexp:${exponent}`],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
