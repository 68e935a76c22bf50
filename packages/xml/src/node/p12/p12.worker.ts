import { parentPort, workerData } from 'node:worker_threads';
import type { P12Request } from './open-p12.ts';
import { P12Error, type P12ErrorCode } from './p12-error.ts';
import { type OpenedP12, readP12 } from './read-p12.ts';

/** Answer of the worker; an error is sent as its code. */
export type P12Answer = { readonly opened: OpenedP12 } | { readonly code: P12ErrorCode };

const { bytes, password, at } = workerData as P12Request;

function answer(): P12Answer {
  try {
    return { opened: readP12(bytes, password, at) };
  } catch (error) {
    return { code: error instanceof P12Error ? error.code : 'p12/danado' };
  }
}

parentPort?.postMessage(answer());
