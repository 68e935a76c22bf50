// The lanes of the suite: which test files run in which kind of process, on which database. vitest.config.ts makes a
// project of each. All lanes share the workers of one run (docs/decisions/0086).
import { databaseTests } from './database-tests.mjs';

/**
 * @typedef {object} Lane
 * @property {string} name of vitest's project
 * @property {string[]} include
 * @property {string[]} exclude
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
  `${server}features/importacion/refused.test.ts`,
];
const systems = 'tests/**/*.test.ts';
const journeys = 'tests/browser/**/*.test.ts';

/**
 * Rooms of the server that depend on the engine. Their tests run on the embedded engine too if a PostgreSQL is found.
 */
const engineRooms = [
  'platform/db/',
  'platform/jobs/',
  'platform/events/',
  'platform/http/isolation.test.ts',
  'domain/comprobantes/',
  'features/emision/',
];

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
  'features/facturas': 'features/facturas/facturas.test.ts',
  'features/importacion': 'features/importacion/importacion.test.ts',
  'features/inicio': 'features/inicio/inicio.test.ts',
  'features/mapeo': 'features/mapeo/mapeo.test.ts',
  'features/piloto': 'features/piloto/piloto.test.ts',
  'features/procesar': 'features/procesar/procesar.test.ts',
  'features/quickbooks': 'features/quickbooks/quickbooks.test.ts',
  'features/reportes': 'features/reportes/reportes.test.ts',
  'features/simulacion': 'features/simulacion/simulacion.test.ts',
  'features/webhooks': 'features/webhooks/webhooks.test.ts',
  'main/operation': 'main/operation/metrics.test.ts',
};

/** Test files, and folders of them, that run on the embedded engine too. */
export const enginePlaces = [...engineRooms, ...Object.values(roomFiles)].map((place) => server + place);

/** Crash tests with a special case for the embedded engine, or for the data folder that contains it. */
export const engineCrashes = ['backup', 'crash-testecf', 'full-disk', 'lost-journal', 'processes', 'restore'].map(
  (name) => `tests/crash/${name}.test.ts`,
);

/**
 * Files of those rooms that test the conversation with the authority. They wait thousands of times and have no SQL of
 * their own, so they run on the embedded engine only in a run of every combination.
 */
export const conversations = ['authority-faults', 'unknown-outcome'].map(
  (name) => `${server}domain/comprobantes/sending/${name}.test.ts`,
);

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

/**
 * @param {object} run
 * @param {string} [run.postgres] address of a PostgreSQL: the tests that use a database run there; only those that
 * depend on
 *   the engine run on the embedded one too. Without it all of them run on the engine of TEST_DATABASE_URL, or embedded
 * @param {string} [run.newest] address of the newest PostgreSQL
 * @param {boolean} [run.every] true to run all tests that use a database on both engines
 * @returns {Lane[]}
 */
export function lanesOf({ postgres, newest, every = false }) {
  const onDatabase = databaseTests();
  const isShared = (/** @type {string} */ file) => file.startsWith(server) && !apart.includes(file);
  const moved =
    postgres === undefined || every
      ? []
      : onDatabase.filter((file) => !isIn([...enginePlaces, ...engineCrashes], file) || conversations.includes(file));
  const common = { exclude: [], isolate: true, startsServers: false, retry: 0, env: {} };
  const lanes = [
    // One process runs many of these files and loads the modules once, in a third of the time. No file may change a
    // module.
    {
      ...common,
      name: 'together',
      include: ['packages/**/*.test.ts', 'apps/**/*.test.ts'],
      exclude: [...apart, ...moved],
      isolate: false,
    },
    { ...common, name: 'apart', include: [...apart, 'scripts/**/*.test.ts'], exclude: moved },
    // One process runs many of these files too, because the sources that they import take seconds to load.
    {
      ...common,
      name: 'systems',
      include: [systems],
      exclude: [journeys, ...moved],
      isolate: false,
      startsServers: true,
    },
    // A failed test is tried again once, and the run reports it: docs/decisions/0062.
    {
      ...common,
      name: 'journeys',
      include: [journeys],
      isolate: false,
      startsServers: true,
      retry: 1,
      env: postgres === undefined || every ? {} : { TEST_DATABASE_URL: postgres },
    },
  ];
  if (postgres !== undefined) {
    const env = { TEST_DATABASE_URL: postgres };
    const outside = onDatabase.filter((file) => !file.startsWith(server));
    lanes.push({ ...common, name: 'postgres', include: onDatabase.filter(isShared), isolate: false, env });
    lanes.push({ ...common, name: 'postgres-apart', include: onDatabase.filter((file) => apart.includes(file)), env });
    lanes.push({ ...common, name: 'postgres-systems', include: outside, isolate: false, startsServers: true, env });
  }
  if (newest !== undefined) {
    const include = onDatabase.filter((file) => isIn(every ? newestEvery : newestPlaces, file));
    lanes.push({ ...common, name: 'newest', include, isolate: false, env: { TEST_DATABASE_URL: newest } });
  }
  return lanes;
}

/**
 * Lanes in the order in which they start: those with the longest files first, so that no long file runs alone at the
 * end.
 */
const order = ['postgres-systems', 'systems', 'journeys', 'apart', 'postgres-apart', 'postgres', 'newest', 'together'];

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
  return order.indexOf(lane) * (longest.length + 1) + (long >= 0 ? long : longest.length);
}
