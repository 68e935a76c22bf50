import type { Outcome } from './outcome.ts';

/** Bounds of the traffic with QuickBooks. */
export interface Limits {
  /** Requests of one company in a minute, in a second, and at once. */
  readonly perMinute: number;
  readonly perSecond: number;
  readonly atOnce: number;
  /** Documents of a page, and pages of a list. */
  readonly pageSize: number;
  readonly pages: number;
  /** Pages that are asked for before they are needed. */
  readonly ahead: number;
  /** Largest answer that is read, in bytes: it is parsed on the thread of the caller. */
  readonly answerBytes: number;
  readonly answerWithinMs: number;
  /** How often a request without an answer is made again. */
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
 * Gives the access token of a company.
 *
 * @param refused the token that QuickBooks has just refused: then another one
 */
export type AccessTokens = (refused?: string) => Promise<Outcome<string>>;
