import { sharedValue } from './shared-value.ts';
import { UserFacingError } from './user-facing-error.ts';

// The server requires a recent confirmation with the password for calls that an open session alone may not make.

/** The user closed the dialog that a call required, so the call was not made. */
export class NotConfirmed extends UserFacingError {
  override readonly name = 'NotConfirmed';
  constructor(message = 'No se confirmó con la contraseña.') {
    super(message);
  }
}

/** The calls that wait for the answer to the one open question. */
const waiting = sharedValue<readonly ((confirmed: boolean) => void)[]>([]);
let timesConfirmed = 0;

const ask = () => new Promise<boolean>((resolve) => waiting.set([...waiting.get(), resolve]));

/** Answers the open question, if there is one: the password was confirmed, or the dialog was closed. */
export function answerIdentity(confirmed: boolean): void {
  if (confirmed) timesConfirmed += 1;
  const answered = waiting.get();
  waiting.set([]);
  for (const resolve of answered) resolve(confirmed);
}

/** Whether the password dialog is open. */
export const useIdentityAsked = (): boolean => waiting.use().length > 0;

/**
 * Makes a call. If the server requires the password, asks the user for it and makes the call again. A call that was
 * refused while the dialog was open is made again without another question.
 *
 * @param wants whether the error of a call requires the password
 * @throws NotConfirmed when the user closes the dialog, else what the call throws
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
