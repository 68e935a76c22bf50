import type { P12ErrorCode } from './p12-error.ts';
import type { OpenedP12 } from './read-p12.ts';

/** A request to the worker. */
export interface P12Request {
  readonly bytes: Uint8Array;
  readonly password: string;
  readonly at: Date;
}

/** First message of the worker: the number of its thread, if the system reports it. */
export interface P12Thread {
  readonly thread: number | undefined;
}

/** Answer of the worker; an error is sent as its code. */
export type P12Answer = { readonly opened: OpenedP12 } | { readonly code: P12ErrorCode };
