import { endSession } from '../../lib/session.ts';
import { logout } from './api.ts';

/**
 * Ends the session here at once, and on the server when it answers.
 *
 * @param todas ends the person's sessions on every device too
 */
export function leave({ todas = false } = {}): void {
  logout({ body: { todas } }).catch(() => undefined); // unreachable or already ended: it expires by itself
  endSession();
}
