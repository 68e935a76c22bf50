import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from '../../main/testing/child.ts';

// Only for the embedded engine.
const parent = mkdtempSync(join(tmpdir(), 'timbre-panic-'));
afterAll(() => rmSync(parent, { recursive: true }));

test('an engine whose log meets a full disk is opened again in its process, and has lost nothing', {
  tags: ['P4.4'],
}, async () => {
  const shim = new URL('../../main/testing/programs/full-disk.cjs', import.meta.url);
  const program = runProgram(
    new URL('../../main/testing/programs/exhaust-log.ts', import.meta.url),
    { NODE_OPTIONS: `--require ${fileURLToPath(shim)}`, TIMBRE_FULL_DISK: join(parent, 'lleno') },
    [join(parent, 'db')],
  );
  await program.printed(/rowCount: 1000\n/);
  expect(await program.ended).toBe(0);
  expect(program.output()).toContain('refused: 53100\n');
  expect(program.output()).toContain('gave up (PANIC); it is opened again\n');
});

test('a failed fsync reaches PostgreSQL: nothing is acknowledged, and the engine is opened again without loss', {
  tags: ['P1.14'],
}, async () => {
  const shim = new URL('../../main/testing/programs/failing-fsync.cjs', import.meta.url);
  const program = runProgram(
    new URL('../../main/testing/programs/lose-fsync.ts', import.meta.url),
    { NODE_OPTIONS: `--require ${fileURLToPath(shim)}`, TIMBRE_FAILING_FSYNC: join(parent, 'falla') },
    [join(parent, 'sin-fsync')],
  );
  await program.printed(/rowCount: 1000\n/);
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(/refused: could not fsync file "\w+": I\/O error\n/);
  expect(program.output()).toContain('gave up (PANIC); it is opened again\n');
  expect(program.output()).toContain('[{"name":"fsync","setting":"on"},{"name":"wal_sync_method","setting":"fsync"}]');
});
