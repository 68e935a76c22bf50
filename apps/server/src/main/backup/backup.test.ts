import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restoreBackup, writeBackup } from './backup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-backup-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts this script in PATH as `tar`, before the system's own, to which `$tar` refers. */
function replaceTar(script: string): void {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const path = process.env.PATH ?? '';
  writeFileSync(join(programs, 'tar'), `#!/bin/sh\ntar="env PATH=${path} tar"\n${script}\n`);
  chmodSync(join(programs, 'tar'), 0o700);
  vi.stubEnv('PATH', `${programs}${delimiter}${path}`);
}

test('a program that ends before it has read the padding of an archive has restored it', async () => {
  const masterKey = randomBytes(32);
  const from = join(folder, 'from');
  mkdirSync(join(from, 'db'), { recursive: true });
  writeFileSync(join(from, 'db', 'file'), 'stored');
  // The archive has records of 2 MB, so its padding exceeds the capacity of the pipe.
  replaceTar('exec $tar --blocking-factor=4096 "$@"');
  await writeBackup({ engine: 'embebida', dataDir: from }, masterKey, join(folder, 'copy'));
  vi.unstubAllEnvs();
  replaceTar('head -c 20480 | $tar "$@"');
  const to = join(folder, 'to');
  await restoreBackup({ engine: 'embebida', dataDir: to }, masterKey, join(folder, 'copy'));
  expect(readFileSync(join(to, 'db', 'file'), 'utf8')).toBe('stored');
});

test('an unpacking program that fails has restored nothing, and its output is reported', async () => {
  const masterKey = randomBytes(32);
  const from = join(folder, 'from');
  mkdirSync(join(from, 'db'), { recursive: true });
  writeFileSync(join(from, 'db', 'file'), randomBytes(2_000_000));
  await writeBackup({ engine: 'embebida', dataDir: from }, masterKey, join(folder, 'copy'));
  replaceTar('head -c 20480 > /dev/null; echo "no space left" >&2; exit 2');
  const restoring = restoreBackup({ engine: 'embebida', dataDir: join(folder, 'to') }, masterKey, join(folder, 'copy'));
  await expect(restoring).rejects.toThrow('tar: no space left');
});
