import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cut, Disk } from './disk.ts';

/** An entry recorded by tape.cjs. Paths are relative to the folder; `ino` is the inode number of a file. */
export type Entry =
  | { readonly what: 'made'; readonly path: string; readonly ino: number; readonly isFolder: boolean }
  | { readonly what: 'removed'; readonly path: string }
  | { readonly what: 'renamed'; readonly from: string; readonly path: string }
  | { readonly what: 'wrote'; readonly ino: number; readonly position: number; readonly content: Uint8Array }
  | { readonly what: 'cut'; readonly ino: number; readonly size: number }
  | { readonly what: 'synced'; readonly ino: number };

const lineEnd = '\n'.charCodeAt(0);

/** Entries of a tape, each with the position of its end. An incomplete last entry, cut off by a kill, is ignored. */
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

/** A folder whose power can be cut, because all changes to its files are recorded. */
export interface Power {
  /** Environment variables for the processes. */
  readonly env: Record<string, string>;
  /** Present length of the tape. */
  length(): number;
  /**
   * Cuts the power. The folder then has the content of a disk after a power cut. No process may be working in it.
   *
   * @param length length of the tape at the moment of the cut; default: now
   * @returns how many changes were lost, and how many there were since the last cut
   */
  cut(how: Cut, chance: () => number, length?: number): { lost: number; changes: number };
  /** Files of the folder that differ from the tape; none, if the tape is complete. */
  unexplained(): string[];
  end(): void;
}

/** Starts with the present content of the folder, which counts as written to the disk. */
export function powerOf(folder: string): Power {
  const place = mkdtempSync(join(tmpdir(), 'timbre-tape-'));
  const tape = join(place, 'tape');
  const disk = new Disk(folder);
  /** Length of the tape that has been played on the disk. */
  let played = 0;

  /** Plays the tape up to a length. Returns the number of changes played. */
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
