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

const together = ['packages/**/*.test.ts', 'apps/**/*.test.ts'];
/** Of those, the files that change the globals of their process, or watch the threads that it starts. */
const apart = [
  'apps/web/**/*.test.ts',
  'apps/server/src/backup/backup.test.ts',
  'apps/server/src/features/importacion/libro/read-libro.test.ts',
  'apps/server/src/features/importacion/refused.test.ts',
];

/** Of the tests that start servers. */
const globalSetup = ['tests/migrated-folder.ts'];
const journeys = 'tests/browser/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      // One process runs many of these files and loads the modules once: a third of the time. A file leaves no module changed.
      { extends: true, test: { name: 'together', include: together, exclude: apart, isolate: false } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [...apart, 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [journeys],
          globalSetup,
        },
      },
      // A second try, which the run reports: docs/decisions/0062.
      { extends: true, test: { name: 'journeys', include: [journeys], globalSetup, retry: 1 } },
    ],
    // How long a condition is waited for: a busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // A failure shows the whole of what was compared.
    chaiConfig: { truncateThreshold: 0 },
    pool: 'forks',
    setupFiles: ['tests/nested-transactions.ts'],
    sequence: { sequencer: LongestFirst },
    // Tests wait for servers and timers for part of their time: one file more than there are cores.
    maxWorkers: availableParallelism() + 1,
  },
});
