import { sharedValue } from './shared-value.ts';
import { Told } from './told.ts';

// The server wants the person's password, given a short while ago, for what an open session alone must not do.

/** The person was asked for their password and left the question: what wanted it did not happen, as they know. */
export class NotConfirmed extends Told {
  override readonly name = 'NotConfirmed';
  constructor() {
    super('No se confirmó con la contraseña.');
  }
}

/** The calls that wait for the answer to the one question. */
const waiting = sharedValue<readonly ((confirmed: boolean) => void)[]>([]);
let timesConfirmed = 0;

const ask = () => new Promise<boolean>((resolve) => waiting.become([...waiting.get(), resolve]));

/** Answers the question, if it is open: the password was given, or the person left it. */
export function answerIdentity(confirmed: boolean): void {
  if (confirmed) timesConfirmed += 1;
  const answered = waiting.get();
  waiting.become([]);
  for (const resolve of answered) resolve(confirmed);
}

/** Whether the person is being asked. */
export const useIdentityAsked = (): boolean => waiting.use().length > 0;

/**
 * Makes a call, and again once the person has given their password where that is what it lacked. A call that was refused
 * while they were giving it is made again without another question.
 *
 * @param wants whether what a call threw asks for the password
 * @throws NotConfirmed when the person leaves the question, else what the call throws
 */
export async function confirming<T>(call: () => Promise<T>, wants: (thrown: unknown) => boolean): Promise<T> {
  for (;;) {
    const before = timesConfirmed;
    try {
      return await call();
    } catch (thrown) {
      if (!wants(thrown)) throw thrown;
      if (before === timesConfirmed && !(await ask())) throw new NotConfirmed();
    }
  }
}
