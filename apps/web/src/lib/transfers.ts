import type { Download } from './api.ts';
import { messageOf } from './api.ts';
import { saveFile } from './files.ts';
import { sharedValue } from './shared-value.ts';

/** A file being downloaded from the server. It continues while the user moves to other screens. */
interface Transfer {
  readonly id: number;
  /** Its description: `ZIP de 1,000 comprobantes`. */
  readonly title: string;
  /** Bytes received; undefined before the first update. */
  readonly received: number | undefined;
  /** Why it failed. */
  readonly failure: string | undefined;
  readonly cancel: () => void;
}

const transfers = sharedValue<readonly Transfer[]>([]);
let lastId = 0;

/** The downloads in progress, and those that failed until they are dismissed. */
export const useTransfers = (): readonly Transfer[] => transfers.use();

/** Removes a transfer from the list. */
export const dismissTransfer = (id: number): void =>
  transfers.set(transfers.get().filter((transfer) => transfer.id !== id));

/**
 * Downloads a file and saves it.
 *
 * @param title shown meanwhile
 * @param start makes the call
 * @returns the name of the file; undefined if it was cancelled or failed. The list shows a failure
 */
export async function transfer(
  title: string,
  fallbackName: string,
  start: (signal: AbortSignal) => Promise<Response>,
): Promise<string | undefined> {
  lastId += 1;
  const id = lastId;
  const aborting = new AbortController();
  const cancel = () => aborting.abort();
  const change = (part: Partial<Transfer>) =>
    transfers.set(transfers.get().map((one) => (one.id === id ? { ...one, ...part } : one)));
  transfers.set([...transfers.get(), { id, title, received: undefined, failure: undefined, cancel }]);
  try {
    const response = await start(aborting.signal);
    const blob = await readCounted(response, (received) => change({ received }));
    const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    dismissTransfer(id);
    return saveFile({ blob, name } satisfies Download, fallbackName);
  } catch (error) {
    if (aborting.signal.aborted) dismissTransfer(id);
    else change({ failure: isCutOff(error) ? cutOff : messageOf(error) });
    return undefined;
  }
}

/** Interval at which the count is updated. */
const tellMs = 200;

async function readCounted(response: Response, onBytes: (received: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = [];
  let received = 0;
  let reportedAt = 0;
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
    chunks.push(value);
    received += value.length;
    if (performance.now() - reportedAt > tellMs) {
      reportedAt = performance.now();
      onBytes(received);
    }
  }
}

/** The server ended the response prematurely. */
const isCutOff = (error: unknown): boolean => error instanceof TypeError;
const cutOff = 'La descarga se interrumpió antes de terminar. Intente de nuevo.';
