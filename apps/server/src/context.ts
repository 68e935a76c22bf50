import type { AuthorityClient } from '@timbre/authority';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Keyring } from './crypto/keyring.ts';
import type { Secrets } from './crypto/secrets.ts';
import type { Db } from './db/transactions.ts';
import type { EventLog } from './events/events.ts';
import type { Journal } from './features/emision/journal.ts';
import type { Quarantine } from './features/emision/quarantine.ts';
import type { Issuers } from './features/empresa/issuers.ts';
import type { Signers } from './features/empresa/signers.ts';
import type { Keys } from './features/sesion/keys.ts';
import type { StepUp } from './features/sesion/step-up.ts';
import type { HealthCheck } from './http/health.ts';
import type { Queue } from './jobs/queue.ts';
import type { Signals } from './signals.ts';

/** What the features work with. Made once, in app.ts, and handed to each. */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Db;
  readonly signals: Signals;
  readonly queue: Queue;
  readonly events: EventLog;
  readonly keyring: Keyring;
  readonly keys: Keys;
  readonly stepUp: StepUp;
  readonly secrets: Secrets;
  readonly signers: Signers;
  /** What `/readyz` checks beside the database; a feature adds its own. */
  readonly checks: Map<string, HealthCheck>;
  readonly issuers: Issuers;
  readonly authority: AuthorityClient;
  readonly journal: Journal;
  readonly quarantine: Quarantine;
}
