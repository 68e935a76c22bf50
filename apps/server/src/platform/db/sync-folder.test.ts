import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { forgetSync, syncFolderOnce } from './sync-folder.ts';

let place: string;
let sync: MockInstance<FileHandle['sync']>;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'timbre-sync-'));
  mkdirSync(join(place, 'db', 'base'), { recursive: true });
  writeFileSync(join(place, 'db', 'base', '1'), 'x');
  const handle = await open(place, 'r');
  sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  await handle.close();
});
afterEach(() => {
  sync.mockRestore();
  rmSync(place, { recursive: true });
});

/** How many files and folders were forced to the disk. */
async function synced(folder: string): Promise<number> {
  sync.mockClear();
  await syncFolderOnce(join(place, folder));
  return sync.mock.calls.length;
}

test('a folder is forced to the disk once; in a copy of it, or after a run without fsync, again', async () => {
  // The folder, a folder in it, a file; then the mark and its entry.
  expect(await synced('db')).toBe(5);
  expect(await synced('db')).toBe(0);

  cpSync(join(place, 'db'), join(place, 'copia'), { recursive: true });
  expect(await synced('copia')).toBe(6);
  expect(await synced('copia')).toBe(0);

  await forgetSync(join(place, 'db'));
  expect(await synced('db')).toBe(5);
});
