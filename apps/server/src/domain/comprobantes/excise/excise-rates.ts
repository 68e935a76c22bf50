import type { TasasSelectivo } from '@timbre/ecf';
import type { Signals } from '../../../platform/db/signals.ts';
import type { Db } from '../../../platform/db/transactions.ts';
import type { Clock } from '../../../platform/process/clock.ts';
import { readTasas } from './excise-repo.ts';

/** The specific excise of the quarters that were added to the official ones. Every document is judged with it. */
export interface ExciseRates {
  current(): Promise<readonly TasasSelectivo[]>;
}

/** Topic of the signal that a quarter was added or corrected. */
export const exciseTopic = 'tasas-selectivo';

/** Changes are signalled. If the signal is lost, a change takes effect after this time. */
const cacheMs = 1_000;

/** A short-lived cache of the rates, of this process. Call it outside transactions. */
export function createExciseRates(context: {
  readonly db: Db;
  readonly clock: Clock;
  readonly signals: Signals;
}): ExciseRates {
  const { db, clock, signals } = context;
  let cache: { readonly rates: Promise<readonly TasasSelectivo[]>; readonly untilMs: number } | undefined;
  signals.on(exciseTopic, () => {
    cache = undefined;
  });

  return {
    current() {
      const nowMs = clock.monotonicMs();
      if (cache !== undefined && cache.untilMs > nowMs) return cache.rates;
      const rates = db.system(readTasas);
      const entry = { rates, untilMs: nowMs + cacheMs };
      cache = entry;
      rates.catch(() => {
        if (cache === entry) cache = undefined;
      });
      return rates;
    },
  };
}
