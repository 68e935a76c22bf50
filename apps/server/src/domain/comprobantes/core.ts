import type { AuthorityClient } from '@timbre/authority';
import type { Logger } from 'pino';
import type { Signals } from '../../platform/db/signals.ts';
import type { Db } from '../../platform/db/transactions.ts';
import type { EventLog } from '../../platform/events/events.ts';
import type { Seals } from '../../platform/events/seals.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { DiskSpace } from '../../platform/process/disk-space.ts';
import type { Instruments } from '../../platform/process/instruments.ts';
import type { Issuers } from '../companies/issuers.ts';
import type { Signers } from '../companies/signers.ts';
import type { Config } from '../config.ts';
import type { Desk } from '../desk/desk.ts';
import type { ExciseRates } from './excise/excise-rates.ts';
import type { Journal } from './numbers/journal.ts';
import type { Quarantine } from './numbers/quarantine.ts';

/** The services that issue, send and store receipts. Created once, in main/domain.ts. */
export interface Core {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** Counters for `/metrics`. */
  readonly metrics: Instruments;
  readonly db: Db;
  readonly signals: Signals;
  readonly queue: Queue;
  readonly events: EventLog;
  readonly seals: Seals;
  readonly issuers: Issuers;
  readonly exciseRates: ExciseRates;
  readonly signers: Signers;
  /**
   * Client of the authority for queries and authentication. The calls that post documents, or void numbers, are left
   * out: only the sending jobs make them, so no number can reach the authority in any other way.
   */
  readonly authority: Omit<AuthorityClient, 'enviarECF' | 'enviarRFCE' | 'anularRango'>;
  readonly journal: Journal;
  readonly quarantine: Quarantine;
  /** Processes large documents off the main thread. */
  readonly desk: Desk;
  readonly space: DiskSpace;
}
