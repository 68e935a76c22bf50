import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { NotConfirmed } from '../../lib/identity.ts';

/** The message of the last action. */
interface Message {
  readonly tone: 'ok' | 'bad' | 'info';
  readonly title?: string | undefined;
  readonly words?: string | undefined;
}

/** The result of an action, as a dialog that closes automatically. */
export interface Result {
  readonly title: string;
  readonly words?: string;
  /** Figures with their names. */
  readonly figures: readonly (readonly [name: string, value: string])[];
  readonly closesAfterMs: number;
}

/** @source specification 001 §9 */
export const resultMs = { send: 3_000, batch: 4_000 } as const;

export type Messages = ReturnType<typeof useMessages>;

/** The last message of the screen, and the result that is open. */
export function useMessages() {
  const [message, setMessage] = useState<Message>();
  const [result, setResult] = useState<Result>();
  const tell = (words: string, tone: Message['tone'] = 'ok', title?: string) => setMessage({ tone, title, words });
  /** Shows that an action failed, and why. A closed password dialog is not a failure. */
  const fail = (title: string, reason: unknown) => {
    if (reason instanceof NotConfirmed) return;
    setMessage({ tone: 'bad', title: `${title}:`, words: typeof reason === 'string' ? reason : messageOf(reason) });
  };
  return {
    message,
    tell,
    fail,
    dismiss: () => setMessage(undefined),
    result,
    /** Shows a result instead of the message before it. */
    show: (result: Result) => {
      setMessage(undefined);
      setResult(result);
    },
    closeResult: () => setResult(undefined),
  };
}
