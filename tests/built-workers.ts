// Replaces `@timbre/worker` in a run of the whole suite, whose command has built the server. Threads and child
// processes start from the bundled entries. From source each of them first loads tsx and its modules, which takes ten
// times the processor time.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { startChild as startSourceChild, startWorker as startSourceWorker } from '../packages/worker/src/index.ts';

export * from '../packages/worker/src/index.ts';

const built = new URL('../dist/server/', import.meta.url);

/** The bundled entry; the source itself if the build has none, as for entries that only tests start. */
function builtEntry(entry: URL): URL {
  const name = basename(entry.pathname);
  return existsSync(new URL(name.replace(/\.ts$/, '.js'), built)) ? new URL(name, built) : entry;
}

export const startWorker: typeof startSourceWorker = (entry, options) => startSourceWorker(builtEntry(entry), options);

export const startChild: typeof startSourceChild = (entry, limits) => startSourceChild(builtEntry(entry), limits);
