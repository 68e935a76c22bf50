import { readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../process/config-error.ts';

/** Another living process holds the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  readonly folder: string;

  constructor(folder: string) {
    super(`Another Timbre process is using the data folder ${folder}`);
    this.folder = folder;
  }
}

const numberOf = (file: string): number | undefined => {
  const match = /^lock\.(\d{1,9})$/.exec(file);
  return match?.[1] === undefined ? undefined : Number(match[1]);
};

const numbersIn = (folder: string): number[] =>
  readdirSync(folder)
    .map(numberOf)
    .filter((n) => n !== undefined)
    .sort((a, b) => b - a);

/** Longest path of a Unix socket that all supported systems accept. */
const maxSocketPath = 100;

/**
 * Locks a folder for this process until `release`, or until the process ends in any way: the lock is a listening
 * socket, which the kernel closes with the process.
 *
 * The sockets are numbered, so that the one left by a killed process need not be removed before a new one exists. A
 * process that finds no living socket binds the next number, which only one process can, and then checks again. Of two
 * processes, the one that checks last sees the other and withdraws. In a race both may withdraw, but never can both
 * hold the lock.
 *
 * @param folder an existing folder on a local disk
 * @throws FolderInUse when a living process holds it, or took it at the same instant; ConfigError when its path is too
 * long
 */
export async function lockFolder(folder: string): Promise<{ release(): void }> {
  const highest = numbersIn(folder)[0] ?? 0;
  if (highest > 0 && (await lives(socketPath(folder, highest)))) throw new FolderInUse(folder);

  const own = highest + 1;
  const server = await listen(socketPath(folder, own)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new FolderInUse(folder) : error;
  });
  const others = numbersIn(folder).filter((n) => n !== own);
  const rivals = await Promise.all(others.map(async (n) => n > own || (await lives(socketPath(folder, n)))));
  if (rivals.includes(true)) {
    server.close();
    throw new FolderInUse(folder);
  }
  for (const n of others) rmSync(join(folder, `lock.${n}`), { force: true }); // left by killed processes
  return { release: () => server.close() };
}

function socketPath(folder: string, n: number): string {
  const absolute = join(folder, `lock.${n}`);
  const fromHere = relative(process.cwd(), absolute);
  const shortest = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(shortest) > maxSocketPath)
    throw new ConfigError(
      `La carpeta ${folder} tiene un nombre demasiado largo para su cerrojo (${maxSocketPath} bytes a lo sumo): elija otra más corta`,
    );
  return shortest;
}

/** Whether a process listens there. A socket just bound may not listen yet: only the third refusal counts. */
async function lives(path: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    if (await answers(path)) return true;
    if (attempt === 3) return false;
    await delay(30);
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false);
      // Its queue of waiting connections is full: a process listens.
      else if (error.code === 'EAGAIN') resolve(true);
      else reject(error);
    });
  });
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen({ path, exclusive: true }, () => resolve(server.unref()));
  });
}
