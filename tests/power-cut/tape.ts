import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cut, Disk } from './disk.ts';

/** What tape.cjs writes down. Paths are from the folder; `ino` is the number of a file. */
export type Entry =
  | { readonly what: 'made'; readonly path: string; readonly ino: number; readonly isFolder: boolean }
  | { readonly what: 'removed'; readonly path: string }
  | { readonly what: 'renamed'; readonly from: string; readonly path: string }
  | { readonly what: 'wrote'; readonly ino: number; readonly position: number; readonly content: Uint8Array }
  | { readonly what: 'cut'; readonly ino: number; readonly size: number }
  | { readonly what: 'synced'; readonly ino: number };

const lineEnd = '\n'.charCodeAt(0);

/** The entries of a tape, each with the place of its end. The last one does not count if the process was killed while it wrote it. */
function* readTape(tape: Buffer): Generator<{ entry: Entry; end: number }> {
  for (let at = 0; at < tape.length; ) {
    const line = tape.indexOf(lineEnd, at);
    if (line < 0) return;
    const { bytes, ...entry } = JSON.parse(tape.toString('utf8', at, line)) as Entry & { readonly bytes: number };
    at = line + 1 + bytes;
    if (at > tape.length) return;
    yield { entry: entry.what === 'wrote' ? { ...entry, content: tape.subarray(line + 1, at) } : entry, end: at };
  }
}

/** A folder whose power can be cut: what processes do to its files is written down. */
export interface Power {
  /** For the environment of the processes. */
  readonly env: Record<string, string>;
  /** The length of the tape now. */
  length(): number;
  /**
   * Cuts the power: the folder then holds what a disk would. No process works in it.
   *
   * @param length the power went when the tape was that long; left out = now
   * @returns how many changes were lost, and how many there were since the power came
   */
  cut(how: Cut, chance: () => number, length?: number): { lost: number; changes: number };
  /** The files of the folder that are not what the tape says; all of them are, if the tape misses nothing. */
  unexplained(): string[];
  end(): void;
}

/** Begins with what the folder holds, which counts as written to the disk. */
export function powerOf(folder: string): Power {
  const place = mkdtempSync(join(tmpdir(), 'timbre-tape-'));
  const tape = join(place, 'tape');
  const disk = new Disk(folder);
  /** The length of the tape that the disk has played. */
  let played = 0;

  /** Plays the tape until it was that long. Gives how many changes it had. */
  function play(until: number): number {
    let changes = 0;
    for (const { entry, end } of readTape(existsSync(tape) ? readFileSync(tape) : Buffer.alloc(0))) {
      if (end > until) disk.miss(entry);
      else if (end > played) {
        disk.play(entry);
        if (entry.what !== 'synced') changes += 1;
      }
    }
    played = until;
    return changes;
  }
  const length = () => statSync(tape, { throwIfNoEntry: false })?.size ?? 0;

  return {
    env: {
      NODE_OPTIONS: `--require ${fileURLToPath(new URL('./tape.cjs', import.meta.url))}`,
      TIMBRE_TAPE: tape,
      TIMBRE_TAPE_FOLDER: folder,
    },
    length,
    cut(how, chance, until = length()) {
      const changes = play(until);
      const lost = disk.cut(how, chance);
      disk.writeBack();
      rmSync(tape, { force: true });
      played = 0;
      return { lost, changes };
    },
    unexplained() {
      play(length());
      return disk.differences();
    },
    end: () => rmSync(place, { recursive: true }),
  };
}
