import { NotConfirmed } from './identity.ts';
import { sharedValue } from './shared-value.ts';

// The server refuses a call that changes a month that was filed until the user confirms it.

/** A question to the user: the filing, in the server's text, and the callback for the answer. */
interface Question {
  readonly filing: string;
  readonly resolve: (confirmed: boolean) => void;
}

const waiting = sharedValue<readonly Question[]>([]);

/** The filing of the open question; undefined if there is no question. */
export const useFiledQuestion = (): string | undefined => waiting.use()[0]?.filing;

/** Answers the open question. */
export function answerFiled(confirmed: boolean): void {
  const [question, ...others] = waiting.get();
  waiting.set(others);
  question?.resolve(confirmed);
}

/** Answers every question with no. */
export function dropFiledQuestions(): void {
  while (waiting.get().length > 0) answerFiled(false);
}

const ask = (filing: string) => new Promise<boolean>((resolve) => waiting.set([...waiting.get(), { filing, resolve }]));

/**
 * Makes a call. If it would change a month that was filed, asks the user and, once they agree, makes it again as
 * confirmed.
 *
 * @param filingOf returns the filing stated in an error of the call; undefined for any other error
 * @throws NotConfirmed when the user does not agree, else what the call throws
 */
export async function rectifying<T>(
  call: (confirmed: boolean) => Promise<T>,
  filingOf: (thrown: unknown) => string | undefined,
): Promise<T> {
  try {
    return await call(false);
  } catch (thrown) {
    const filing = filingOf(thrown);
    if (filing === undefined) throw thrown;
    if (!(await ask(filing))) throw new NotConfirmed('No se cambió nada: el mes ya fue presentado.');
    return call(true);
  }
}
