// The lanes of the suite: which test files run in which kind of process, on which database. vitest.config.ts makes a
// project of each. All lanes share the workers of one run (docs/design/tests-and-benches.md#lanes).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { databaseTests } from './database-tests.mjs';
import { allFiles, root } from './sources.mjs';

/**
 * @typedef {object} Lane
 * @property {string} name of vitest's project
 * @property {string[]} include its files
 * @property {string[]} [tagsFilter] of vitest: which of their tests
 * @property {boolean} isolate true if each file has a process of its own
 * @property {boolean} startsServers true if its files start built servers
 * @property {number} retry
 * @property {Record<string, string>} env
 */

const server = 'apps/server/src/';

/** Test files that change the globals of their process, or observe the threads that it starts. */
const apart = [
  'apps/web/src/lib/api.test.ts',
  `${server}main/backup/backup.test.ts`,
  `${server}features/importacion/libro/read-libro.test.ts`,
  `${server}features/importacion/libro/refused.test.ts`,
];

/**
 * Rooms of the server that depend on the engine. Their tests run on the embedded engine too if there is a PostgreSQL.
 */
const engineRooms = ['platform/db/', 'platform/jobs/', 'platform/events/', 'platform/http/isolation.test.ts'];

/**
 * Of the two rooms with the most SQL, one test file of each sub-room whose SQL depends on the engine → that SQL. The
 * other files of these rooms have the same statements below them, or none: the exchange with the authority, refusals.
 */
const emissionFiles = {
  'domain/comprobantes/blocks/build.test.ts': 'the advisory lock of a company, and bit strings',
  'domain/comprobantes/issue/adopt.test.ts': 'a batch of rows as JSON, keys that conflict, rows that are locked',
  'domain/comprobantes/ledger/prune.test.ts': 'locks that skip what others have locked',
  'domain/comprobantes/numbers/quarantine.test.ts': 'ranges locked in order; the journal of the embedded engine',
  'domain/comprobantes/queries/figures.test.ts': 'figures that triggers add up, and that one process folds',
  'domain/comprobantes/sending/sender.test.ts': 'a batch of attempts, and documents locked until the verdict is stored',
  'domain/comprobantes/voiding/voidable.test.ts': 'triggers that refuse a number that is voided and issued',
  'features/emision/emision.test.ts': 'the whole way of a document: notices, jobs, policies of rows',
};

/** Each other room with SQL → the one of its test files that runs on the embedded engine too. */
export const roomFiles = {
  'domain/authority': 'domain/authority/outages.test.ts',
  'domain/companies': 'domain/companies/empresas.test.ts',
  'domain/mail': 'features/correo/correo.test.ts',
  'domain/received': 'features/recibidas/recibidas.test.ts',
  'domain/reports': 'domain/reports/catch-up.test.ts',
  'domain/taxpayers': 'domain/taxpayers/contribuyentes.test.ts',
  'features/atencion': 'features/atencion/atencion.test.ts',
  'features/borradores': 'features/borradores/borradores.test.ts',
  'features/catalogo': 'features/catalogo/catalogo.test.ts',
  'features/certificacion': 'features/certificacion/certificacion.test.ts',
  'features/configuracion': 'features/configuracion/configuracion.test.ts',
  'features/enlaces': 'features/enlaces/enlaces.test.ts',
  'features/facturas': 'features/facturas/facturas.test.ts',
  'features/importacion': 'features/importacion/importacion.test.ts',
  'features/inicio': 'features/inicio/inicio.test.ts',
  'features/mapeo': 'features/mapeo/mapeo.test.ts',
  'features/piloto': 'features/piloto/piloto.test.ts',
  'features/procesar': 'features/procesar/procesar.test.ts',
  'features/quickbooks': 'features/quickbooks/quickbooks.test.ts',
  'features/reportes': 'features/reportes/reportes.test.ts',
  'features/simulacion': 'features/simulacion/simulacion.test.ts',
  'features/soporte': 'features/soporte/soporte.test.ts',
  'features/webhooks': 'features/webhooks/webhooks.test.ts',
  'main/demo': 'main/demo/demo.test.ts',
  'main/operation': 'main/operation/metrics.test.ts',
};

