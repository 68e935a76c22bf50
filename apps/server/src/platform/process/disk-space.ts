import { closeSync, ftruncateSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A folder that must have free space before work that writes to it is begun. */
interface Place {
  readonly folder: string;
  /** Free bytes below which it counts as full. */
  readonly leastBytes: number;
  /**
   * Bytes held in a reserve file, which is deleted when the disk is full, so that work in progress has space to write.
   */
  readonly reserveBytes: number;
}

/** Whether there is room to issue. */
export interface DiskSpace {
  isFull(): boolean;
  close(): void;
}

const MiB = 1024 * 1024;

/**
 * The embedded database. Its log grows by files of 16 MiB, and the engine stops if one cannot be created. Reading
 * writes a little as well (the time of a session's last use).
 */
export const databasePlace = (folder: string): Place => ({
  folder,
  leastBytes: 24 * MiB,
  reserveBytes: 24 * MiB,
});

/** The issue journal: a line for each number, and one for each series when it is opened. */
export const journalPlace = (folder: string): Place => ({ folder, leastBytes: MiB, reserveBytes: 0 });

const lookEveryMs = 500;

/**
 * Checks the places now and twice a second. A place that was full has space again when its reserve can be created anew.
 */
export function watchDiskSpace(places: readonly Place[]): DiskSpace {
  const rooms = places.map(openRoom);
  let full = false;
  const look = () => {
    full = rooms.map(hasRoom).includes(false);
  };
  look();
  const timer = setInterval(look, lookEveryMs).unref();
  return { isFull: () => full, close: () => clearInterval(timer) };
}

/** A place that can no longer be written, because its volume is gone or read-only, has no space. */
function hasRoom(room: () => boolean): boolean {
  try {
    return room();
  } catch {
    return false;
  }
}

/** Returns the check of one place: whether it has space. */
function openRoom({ folder, leastBytes, reserveBytes }: Place): () => boolean {
  const file = join(folder, 'reserva');
  let held = reserveBytes === 0 || statSync(file, { throwIfNoEntry: false })?.size === reserveBytes;
  return () => {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (reserveBytes === 0) return free >= leastBytes;
    if (held && free < leastBytes) {
      rmSync(file, { force: true });
      held = false;
    } else if (!held && free >= leastBytes + reserveBytes) held = makeReserve(file, reserveBytes);
    return held;
  };
}

/** Writes the whole reserve; returns false, and leaves no file, if the space does not suffice. */
function makeReserve(file: string, bytes: number): boolean {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    const zeros = Buffer.alloc(MiB);
    for (let written = 0; written < bytes; ) written += writeSync(descriptor, zeros, 0, Math.min(MiB, bytes - written));
    return true;
  } catch {
    ftruncateSync(descriptor);
    return false;
  } finally {
    closeSync(descriptor);
  }
}
