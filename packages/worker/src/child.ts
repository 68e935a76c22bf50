import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { parse } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readFrames, writeFrame } from './frames.ts';
import { limitedCommand } from './limited-command.ts';
import { processorTimeOf } from './processor-time.ts';

/** Memory limits of a child. */
export interface ChildLimits {
  /** Maximum heap. */
  readonly heapMb: number;
  /** Maximum of all its allocations, enforced by the kernel where the system supports it. */
  readonly dataMb: number;
  /** Maximum size of one of its messages. */
  readonly messageMb: number;
}

/** Receives the events of a child. */
export interface ChildListener {
  onMessage(message: unknown): void;
  /** Called once, when the child has ended. @param words the end of its standard error, and the cause of its end */
  onEnd(words: string): void;
}

/** A child process that shares only a pipe with this one. */
export interface Child {
  readonly pid: number | undefined;
  post(message: unknown): void;
  /** Replaces the listener. */
  listen(listener: ChildListener): void;
  /** Its resident memory in bytes; undefined if the system does not report it. */
  memory(): number | undefined;
  /** Its processor time in milliseconds; undefined if the system does not report it. */
  worked(): number | undefined;
  /** Kills it immediately. */
  kill(): void;
  /** Sets whether it keeps this process alive. */
  hold(held: boolean): void;
}

const mostWords = 16_384;

/**
 * Starts a child process from its TypeScript entry. It does not inherit the environment, files and standard streams of
 * this process. It has memory limits and, where the system supports it, no network. It ends itself when this process
 * ends.
 *
 * @param entry `new URL('./name.worker.ts', import.meta.url)`; found in a build as by `startWorker`. It calls
 * `openPort`
 * @throws Error if neither the source nor the bundled entry exists
 */
export function startChild(entry: URL, { heapMb, dataMb, messageMb }: ChildLimits): Child {
  const flags = process.execArgv.filter((flag) => flag.startsWith('--disable-proto'));
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    ...flags,
    ...programOf(entry),
    String(process.pid),
    String(dataMb),
  ];
  const [command = '', ...args] = limitedCommand(node, dataMb);
  const child = spawn(command, args, {
    cwd: parse(process.execPath).root,
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  giveWay(child);
  const pipe = child.stdio[3] as Duplex & { ref(): void; unref(): void };
  const errors = child.stderr as Readable & { ref(): void; unref(): void };
  let listener: ChildListener | undefined;
  let words = '';
  let isOver = false;
  const end = (more = '') => {
    if (isOver) return;
    isOver = true;
    listener?.onEnd(words + more);
  };
  const take = readFrames(messageMb * 1024 * 1024, (message) => listener?.onMessage(message));
  pipe.on('data', (piece: Buffer) => {
    try {
      take(piece);
    } catch (error) {
      child.kill('SIGKILL');
      end(String(error));
    }
  });
  pipe.on('error', () => child.kill('SIGKILL'));
  errors.on('data', (text: Buffer) => {
    words = (words + text.toString('latin1')).slice(-mostWords);
  });
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => setImmediate(() => end(`(${signal ?? code})`)));
  return {
    pid: child.pid,
    post: (message) => writeFrame(pipe, message),
    listen(next) {
      listener = next;
    },
    memory: () => residentMemory(child.pid),
    worked: () => processorTimeOf(`/proc/${child.pid}/stat`),
    kill: () => void child.kill('SIGKILL'),
    hold(held) {
      for (const each of [child, pipe, errors]) held ? each.ref() : each.unref();
    },
  };
}

/** The arguments of Node that run an entry: from source through tsx, or the bundled file. */
function programOf(entry: URL): string[] {
  if (existsSync(fileURLToPath(entry))) {
    const { href: tsx } = new URL(
      'dist/esm/api/index.mjs',
      pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json')),
    );
    const source = `import { register } from ${JSON.stringify(tsx)}; register(); await import(${JSON.stringify(entry.href)});`;
    return ['--input-type=module', '--eval', source];
  }
  const bundled = fileURLToPath(entry.href.replace(/\.ts$/, '.js'));
  if (!existsSync(bundled)) throw new Error(`No worker entry at ${entry.href}`);
  return [bundled];
}

/** The environment of a child: the time zone, and the system's folder, which Node needs on Windows. */
const bareEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['TZ', 'SystemRoot'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, 5);
  } catch {
    // Its priority is unchanged.
  }
}

/** @source proc(5), status: VmRSS */
function residentMemory(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
