// The two runs of the suite (embedded database, PostgreSQL) and their totals.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { databaseTests } from './database-tests.mjs';
import { findPostgres } from './find-postgres.mjs';
import { makeCluster } from './postgres-cluster.mjs';
import { fetchPostgres, listPostgres } from './postgres-programs.mjs';
import { root } from './sources.mjs';
import { findBrowser, requireTools } from './test-tools.mjs';

/** Of the tests that use a database, those that run once more on the newest PostgreSQL available. */
const newestSuites = ['db/', 'jobs/', 'http/isolation.test.ts', 'features/emision/', 'comprobantes/'].map(
  (each) => `apps/server/src/${each}`,
);

/** @param {string[]} args passed to vitest; a file filter among them restricts both runs */
export async function runTests(args) {
  requireTools();
  fetchPostgres();
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, CHROMIUM_PATH: findBrowser() };
  delete env.TEST_DATABASE_URL;
  const filters = args.filter((arg) => !arg.startsWith('-'));

  const total = runVitest(args, env);
  const again = databaseTests().filter(
    (file) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
  );
  if (again.length > 0) {
    const postgres = await findPostgres();
    if ('url' in postgres) {
      console.log(`\nAgain on PostgreSQL: ${again.length} files`);
      const more = runVitest(filters.length > 0 ? args : [...args, ...again], {
        ...env,
        TEST_DATABASE_URL: postgres.url,
      });
      add(total, more, 'on PostgreSQL');
    } else console.log(`\nSkipped on PostgreSQL: ${postgres.missing}`);
  }
  if (filters.length === 0) {
    const most = again.filter((file) => newestSuites.some((suite) => file.startsWith(suite)));
    await runOnNewest([...args, ...most], env, total);
  }
  // Printed last, so that they are seen at the end of a long log.
  for (const failure of total.secondTries) console.log(`\nPASSED ON THE SECOND TRY ${failure}`);
  for (const failure of total.failures) console.log(`\nFAILED ${failure}`);
  const secondTries = `${total.secondTries.length} on the second try`;
  console.log(`\n${total.passed} passed (${secondTries}), ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/**
 * @param {string[]} args with the files to run
 * @param {NodeJS.ProcessEnv} env
 * @param {Counts} total
 */
async function runOnNewest(args, env, total) {
  const newest = listPostgres().at(-1);
  if (newest === undefined) return console.log('\nSkipped on the newest PostgreSQL: there is none of our own');
  console.log(`\nAgain on PostgreSQL ${newest.version}: ${newestSuites.join(' ')}`);
  const cluster = await makeCluster(newest);
  try {
    await cluster.start();
    const more = runVitest(args, { ...env, TEST_DATABASE_URL: cluster.url() });
    add(total, more, `on PostgreSQL ${newest.version}`);
  } finally {
    await cluster.remove();
  }
}

/**
 * @typedef {ReturnType<typeof countTests>} Counts
 * @param {Counts} total
 * @param {Counts} more
 * @param {string} where
 */
function add(total, more, where) {
  for (const kind of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[kind] += more[kind];
  for (const kind of /** @type {const} */ (['failures', 'secondTries']))
    total[kind].push(...more[kind].map((failure) => `${where}: ${failure}`));
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function runVitest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-test-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args];
  const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit', env });
  const counts = existsSync(report)
    ? countTests(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0, failures: [], secondTries: [] };
  rmSync(folder, { recursive: true });
  if (status !== 0 && counts.failed === 0) {
    counts.failed = 1;
    counts.failures.push(`vitest ended with ${status} and no test failed: see its own words above`);
  }
  return counts;
}

/**
 * @typedef {{ name: string, status: string, message: string,
 *   assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} FileResult
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: FileResult[] }} report vitest's JSON report
 * @returns a file that could not be loaded counts as one failed test; for each failed test, and for each that
 *   passed on the second try, its file, name and message
 */
export function countTests(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  /** @param {string} wanted */
  const troubled = (wanted) =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === wanted && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => `${relative(root, name)} > ${fullName}\n${failureMessages.join('\n')}`),
    );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...troubled('failed'), ...broken.map(({ name, message }) => `${relative(root, name)}\n${message}`)],
    secondTries: troubled('passed'),
  };
}
