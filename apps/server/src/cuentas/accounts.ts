import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { Db } from '../db/transactions.ts';
import type { EventLog } from '../events/events.ts';
import type { Signals } from '../signals.ts';
import type { Secrets } from './secrets.ts';

/** The services that people and companies are stored with. Created once, in app.ts. */
export interface Accounts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventLog;
  readonly signals: Signals;
  readonly keyring: Keyring;
  /** The encrypted secrets of each company. */
  readonly secrets: Secrets;
}
