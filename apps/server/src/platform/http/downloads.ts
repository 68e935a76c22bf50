import { Readable } from 'node:stream';
import { Problem } from '@timbre/refusal';
import type { Payload } from './register.ts';

/** Files that this process may write at once, for one company and for all. */
const [maxOfOne, maxOfAll] = [2, 6];
const retryAfterS = 15;

/** Time without reading after which a client loses its place, which other clients may need. */
const mostUnreadMs = 60_000;
/** Bytes per second that a client must read on average; one part a minute would hold a place for hours. */
const leastBytesPerSecond = 8_000;

/** The files being written now, by company. */
export interface Exports {
  /** Takes a place. @returns a function that releases it @throws Problem `servidor/ocupado` */
  take(empresaId: string): () => void;
}

/** Counts the files that this process writes at once. */
export function createExports(): Exports {
  const open = new Map<string, number>();
  let total = 0;
  return {
    take(empresaId) {
      const own = open.get(empresaId) ?? 0;
      if (own >= maxOfOne || total >= maxOfAll) {
        const detail = 'Ya se están preparando otros archivos. Espere a que terminen.';
        throw new Problem('servidor/ocupado', detail, undefined, { retryAfterS });
      }
      open.set(empresaId, own + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (open.get(empresaId) ?? 1) - 1;
        if (left === 0) open.delete(empresaId);
        else open.set(empresaId, left);
      };
    },
  };
}

/**
 * A file that is written while it is read, in one of the places for such files.
 *
 * @param prepare returns the parts of the file, after everything that must precede them, such as the entry in the
 * record
 * @throws Problem `servidor/ocupado`, and those of `prepare`
 */
export async function download(
  exports: Exports,
  empresaId: string,
  file: Required<Pick<Payload, 'fileName' | 'contentType'>>,
  prepare: () => Promise<AsyncIterable<string | Buffer>>,
): Promise<Payload> {
  const done = exports.take(empresaId);
  try {
    const parts = await prepare();
    const stream = Readable.from(
      whileRead(parts, mostUnreadMs, () => stream.destroy()),
      { objectMode: false },
    ).once('close', done);
    return { bytes: stream, ...file };
  } catch (error) {
    done();
    throw error;
  }
}

/**
 * Passes on the parts.
 *
 * @param giveUp called when the next part is not requested within the time; less of it is left to a slow reader
 */
export async function* whileRead<Part extends string | Buffer>(
  parts: AsyncIterable<Part>,
  withinMs: number,
  giveUp: () => void,
): AsyncGenerator<Part> {
  let leftMs = withinMs;
  for await (const part of parts) {
    const sinceMs = performance.now();
    const timer = setTimeout(giveUp, leftMs);
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
    const earnedMs = (Buffer.byteLength(part) * 1_000) / leastBytesPerSecond;
    leftMs = Math.min(withinMs, leftMs - (performance.now() - sinceMs) + earnedMs);
  }
}
