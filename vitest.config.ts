import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Parts of the suite with the longest files. They begin first, so that none of them is left alone at the end. */
const longest = ['tests/crash/', 'tests/postgres/', 'tests/browser/', 'apps/server/'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.findIndex((part) => moduleId.startsWith(`${import.meta.dirname}/${part}`)) >>> 0;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    // How long a condition is waited for: a busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Tests wait for servers and timers for part of their time: one file more than there are cores.
    maxWorkers: availableParallelism() + 1,
  },
});
