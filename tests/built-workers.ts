// What `@timbre/worker` is in a run of the whole suite, whose command has built the server: threads and child processes begin
// with the bundled entries. From source each of them loads tsx and its modules first, ten times the processor time.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { startChild as startSourceChild, startWorker as startSourceWorker } from '../packages/worker/src/index.ts';

export * from '../packages/worker/src/index.ts';

const built = new URL('../dist/server/', import.meta.url);

/** An entry in the build; what tests alone start is not there. */
function builtEntry(entry: URL): URL {
  const name = basename(entry.pathname);
  return existsSync(new URL(name.replace(/\.ts$/, '.js'), built)) ? new URL(name, built) : entry;
}

export const startWorker: typeof startSourceWorker = (entry, options) => startSourceWorker(builtEntry(entry), options);

export const startChild: typeof startSourceChild = (entry, limits) => startSourceChild(builtEntry(entry), limits);
