import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True if xmlsec1 verifies the signature of a document, with only these certificates (PEM) trusted. */
export async function verifies(xml: string, ...trusted: readonly string[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'xmlsec1-'));
  try {
    const document = join(folder, 'document.xml');
    const roots = trusted.map((_, at) => join(folder, `${at}.pem`));
    await writeFile(document, xml);
    await Promise.all(roots.map((file, at) => writeFile(file, trusted[at]!)));
    const args = ['--verify', ...roots.flatMap((file) => ['--trusted-pem', file]), document];
    return await new Promise((resolve, reject) => {
      execFile('xmlsec1', args, (error) => {
        // A number is the exit code of a failed verification. Anything else means that xmlsec1 did not run.
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve(error === null);
      });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