/** Test files, and folders of them, that run on the embedded engine too. */
export const enginePlaces = [...engineRooms, ...Object.keys(emissionFiles), ...Object.values(roomFiles)].map(
  (place) => server + place,
);

/** Crash tests with a special case for the embedded engine, or for the data folder that contains it. */
export const engineCrashes = [
  'backup',
  'crash-testecf',
  'demonstration',
  'full-disk',
  'lost-journal',
  'processes',
  'restore',
].map((name) => `tests/crash/${name}.test.ts`);

/**
 * Places whose tests run again on the newest PostgreSQL because they depend on its version: migrations, rights,
 * row-level security, locks, and one query of each call.
 */
const newestPlaces = ['platform/db/', 'platform/jobs/', 'platform/http/isolation.test.ts'].map(
  (place) => server + place,
);
/** The same in a run of every combination. */
const newestEvery = [...newestPlaces, `${server}features/emision/`, `${server}domain/comprobantes/`];

/** @param {string[]} places @param {string} file */
const isIn = (places, file) => places.some((place) => file.startsWith(place));

const features = 'apps/web/src/features';
/** Prefix of the tag of a test that is the one journey of a screen in the short run. */
export const screenTag = /** @type {const} */ ('screen/');
/** The tags of these tests, one for each feature of the web application that declares screens (`looks.ts`). */
export const screenTags = readdirSync(join(root, features))
  .filter((feature) => existsSync(join(root, features, feature, 'looks.ts')))
  .map((feature) => /** @type {const} */ (`${screenTag}${feature}`));

/** All test files, from the root. */
export const allTests = ['packages', 'apps', 'examples', 'scripts', 'tests']
  .flatMap((folder) => allFiles(join(root, folder)))
  .map((path) => relative(root, path))
  .filter((path) => path.endsWith('.test.ts'));
const onDatabase = databaseTests();

/**
 * The lanes, in the order in which they start: those with the longest files first, so that no long file runs alone at
 * the end. Each belongs to the short run (`npm test`) or to the rest (`npm run test:rest`). Of the journeys the tests
 * with the tag of a screen belong to the short run.
 *
 * @type {Record<string, 'short' | 'rest' | 'by tag'>}
 */
const parts = {
  'postgres-systems': 'rest',
  systems: 'rest',
  journeys: 'by tag',
  apart: 'short',
  'postgres-apart': 'short',
  postgres: 'short',
  newest: 'rest',
  together: 'short',
  embedded: 'rest',
};

/** Files of the short lanes that belong to the rest → why. */
export const beyond = {
  [`${server}features/facturas/export-office.test.ts`]:
    'opens a workbook in LibreOffice, which takes minutes to install',
};

/**
 * @param {object} run
 * @param {string} [run.postgres] address of a PostgreSQL: the tests that use a database run there; only those that
 *   depend on the engine run on the embedded one too. Without it all of them run on the engine of TEST_DATABASE_URL, or
 *   embedded
 * @param {string} [run.newest] address of the newest PostgreSQL
 * @param {boolean} [run.every] true to run all tests that use a database on both engines
 * @param {'short' | 'rest'} [run.part] without it, both
 * @returns {Lane[]} those that have files
 */
export function lanesOf({ part, ...run }) {
  return wholeLanes(run)
    .map((lane) => (part === undefined ? lane : partOf(lane, part)))
    .filter(({ include }) => include.length > 0);
}

/** @param {Lane} lane @param {'short' | 'rest'} part @returns {Lane} */
function partOf(lane, part) {
  const isShort = part === 'short';
  if (parts[lane.name] === 'by tag') {
    const include = isShort ? lane.include.filter((file) => screensOf(file).length > 0) : lane.include;
    return { ...lane, include, tagsFilter: [isShort ? `${screenTag}*` : `!${screenTag}*`] };
  }
  const include = lane.include.filter((file) => (parts[lane.name] === 'short' && !(file in beyond)) === isShort);
  return { ...lane, include };
}

