import type { Desk } from './desk.ts';
import { type ResultOf, tasks } from './tasks.ts';

/** Tasks on one text, for texts that a transaction finds in a row. */
type TextTask = 'readStored' | 'splitStored';

/** A transaction found a large text: it is to be read outside the transaction. */
class Unread extends Error {
  override readonly name = 'Unread';
  readonly text: string;

  constructor(text: string) {
    super('A large text must be read outside of the transaction');
    this.text = text;
  }
}

/**
 * Runs a transaction that needs the content of texts that it finds. A small text is read at once. For a large one the
 * transaction is rolled back, the text is read, and the transaction runs again: no locks are held while the text is
 * read.
 *
 * @param attempt one transaction; it must not catch what `read` throws
 */
export async function withReadings<Name extends TextTask, Done>(
  desk: Desk,
  name: Name,
  attempt: (read: (text: string) => ResultOf<Name>) => Promise<Done>,
): Promise<Done> {
  const known = new Map<string, ResultOf<Name>>();
  const read = (text: string): ResultOf<Name> => {
    const done = known.get(text);
    if (done !== undefined) return done;
    if (!desk.isSmall(text.length)) throw new Unread(text);
    return (tasks[name] as (text: string) => ResultOf<Name>)(text);
  };
  for (;;) {
    try {
      return await attempt(read);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      const task = desk[name] as (size: number, text: string) => Promise<ResultOf<Name>>;
      known.set(error.text, await task(error.text.length, error.text));
    }
  }
}
