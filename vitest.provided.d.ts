import 'vitest';
import type { RuleId } from './tests/rules/rules.ts';

declare module 'vitest' {
  /** What `inject` gives to the tests; vitest.config.ts provides it. */
  interface ProvidedContext {
    /** The seed of the random inputs of this run: TIMBRE_TEST_SEED, or another one each time. */
    readonly seed: number;
    /** Whether this run tries every combination (`npm run test:all`), and not a selection. */
    readonly every: boolean;
    /** Whether the tests that use a database run on PostgreSQL in this run, and what runs on the embedded engine is a selection. */
    readonly onPostgresToo: boolean;
  }

  /** The tags that a test may have. */
  interface TestTags {
    readonly rule: RuleId;
    /** The test is the one journey of this screen in the short run (scripts/lanes.mjs). */
    readonly screen: `screen/${string}`;
  }
}
