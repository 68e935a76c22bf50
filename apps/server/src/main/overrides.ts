import type { AuthorityLimits, Hosts } from '@timbre/authority';
import type { Limits as QuickBooksLimits } from '@timbre/quickbooks';
import type { Logger } from 'pino';
import type { Journal } from '../domain/comprobantes/numbers/journal.ts';
import type { Desk } from '../domain/desk/desk.ts';
import type { Db } from '../platform/db/transactions.ts';
import type { Clock } from '../platform/process/clock.ts';

/** Replacements used by tests and commands. The application closes them with its own parts. */
export interface Overrides {
  readonly clock?: Clock;
  /** An open and migrated database. */
  readonly db?: Db;
  readonly log?: Logger;
  readonly hosts?: Hosts;
  readonly journal?: Journal;
  readonly desk?: Desk;
  /** Limits of the traffic with the authority. */
  readonly limits?: Partial<AuthorityLimits>;
  /** Limits of the traffic with QuickBooks. */
  readonly quickbooks?: Partial<QuickBooksLimits>;
}
