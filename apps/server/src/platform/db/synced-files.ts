import { fsyncSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's file system for Node.js that is extended here. */
interface NodeFiles {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
  /** Runs a call of `node:fs`; its error becomes the errno returned to PostgreSQL. */
  tryFSOperation(operation: () => void): void;
}

/** The files of a folder, with the `fsync` that Emscripten's file system lacks: without it every fsync does nothing. */
class SyncedFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const addFsync = ({ NODEFS }: { readonly NODEFS: unknown }) => {
      const files = NODEFS as NodeFiles;
      files.stream_ops.fsync = ({ nfd }) => {
        files.tryFSOperation(() => fsyncSync(nfd));
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/**
 * How PGlite opens a folder so that each commit is on the disk before it is answered. Its own parameters have `-F`,
 * which is fsync=off. The method is set explicitly, because the default one calls fdatasync, which does nothing in
 * Emscripten.
 */
export const syncedOptions = (folder: string): PGliteOptions => ({
  fs: new SyncedFiles(folder),
  startParams: [
    ...PGlite.defaultStartParams.filter((each) => each !== '-F'),
    ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  ],
});
