import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder, type TestIdentity } from './certificates.ts';

const program = fileURLToPath(new URL('./XmlSignatures.java', import.meta.url));

/** Whether a JDK is installed. Of the programs that the tests compare with, only the JDK is optional. */
export const hasJava = spawnSync('java', ['-version']).status === 0 && spawnSync('javac', ['-version']).status === 0;

/** Whether the JDK verifies each document's signature with this certificate (PEM). */
export function javaVerifies(documents: readonly (string | Uint8Array)[], certificate: string): boolean[] {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    writeFileSync(at('certificate.pem'), certificate);
    const files = documents.map((_, index) => at(`${index}.xml`));
    files.forEach((file, index) => {
      writeFileSync(file, documents[index] ?? '');
    });
    const printed = execFileSync('java', [program, 'verify', at('certificate.pem'), ...files], { encoding: 'utf8' });
    return printed
      .trim()
      .split('\n')
      .map((line) => line === 'true');
  });
}

/** The document, signed by the JDK. */
export function javaSigns(xml: string, identity: TestIdentity): Buffer {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    writeFileSync(at('certificate.pem'), identity.certificate);
    writeFileSync(at('key.der'), createPrivateKey(identity.key).export({ type: 'pkcs8', format: 'der' }));
    writeFileSync(at('document.xml'), xml);
    execFileSync('java', [program, 'sign', at('certificate.pem'), at('key.der'), at('document.xml'), at('signed.xml')]);
    return readFileSync(at('signed.xml'));
  });
}
