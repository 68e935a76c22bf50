// Runs the suite in all its lanes and prints the results.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from './find-postgres.mjs';
import { reportVariable } from './lane-reporter.mjs';
import { lanesOf } from './lanes.mjs';
import { makeCluster } from './postgres-cluster.mjs';
import { fetchPostgres, listPostgres } from './postgres-programs.mjs';
import { root } from './sources.mjs';
import { findBrowser, requireTools } from './test-tools.mjs';

/**
 * Runs the suite and prints the slowest files, the lanes, the failures and the totals.
 *
 * @param {string[]} args `--rest`: what is beyond the short run. `--every`: every combination of tests, engines and
 *   crash points. Other arguments go to vitest, and then tests of both parts run
 */
export async function runTests(args) {
  const isRest = args.includes('--rest');
  const every = args.includes('--every');
  const rest = args.filter((arg) => arg !== '--rest' && arg !== '--every');
  const part = rest.length > 0 || every ? undefined : isRest ? 'rest' : 'short';
  const withAll = isRest || every;
  requireTools(withAll);
  if (withAll) fetchPostgres();
  if (part === 'short' && !typesHold()) return;
  const postgres = await findPostgres();
  if ('missing' in postgres) console.log(`\nAll on the embedded engine, no PostgreSQL: ${postgres.missing}`);
  const cluster = withAll && rest.length === 0 ? await startNewest() : undefined;
  const seed = process.env.TIMBRE_TEST_SEED ?? String(randomInt(2 ** 31));
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    CHROMIUM_PATH: findBrowser(),
    TIMBRE_TEST_SEED: seed,
    TIMBRE_TEST_EVERY: every ? '1' : '0',
    TIMBRE_TEST_PART: part,
  };
  delete env.TEST_DATABASE_URL;
  const servers = { ...('url' in postgres && { postgres: postgres.url }), ...(cluster && { newest: cluster.url() }) };
  const { status, report } = runVitest(rest, {
    ...env,
    TIMBRE_TEST_POSTGRES: servers.postgres,
    TIMBRE_TEST_NEWEST: servers.newest,
  });
  await cluster?.remove();

  const wanted = rest.length === 0 ? lanesOf({ ...servers, every, ...(part && { part }) }).map(({ name }) => name) : [];
  printResults(report, failuresOf(report, status, wanted), seed);
}

/**
 * @param {Report} report
 * @param {number | null} status of vitest
 * @param {string[]} wanted the names of the lanes of the run
 * @returns {string[]} the failures of tests and of lanes; if there are none, that of vitest itself
 */
function failuresOf(report, status, wanted) {
  const ofFiles = report.files.flatMap(({ failures }) => failures);
  const failures = [...ofFiles, ...report.unhandled, ...emptyLanes(report, wanted)];
  if (status === 0 || failures.length > 0) return failures;
  return [`vitest ended with ${status} and no test failed: see its own words above`];
}

/**
 * Prints the results, and makes this process fail if there is a failure.
 *
 * @param {Report} report
 * @param {string[]} failures
 * @param {string} seed
 */
function printResults(report, failures, seed) {
  for (const line of [...slowestFiles(report), ...laneSums(report)]) console.log(line);
  const secondTries = report.files.flatMap((file) => file.secondTries);
  // Printed last, so that they are seen at the end of a long log.
  for (const each of secondTries) console.log(`\nPASSED ON THE SECOND TRY ${each}`);
  for (const failure of failures) console.log(`\nFAILED ${failure}`);
  console.log(`\nSeed of the random inputs: TIMBRE_TEST_SEED=${seed}`);
  console.log(`${secondTries.length} on the second try`);
  console.log(
    `${sum(report.files, 'passed')} passed, ${failures.length} failed, ${sum(report.files, 'skipped')} skipped`,
  );
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Checks the types, and makes this process fail if they do not hold. */
function typesHold() {
  const { status } = spawnSync(process.execPath, ['scripts/types.mjs'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  return status === 0;
}

/** @returns a started cluster of the newest PostgreSQL version on this machine; undefined if there is none */
async function startNewest() {
  const newest = listPostgres().at(-1);
  if (newest === undefined) return void console.log('\nSkipped on the newest PostgreSQL: there is none of our own');
  const cluster = await makeCluster(newest);
  // Several workers share the cluster, and each runs several servers at once.
  cluster.set({ max_connections: '250' });
  await cluster.start();
  return cluster;
}

/**
 * @typedef {import('./lane-reporter.mjs').Report} Report
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ status: number | null, report: Report }}
 */
function runVitest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-test-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=./scripts/lane-reporter.mjs'];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args];
  const { status } = spawnSync(process.execPath, vitest, {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, [reportVariable]: file, TIMBRE_TEST_MODULES: join(folder, 'modules') },
  });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { files: [], unhandled: [] };
  rmSync(folder, { recursive: true });
  return { status, report };
}

/**
 * @param {Report} report
 * @param {string[]} wanted the names of the lanes of the run
 * @returns {string[]} a failure for each of these lanes in which no test passed
 */
export function emptyLanes({ files }, wanted) {
  return wanted
    .filter((lane) => !files.some((file) => file.lane === lane && file.passed > 0))
    .map((lane) => `The lane ${lane} ran no test`);
}

/**
 * @param {Report} report
 * @returns {string[]} the 25 files that took longest, each with its lane
 */
export function slowestFiles({ files }) {
  const slowest = files.toSorted((a, b) => b.end - b.start - (a.end - a.start)).slice(0, 25);
  return [
    '\nSlowest files:',
    ...slowest.map(({ lane, file, start, end }) => `${seconds(end - start)}  ${lane}  ${file}`),
  ];
}

/**
 * @param {Report} report
 * @returns {string[]} for each lane the sum of its files' times, and the time from the start of the first to the end of
 * the
 *   last. Lanes run in parallel
 */
export function laneSums({ files }) {
  const lanes = [...new Set(files.map(({ lane }) => lane))];
  return [
    '\nLanes: sum of the files, from the first start to the last end',
    ...lanes.map((lane) => {
      const own = files.filter((file) => file.lane === lane);
      const total = own.reduce((all, { start, end }) => all + end - start, 0);
      const wall = Math.max(...own.map(({ end }) => end)) - Math.min(...own.map(({ start }) => start));
      return `${seconds(total)} ${seconds(wall)}  ${lane}, ${own.length} files`;
    }),
  ];
}

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(0).padStart(6)} s`;

/** @param {Report['files']} files @param {'passed' | 'skipped'} kind */
const sum = (files, kind) => files.reduce((all, file) => all + file[kind], 0);
