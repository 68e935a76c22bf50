import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, runProgram } from '../../main/testing/child.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';

let folder: string;
const children: Child[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-lock-'));
});
afterEach(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.splice(0).map((child) => child.ended));
  rmSync(folder, { recursive: true });
});

function hold(): Child {
  const child = runProgram(new URL('../../main/testing/programs/hold-folder.ts', import.meta.url), {}, [folder]);
  children.push(child);
  return child;
}

test('a folder held by a process is refused to another, and free once it is killed', async () => {
  const holder = hold();
  await holder.printed(/held/);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  holder.process.kill('SIGKILL');
  await holder.ended;
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  lock.release();
});

test('a process that is stopped, not dead, keeps its folder', async () => {
  const holder = hold();
  await holder.printed(/held/);
  holder.process.kill('SIGSTOP');
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
});

test('at most one of many simultaneous processes gets a folder after a crash', async () => {
  const crashed = hold();
  await crashed.printed(/held/);
  crashed.process.kill('SIGKILL');
  await crashed.ended;
  let taken = 0;
  for (let round = 0; round < 20; round++) {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const held = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(held.length).toBeLessThanOrEqual(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(FolderInUse);
    taken += held.length;
    for (const lock of held) lock.release();
  }
  expect(taken).toBeGreaterThan(0);
  (await lockFolder(folder)).release();
});

test('sockets left by killed processes are cleared away', async () => {
  for (let i = 0; i < 2; i++) {
    const holder = hold();
    await holder.printed(/held/);
    holder.process.kill('SIGKILL');
    await holder.ended;
  }
  const lock = await lockFolder(folder);
  expect(readdirSync(folder)).toHaveLength(1);
  lock.release();
});

test('a path too long for a socket is refused with that reason', async () => {
  const deep = join(folder, 'x'.repeat(120));
  mkdirSync(deep);
  await expect(lockFolder(deep)).rejects.toThrow('demasiado largo');
});
