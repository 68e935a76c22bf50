import type { Cut } from './disk.ts';

/** Bytes of a page. A disk loses unwritten data page by page. */
const page = 4096;

/** A write to a file, or its new length. `turn` counts all changes of the disk. */
export interface Change {
  readonly turn: number;
  readonly position: number;
  /** Without bytes, the file ends at `position`. */
  readonly bytes?: Uint8Array;
}

export interface File {
  ino: number | undefined;
  /** Content on the disk. */
  content: Buffer;
  /** Changes that are not on the disk yet. */
  readonly unsynced: Change[];
  /** True if the file was changed after it was read or written here. */
  isTouched: boolean;
}

export const newFile = (content = Buffer.alloc(0)): File => ({
  ino: undefined,
  content,
  unsynced: [],
  isTouched: false,
});

const nothing = new Uint8Array(0);

/** The largest end position of the changes. */
const endOf = (changes: readonly Change[]) =>
  changes.reduce((end, { position, bytes }) => Math.max(end, position + (bytes?.length ?? 0)), 0);

/** Applies changes to a file on the disk, in order. */
export function write(file: File, changes: readonly Change[]): void {
  let length = file.content.length;
  const room = Math.max(length, endOf(changes));
  const content = room > length ? Buffer.concat([file.content], room) : file.content;
  for (const { position, bytes } of changes) {
    if (bytes !== undefined) {
      content.set(bytes, position);
      length = Math.max(length, position + bytes.length);
    } else {
      if (position < length) content.fill(0, position, length);
      length = position;
    }
  }
  file.content = content.subarray(0, length);
}

/** Changes of a file that reach the disk at a cut, page by page. Each page then has its content of one moment. */
export function pagesThatCame(
  changes: readonly Change[],
  how: Exclude<Cut, 'all'>,
  moment: number,
  chance: () => number,
) {
  const pages = new Map<number, Change[]>();
  for (const { turn, position, bytes } of changes) {
    const end = position + (bytes?.length ?? 0);
    for (let at = position; bytes !== undefined && at < end; ) {
      const next = Math.min(end, at - (at % page) + page);
      const piece = { turn, position: at, bytes: bytes.subarray(at - position, next - position) };
      pages.set(Math.floor(at / page), [...(pages.get(Math.floor(at / page)) ?? []), piece]);
      at = next;
    }
  }
  const came = changes.filter(
    ({ turn, bytes }) => bytes === undefined && (how === 'half' ? turn < moment : turn >= moment),
  );
  for (const pieces of pages.values()) {
    if (how === 'half') came.push(...pieces.slice(0, Math.floor(chance() * (pieces.length + 1))));
    else if (pieces.at(-1)!.turn >= moment) came.push(...pieces);
  }
  came.sort((a, b) => a.turn - b.turn);
  // A file may get its new length before its bytes.
  const isCutShort = changes.some(({ bytes }) => bytes === undefined);
  if (how === 'half' && !isCutShort && chance() < 0.5)
    came.push({ turn: moment, position: endOf(changes), bytes: nothing });
  return came;
}
