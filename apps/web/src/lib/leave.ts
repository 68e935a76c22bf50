import * as sesionCalls from '../calls/sesion.generated.ts';
import { caller } from './api.ts';
import { endSession } from './session.ts';

const logout = caller(sesionCalls.logout);

/**
 * Ends the session in this browser at once, and on the server when it answers.
 *
 * @param todas also ends the user's sessions on every device
 */
export function leave({ todas = false } = {}): void {
  logout({ body: { todas } }).catch(() => undefined); // unreachable or already ended: the session expires on the server
  endSession();
}
