import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program of this project in its own process. */
export interface Child {
  readonly process: ChildProcess;
  /** Its output so far, of both streams. */
  output(): string;
  /** Waits until its output matches. Throws when it ends first. */
  printed(what: RegExp): Promise<RegExpExecArray>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/**
 * Runs a TypeScript program from its source.
 *
 * @param entry e.g. `new URL('./programs/make-folder.ts', import.meta.url)`
 */
export const runProgram = (entry: URL, env: Record<string, string>, args: readonly string[] = []): Child =>
  run(['--import', fileURLToPath(import.meta.resolve('tsx')), fileURLToPath(entry), ...args], env);

const dist = new URL('../../../../../dist/server/', import.meta.url);

/**
 * Runs the server or its command line as built by `npm test` or `npm run build`, which starts several times faster than
 * from the sources.
 */
export const runBuilt = (program: 'main' | 'cli', env: Record<string, string>, args: readonly string[] = []): Child =>
  run([fileURLToPath(new URL(`${program}.js`, dist)), ...args], env);

function run(args: readonly string[], env: Record<string, string>): Child {
  const child = spawn(process.execPath, args, {
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
