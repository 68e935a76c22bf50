import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from '../testing/child.ts';

// Only for the embedded engine.
const parent = mkdtempSync(join(tmpdir(), 'timbre-panic-'));
afterAll(() => rmSync(parent, { recursive: true }));

test('an engine whose log finds the disk full is opened again in its process, and has lost nothing', async () => {
  const shim = new URL('../testing/programs/full-disk.cjs', import.meta.url);
  const program = runProgram(
    new URL('../testing/programs/exhaust-log.ts', import.meta.url),
    { NODE_OPTIONS: `--require ${fileURLToPath(shim)}`, TIMBRE_FULL_DISK: join(parent, 'lleno') },
    [join(parent, 'db')],
  );
  await program.printed(/kept: 1000\n/);
  expect(await program.ended).toBe(0);
  expect(program.output()).toContain('refused: 53100\n');
  expect(program.output()).toContain('gave up (PANIC); it is opened again\n');
});
