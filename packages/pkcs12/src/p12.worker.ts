import { parentPort, workerData } from 'node:worker_threads';
import { ownThread } from '@timbre/worker';
import { P12Error } from './p12-error.ts';
import type { P12Answer, P12Request, P12Thread } from './p12-messages.ts';
import { readP12 } from './read-p12.ts';

const { bytes, password, at } = workerData as P12Request;

function answer(): P12Answer {
  try {
    return { opened: readP12(bytes, password, at) };
  } catch (error) {
    return { code: error instanceof P12Error ? error.code : 'p12/danado' };
  }
}

parentPort?.postMessage({ thread: ownThread() } satisfies P12Thread);
parentPort?.postMessage(answer());
