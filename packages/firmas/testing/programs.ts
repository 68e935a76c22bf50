import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '@timbre/xml/testing/certificates';

/** Runs a program on files; `@name` in its arguments is the path of a file. Returns its exit status and all output. */
export function runOn(
  files: Readonly<Record<string, Uint8Array | string>>,
  program: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly output: string } {
  return inTemporaryFolder((folder) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const paths = args.map((arg) => (arg.startsWith('@') ? join(folder, arg.slice(1)) : arg));
    const { status, stdout, stderr, error } = spawnSync(program, paths, { encoding: 'utf8' });
    if (error !== undefined) throw error;
    return { status, output: stdout + stderr };
  });
}
