import type { Writable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

const headBytes = 4;

/** Writes a value to the pipe between a process and its child: its length, then its structured clone. */
export function writeFrame(pipe: Writable, value: unknown): void {
  const body = serialize(value);
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt32BE(body.length);
  pipe.cork();
  pipe.write(head);
  pipe.write(body);
  pipe.uncork();
}

/**
 * Assembles the frames of a stream.
 *
 * @param most maximum bytes of a frame
 * @param onValue receives each value
 * @returns a function that takes the next piece of the stream; it throws if a frame is too long
 */
export function readFrames(most: number, onValue: (value: unknown) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = headBytes;
  let isHead = true;
  return (piece) => {
    pieces.push(piece);
    held += piece.length;
    while (held >= wanted) {
      const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, held);
      const part = all.subarray(0, wanted);
      pieces = held > wanted ? [all.subarray(wanted)] : [];
      held -= wanted;
      if (isHead) {
        wanted = part.readUInt32BE();
        if (wanted > most) throw new Error(`A message of ${wanted} bytes`);
      } else {
        wanted = headBytes;
        onValue(deserialize(part));
      }
      isHead = !isHead;
    }
  };
}
