import { NotConfirmed } from './identity.ts';
import { sharedValue } from './shared-value.ts';

// The server refuses a call that changes a month that was filed until the person confirms it.

/** A question to the person: what was filed, in the server's words, and who waits for the answer. */
interface Question {
  readonly filing: string;
  readonly resolve: (confirmed: boolean) => void;
}

const waiting = sharedValue<readonly Question[]>([]);

/** The filing that the person is asked about; undefined while there is no question. */
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
 * Makes a call, and makes it again, confirmed, after the person agreed to change a month that was filed.
 *
 * @param filingOf the filing that an error of the call tells; undefined where it is another error
 * @throws NotConfirmed when the person does not agree, else what the call throws
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