/**
 * @param {string} file a test file, from the root
 * @returns {string[]} the tags of screens that its tests have, or that it has as a whole
 */
export const screensOf = (file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:'|@module-tag )(screen\/[\w-]+)/g)].map(
    ([, tag = '']) => tag,
  );

/**
 * @param {{ postgres?: string, newest?: string, every?: boolean }} run as in {@link lanesOf}
 * @returns {Lane[]}
 */
function wholeLanes({ postgres, newest, every = false }) {
  const ofServer = onDatabase.filter((file) => file.startsWith(server));
  const outside = onDatabase.filter((file) => !file.startsWith(server));
  /** On the embedded engine besides. */
  const both = every ? onDatabase : onDatabase.filter((file) => isIn([...enginePlaces, ...engineCrashes], file));
  const isFirst = (/** @type {string} */ file) => postgres === undefined || !onDatabase.includes(file);
  const isFirstOrBoth = (/** @type {string} */ file) => isFirst(file) || both.includes(file);
  const isApart = (/** @type {string} */ file) => apart.includes(file) || file.startsWith('scripts/');
  const isJourney = (/** @type {string} */ file) => file.startsWith('tests/browser/');
  const isSystem = (/** @type {string} */ file) => file.startsWith('tests/') && !isJourney(file);
  const isShared = (/** @type {string} */ file) => !isApart(file) && !file.startsWith('tests/');

  const common = { isolate: true, startsServers: false, retry: 0, env: {} };
  // One process runs many of these files and loads the modules once, in a third of the time. No file may change a
  // module. Files that start servers share one too, because the sources that they import take seconds to load.
  const shared = { ...common, isolate: false };
  const systems = { ...shared, startsServers: true };
  const onPostgres = { TEST_DATABASE_URL: postgres ?? '' };
  /** @type {Lane[]} */
  const lanes = [
    { ...shared, name: 'together', include: allTests.filter((file) => isShared(file) && isFirst(file)) },
    { ...common, name: 'apart', include: allTests.filter((file) => isApart(file) && isFirstOrBoth(file)) },
    { ...systems, name: 'systems', include: allTests.filter((file) => isSystem(file) && isFirstOrBoth(file)) },
    // A failed test is tried again once, and the run reports it: docs/design/tests-and-benches.md#journeys.
    {
      ...systems,
      name: 'journeys',
      include: allTests.filter(isJourney),
      retry: 1,
      env: postgres === undefined || every ? {} : onPostgres,
    },
  ];
  if (postgres !== undefined) {
    const env = onPostgres;
    lanes.push({ ...shared, name: 'embedded', include: both.filter((file) => isShared(file)) });
    lanes.push({ ...shared, name: 'postgres', include: ofServer.filter(isShared), env });
    lanes.push({ ...common, name: 'postgres-apart', include: ofServer.filter(isApart), env });
    lanes.push({ ...systems, name: 'postgres-systems', include: outside, env });
  }
  if (newest !== undefined) {
    const include = onDatabase.filter((file) => isIn(every ? newestEvery : newestPlaces, file));
    lanes.push({ ...shared, name: 'newest', include, env: { TEST_DATABASE_URL: newest } });
  }
  return lanes;
}

/** Folders with the longest files of a lane. */
const longest = ['tests/power-cut/', 'tests/postgres/', 'tests/crash/'];

/**
 * Rank of a file. Lanes run one after the other, because a shared process ends when the next file belongs to another
 * lane. Within a lane the folders with the longest files come first.
 *
 * @param {string} file from the root
 * @param {string} lane
 * @returns {number} the file with the lower rank starts first
 */
export function rankOf(file, lane) {
  const long = longest.findIndex((part) => file.startsWith(part));
  return Object.keys(parts).indexOf(lane) * (longest.length + 1) + (long >= 0 ? long : longest.length);
}
