import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { asBuffer } from '@timbre/worker/as-buffer';
import type { PgliteReport, PgliteRequest, PgliteSource } from './pglite.ts';
import { syncedOptions } from './synced-files.ts';

// PGlite runs SQL synchronously: in this thread it blocks no other work. Requests and answers are bytes of the
// PostgreSQL protocol.
const port = parentPort!;
const source = workerData as PgliteSource;

const report = (message: PgliteReport, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const { folder, synced = false } = source;
const database = await PGlite.create({
  ...(folder === undefined ? {} : synced ? syncedOptions(folder) : { dataDir: folder }),
  ...(source.dump === undefined ? {} : { loadDataDir: new Blob([source.dump]) }),
});

const errorMessage = 'E'.charCodeAt(0);
const severity = 'V'.charCodeAt(0);

/** Whether PostgreSQL had a PANIC: it answers nothing afterwards, and must be opened again. */
function saysPanic(answer: Uint8Array): boolean {
  const bytes = asBuffer(answer);
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] !== errorMessage) continue;
    // Each field is a letter and a zero-terminated text.
    for (let field = at + 5; bytes[field] !== 0; ) {
      const end = bytes.indexOf(0, field);
      if (bytes[field] === severity && bytes.toString('latin1', field + 1, end) === 'PANIC') return true;
      field = end + 1;
    }
  }
  return false;
}

port.on('message', async (request: PgliteRequest) => {
  if (request instanceof Uint8Array) {
    // The streaming call is used because the other one also parses the answer, and retains every row that it ever
    // parsed.
    const pieces: Uint8Array[] = [];
    const onRawData = (piece: Uint8Array) => void pieces.push(piece.slice());
    await database.execProtocolRawStream(request, { syncToFs: false, onRawData });
    const answer = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      answer.set(piece, at);
      at += piece.length;
    }
    const broken = saysPanic(answer);
    report(answer, [answer.buffer]);
    if (broken) report('panic');
  } else if (request === 'memory') {
    const { heapUsed, external } = process.memoryUsage();
    report({ memory: { heap: heapUsed, wasm: database.Module.HEAPU8.length, external } });
  } else if (request === 'dump') {
    report({ dump: new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()) });
  } else {
    await database.close();
    report('closed');
    port.close();
  }
});
report('ready');
