import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder, type TestIdentity } from './certificates.ts';

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
