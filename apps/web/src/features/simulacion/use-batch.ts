import { useState } from 'react';
import type { Running } from './receipts.ts';
import type { Messages } from './use-messages.ts';

export type Batch = ReturnType<typeof useBatch>;

/** The work on many receipts started on this screen, one at a time. */
export function useBatch({ fail, dismiss }: Messages) {
  const [running, setRunning] = useState<Running>();
  return {
    running,
    /** @param failure the title of the message if it fails */
    async run(what: Running, failure: string, work: () => Promise<void>) {
      // The failure of the try before is over.
      dismiss();
      setRunning(what);
      try {
        await work();
      } catch (error) {
        fail(failure, error);
      } finally {
        setRunning(undefined);
      }
    },
  };
}
