import type { DocumentEntity, QuickBooks } from '@timbre/quickbooks';
import type { Outages } from '../domain/authority/outages.ts';
import type { Accounts } from '../domain/companies/accounts.ts';
import type { Keys } from '../domain/companies/keys.ts';
import type { SecondFactor } from '../domain/companies/second-factor.ts';
import type { StepUp } from '../domain/companies/step-up.ts';
import type { Core } from '../domain/comprobantes/core.ts';
import type { Emitter } from '../domain/comprobantes/issue/emit.ts';
import type { Door } from '../domain/comprobantes/sending/door.ts';
import type { Receiver } from '../domain/received/receive.ts';
import type { Exports } from '../platform/http/downloads.ts';
import type { Failures } from '../platform/process/failures.ts';

/** A transaction of the built-in simulation. */
export interface SimulatedDocument {
  readonly entity: DocumentEntity;
  readonly json: object;
}

/** QuickBooks as configured for this server. */
export interface ReachedQuickBooks {
  /** True if it is a simulated QuickBooks, whose data are invented. */
  readonly simulado: boolean;
  /** True if this server can reach any QuickBooks, real or simulated. */
  readonly disponible: boolean;
  /** The client; undefined when the server has no credentials. */
  client(): Promise<QuickBooks | undefined>;
  /** The consent page of the built-in simulation, for a query; undefined where QuickBooks has its own page. */
  readonly consent: ((search: string) => Promise<Response>) | undefined;
  /** Replaces the transactions of the built-in simulation, also for later starts; undefined as for `consent`. */
  readonly fill: ((documents: readonly SimulatedDocument[]) => Promise<void>) | undefined;
  close(): Promise<void>;
}

/** A condition for the server to be ready. Throws the fault. */
export type HealthCheck = () => Promise<void>;

/** The services that the features use. Created once, in main/domain.ts, and passed to each. */
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
  /** The last requests that failed in this process. */
  readonly failures: Failures;
}
