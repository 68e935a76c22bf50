export { type Addresses, addressesAt, intuit } from './addresses.ts';
export type { CompanyOptions, Listed } from './calls.ts';
export { createQuickBooks, type QuickBooks, type QuickBooksOptions } from './client.ts';
export { type Clock, systemClock } from './clock.ts';
export { type Company, documentsBetween, recordsOf } from './company.ts';
export { type AccessTokens, defaultLimits, type Limits } from './limits.ts';
export { type Granted, readGranted } from './oauth.ts';
export { type Failure, type Outcome, ok, wordsOfFailure, wordsOfMissing } from './outcome.ts';
export { idOf, type Whole } from './pages.ts';
export {
  type Condition,
  type DocumentEntity,
  documentEntities,
  type Entity,
  entities,
  type Order,
  parseSelect,
  type RecordEntity,
  recordEntities,
  type Select,
  writeSelect,
} from './select.ts';
