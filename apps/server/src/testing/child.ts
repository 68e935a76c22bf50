import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program of ours in a process of its own. */
export interface Child {
  readonly process: ChildProcess;
  /** What it has printed, both ways. */
  output(): string;
  /** Waits until it prints what matches. Throws when it ends before. */
  printed(what: RegExp): Promise<RegExpExecArray>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/**
 * Runs a TypeScript program from its source.
 *
 * @param entry e.g. `new URL('../main.ts', import.meta.url)`
 */
export function runProgram(entry: URL, env: Record<string, string>, args: readonly string[] = []): Child {
  const tsx = fileURLToPath(import.meta.resolve('tsx'));
  const child = spawn(process.execPath, ['--import', tsx, fileURLToPath(entry), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const hear of heard) hear();
    });
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? -1));
  });
  return {
    process: child,
    output: () => output,
    ended,
    printed: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = what.exec(output);
          if (match === null) return;
          heard.delete(look);
          resolve(match);
        };
        heard.add(look);
        look();
        ended.then((code) => reject(new Error(`The program ended (${code}) before printing ${what}:\n${output}`)));
      }),
  };
}
