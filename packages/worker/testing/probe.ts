import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { openPort } from '../src/index.ts';

/** Questions of a test to a child. */
export type Question = 'surroundings' | 'loop' | 'grow' | { readonly connectTo: number };

const port = openPort(async (question: Question) => {
  if (question === 'loop') for (;;);
  const memory: Buffer[] = [];
  if (question === 'grow') for (;;) memory.push(Buffer.alloc(1024 * 1024, 1));
  port.post(
    question === 'surroundings' ? surroundings() : await reached((question as { connectTo: number }).connectTo),
  );
});

const surroundings = () => ({
  env: Object.keys(process.env),
  cwd: process.cwd(),
  files: readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  }),
});

const reached = (to: number) =>
  new Promise<boolean>((resolve) => {
    connect(to, '127.0.0.1')
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false));
  });
