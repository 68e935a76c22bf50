import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder, type TestIdentity } from '@timbre/xml/testing/certificates';

/** Forms of a .p12 written by various programs, as options of `openssl pkcs12`. */
export const p12Forms: Readonly<Record<string, readonly string[]>> = {
  'modern: AES-256, HMAC SHA-256': [],
  'AES-128, SHA-1 MAC': ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-macalg', 'sha1'],
  'AES-192, SHA-512 MAC': ['-keypbe', 'AES-192-CBC', '-certpbe', 'AES-192-CBC', '-macalg', 'sha512'],
  'PBES2 with 3DES, SHA-384 MAC': ['-keypbe', 'DES-EDE3-CBC', '-certpbe', 'DES-EDE3-CBC', '-macalg', 'sha384'],
  'legacy: RC2-40 and 3DES': ['-legacy'],
  'RC2-128': ['-legacy', '-keypbe', 'PBE-SHA1-RC2-128', '-certpbe', 'PBE-SHA1-RC2-128'],
  '3DES': ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
  'certificates in the clear': ['-certpbe', 'NONE'],
  'key in the clear': ['-keypbe', 'NONE'],
  'no MAC': ['-nomac'],
  '600,000 iterations': ['-iter', '600000'],
};

/** A .p12 made by `openssl pkcs12`; `options` are options of that command (`-legacy`, `-iter` …). */
export function makeP12(identity: TestIdentity, password: string, options: readonly string[] = [], chain = ''): Buffer {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    writeFileSync(at('key.pem'), identity.key);
    writeFileSync(at('certificates.pem'), identity.certificate + chain);
    const files = ['-inkey', at('key.pem'), '-in', at('certificates.pem'), '-out', at('out.p12')];
    execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `pass:${password}`, ...options], {
      stdio: 'pipe',
    });
    return readFileSync(at('out.p12'));
  });
}
