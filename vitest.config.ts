import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { lanesOf, rankOf, screenTags } from './scripts/lanes.mjs';
import { ruleIds } from './tests/rules/rules.ts';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      rankOf(relative(import.meta.dirname, moduleId), project.name);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Set by scripts/run-tests.mjs. Without them, as when vitest is run directly, every file runs once.
const {
  TIMBRE_TEST_POSTGRES: postgres,
  TIMBRE_TEST_NEWEST: newest,
  TIMBRE_TEST_MODULES: modules,
  TIMBRE_TEST_PART,
  TIMBRE_TEST_EVERY,
  TIMBRE_TEST_SEED,
} = process.env;
const every = TIMBRE_TEST_EVERY === '1';
const builtWorkers = { find: /^@timbre\/worker$/, replacement: join(import.meta.dirname, 'tests/built-workers.ts') };

const part = (['short', 'rest'] as const).find((name) => name === TIMBRE_TEST_PART);
const lanes = lanesOf({ ...(postgres && { postgres }), ...(newest && { newest }), every, ...(part && { part }) });

export default defineConfig({
  resolve: { alias: modules === undefined ? [] : [builtWorkers] },
  test: {
    projects: lanes.map(({ startsServers, ...lane }) => ({
      extends: true as const,
      test: { ...lane, globalSetup: startsServers ? ['tests/migrated-folder.ts'] : [] },
    })),
    // Generous time limits, so that no test fails because the machine is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // A failure shows the compared values in full.
    chaiConfig: { truncateThreshold: 0 },
    pool: 'forks',
    // The lanes of one run share the compiled sources.
    experimental: modules === undefined ? {} : { fsModuleCache: true, fsModuleCachePath: modules },
    sequence: { sequencer: LongestFirst },
    // The rules that the tests show, and the screens of which a test is the journey. Another tag fails its file.
    tags: [...ruleIds, ...screenTags].map((name) => ({ name })),
    // One more file than there are cores, because tests wait for servers and timers for part of their time.
    maxWorkers: availableParallelism() + 1,
    // A copied data folder would be synced file by file at its first start. The purpose of fsync is tested in
    // tests/power-cut, with fsync on.
    env: { TIMBRE_FSYNC: '0' },
    provide: { seed: Number(TIMBRE_TEST_SEED ?? randomInt(2 ** 31)), every, onPostgresToo: Boolean(postgres) },
    // Tests marked as concurrent wait for timers in parallel.
    maxConcurrency: 100,
    setupFiles: ['tests/seed.ts', 'tests/nested-transactions.ts'],
  },
});
