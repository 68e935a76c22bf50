import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { PgliteReport, PgliteRequest, PgliteSource } from './pglite.ts';

// PGlite runs SQL synchronously: here it holds up nobody. Requests and answers are bytes of the PostgreSQL protocol.
const port = parentPort!;
const source = workerData as PgliteSource;

const report = (message: PgliteReport, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const database = await PGlite.create({
  ...(source.folder === undefined ? {} : { dataDir: source.folder }),
  ...(source.dump === undefined ? {} : { loadDataDir: new Blob([source.dump]) }),
});

port.on('message', async (request: PgliteRequest) => {
  if (request instanceof Uint8Array) {
    const answer = database.execProtocolRawSync(request).slice();
    report(answer, [answer.buffer]);
  } else if (request === 'dump') {
    report({ dump: new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()) });
  } else {
    await database.close();
    report('closed');
    port.close();
  }
});
report('ready');
