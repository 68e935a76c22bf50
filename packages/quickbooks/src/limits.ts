import type { Outcome } from './outcome.ts';

/** Bounds of the traffic with QuickBooks. */
export interface Limits {
  /** Maximum requests of one company in a minute, in a second, and at once. */
  readonly perMinute: number;
  readonly perSecond: number;
  readonly atOnce: number;
  /** Maximum documents of a page, and maximum pages of a list. */
  readonly pageSize: number;
  readonly pages: number;
  /** Number of pages requested in advance. */
  readonly ahead: number;
  /** Largest answer that is read, in bytes. Answers are parsed on the caller's thread. */
  readonly answerBytes: number;
  readonly answerWithinMs: number;
  /** Maximum number of retries of a request without an answer. */
  readonly retries: number;
}

/**
 * @source Intuit, API call limits: 500 requests a minute and 10 at once for each company. Specification 002 §3 and §9: pages
 *   up to 1,000, 50 of them, 30 s, 3 retries
 */
export const defaultLimits: Limits = {
  perMinute: 500,
  perSecond: 10,
  atOnce: 10,
  pageSize: 1_000,
  pages: 50,
  ahead: 4,
  answerBytes: 4 * 1024 * 1024,
  answerWithinMs: 30_000,
  retries: 3,
};

/**
 * Returns the access token of a company.
 *
 * @param refused a token that QuickBooks has just refused: another one is returned
 */
export type AccessTokens = (refused?: string) => Promise<Outcome<string>>;
