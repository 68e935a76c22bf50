import type { Logger } from 'pino';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Signals } from '../../platform/db/signals.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { EventLog } from '../../platform/events/events.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Secrets } from './secrets.ts';

/** The services that people and companies are stored with. Created once, in main/domain.ts. */
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
