import { inflateRawSync } from 'node:zlib';
import { packedBytes, readDirectory } from '@timbre/workbook';

/** The files of a ZIP that Timbre wrote: name → text. */
export const unpack = (pack: Buffer): ReadonlyMap<string, string> =>
  new Map(
    [...readDirectory(pack, 99).values()].map((part) => {
      const bytes = packedBytes(pack, part);
      return [part.name, (part.method === 0 ? bytes : inflateRawSync(bytes)).toString()];
    }),
  );
