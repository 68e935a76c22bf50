import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Question } from '../testing/probe.ts';
import { type ChildLimits, childGuards, startChild } from './index.ts';

const probe = new URL('../testing/probe.ts', import.meta.url);
const usual: ChildLimits = { heapMb: 128, dataMb: 512, messageMb: 1 };

/** Posts one question to a new child. Returns its answer, or the text with which it ended. */
async function ask(question: Question, limits = usual): Promise<{ answer?: unknown; words?: string }> {
  const child = startChild(probe, limits);
  try {
    return await new Promise((resolve) => {
      child.listen({ onMessage: (answer) => resolve({ answer }), onEnd: (words) => resolve({ words }) });
      child.post(question);
    });
  } finally {
    child.kill();
  }
}

const isLinux = process.platform === 'linux';

describe('a child', () => {
  test.runIf(isLinux)('a child has nothing of its parent but a pipe', { tags: ['P4.16'] }, async () => {
    process.env.TIMBRE_MASTER_KEY = 'secreto';
    const { answer } = await ask('surroundings');
    delete process.env.TIMBRE_MASTER_KEY;
    const { env, cwd, files } = answer as { env: string[]; cwd: string; files: string[] };
    expect(env.filter((name) => name !== 'TZ')).toEqual([]);
    expect(cwd).toBe('/');
    // From source, tsx may still be clearing its cache.
    const own = /^\/(dev\/null$|proc\/|tmp\/tsx-\d+$)/;
    expect(files.filter((file) => file.startsWith('/') && !own.test(file))).toEqual([]);
  });

  test('a child reaches no other program of this machine, where the system allows that', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    expect((await ask({ connectTo: port })).answer).toBe(!childGuards().network);
    server.close();
  });

  test('a child that allocates without end is ended by the system, where the system limits it', async () => {
    if (!childGuards().memory) return expect(isLinux).toBe(false);
    const { words } = await ask('grow', { ...usual, dataMb: 256 });
    expect(words).toMatch(/allocation failed|out of memory/i);
  });

  test('a child that sends too much is ended', async () => {
    expect((await ask('surroundings', { ...usual, messageMb: 0 })).words).toContain('A message of');
  });

  test('a child is not ended by the signals of a group', async () => {
    const child = startChild(probe, usual);
    const next = () => new Promise((resolve) => child.listen({ onMessage: resolve, onEnd: () => resolve('ended') }));
    child.post('surroundings');
    await next();
    process.kill(child.pid!, 'SIGTERM');
    process.kill(child.pid!, 'SIGINT');
    child.post('surroundings');
    expect(await next()).toMatchObject({ env: expect.any(Array) });
    child.kill();
  });

  test.runIf(isLinux)('a child reports its processor time', async () => {
    const child = startChild(probe, usual);
    const next = () => new Promise((resolve) => child.listen({ onMessage: resolve, onEnd: resolve }));
    child.post('surroundings');
    await next();
    const before = child.worked()!;
    child.post('loop');
    await expect.poll(() => child.worked()).toBeGreaterThan(before + 200);
    child.kill();
    await next();
    expect(child.worked()).toBeUndefined();
  });

  test.each([
    ['loop', 3_000],
    ['idle', 3_000],
    ['loop', 0],
    ['idle', 0],
  ])(
    'a child ends when its parent is killed: %s, %i ms after its start',
    { tags: ['P4.16'] },
    async (state, afterMs) => {
      const parent = spawn(
        process.execPath,
        ['--import', 'tsx', new URL('../testing/parent.ts', import.meta.url).pathname, state],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [pid] = (await once(parent.stdout, 'data')).map((text) => Number(String(text)));
      const isThere = () => existsSync(`/proc/${pid}`);
      // At 0 ms the child's code is not loaded yet; later it is running.
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      expect(isThere()).toBe(isLinux);
      parent.kill('SIGKILL');
      await expect.poll(isThere, { timeout: 60_000 }).toBe(false);
    },
  );
});
