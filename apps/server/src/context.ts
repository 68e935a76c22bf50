import type { Outages } from './autoridad/outages.ts';
import type { Core } from './comprobantes/core.ts';
import type { Emitter } from './comprobantes/issue/emit.ts';
import type { Door } from './comprobantes/sending/door.ts';
import type { Accounts } from './cuentas/accounts.ts';
import type { Keys } from './cuentas/keys.ts';
import type { SecondFactor } from './cuentas/second-factor.ts';
import type { StepUp } from './cuentas/step-up.ts';
import type { Exports } from './http/downloads.ts';
import type { ReachedQuickBooks } from './quickbooks/reach.ts';
import type { Receiver } from './recibidos/receive.ts';

/** A condition for the server to be ready. Throws the fault. */
export type HealthCheck = () => Promise<void>;

/** The services that the features use. Created once, in app.ts, and passed to each. */
export interface Context extends Core, Accounts {
  readonly keys: Keys;
  readonly secondFactor: SecondFactor;
  readonly stepUp: StepUp;
  /** Checks of `/readyz` in addition to the database's; a feature adds its own. */
  readonly checks: Map<string, HealthCheck>;
  readonly outages: Outages;
  readonly quickbooks: ReachedQuickBooks;
  readonly emitter: Emitter;
  readonly door: Door;
  readonly receiver: Receiver;
  readonly exports: Exports;
}
