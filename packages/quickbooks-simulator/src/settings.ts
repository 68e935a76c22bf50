import type { DocumentEntity } from '@timbre/quickbooks';

/** Behaviour of the simulator; may be changed while it runs. */
export interface Settings {
  /** Name and RNC of the company shown on the consent page, and its id in QuickBooks. */
  nombre: string;
  rnc: string;
  realm: string;
  /** Transactions of each month, all kinds together. */
  perMonth: number;
  accounts: number;
  vendors: number;
  /** Transactions that replace the invented ones; null for the invented ones. */
  documents: readonly { readonly entity: DocumentEntity; readonly json: object }[] | null;
  /** First day with transactions. They end today. */
  desde: string;
  /** Seed of the company: the same seed produces the same company. */
  seed: number;
  accessLifeMs: number;
  /** Limits of a company's requests in a minute, in a second, and at once; beyond them, 429. */
  perMinute: number;
  perSecond: number;
  atOnce: number;
  /** Delay in milliseconds before each answer of the API. */
  latencyMs: number;
  /** Milliseconds added to the simulator's clock. */
  clockOffsetMs: number;
}

/** @source Intuit: an access token is valid for an hour; 500 requests a minute, 10 a second, 10 at once per company */
export const defaultSettings: Settings = {
  nombre: 'Colmado La Esquina Demo SRL',
  rnc: '199000005',
  realm: '9130350000000017',
  perMonth: 240,
  accounts: 60,
  vendors: 80,
  documents: null,
  desde: '2025-01-01',
  seed: 1,
  accessLifeMs: 3_600_000,
  perMinute: 500,
  perSecond: 10,
  atOnce: 10,
  latencyMs: 0,
  clockOffsetMs: 0,
};
