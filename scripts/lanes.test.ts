import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { databaseTests as readDatabaseTests } from './database-tests.mjs';
import {
  allTests,
  beyond,
  engineCrashes,
  enginePlaces,
  lanesOf,
  rankOf,
  roomFiles,
  screensOf,
  screenTags,
} from './lanes.mjs';
import { root } from './sources.mjs';
import { tools } from './test-tools.mjs';

const server = 'apps/server/src';
const addresses = { postgres: 'postgres://one', newest: 'postgres://two' };

const databaseTests = readDatabaseTests();
const journeys = allTests.filter((file) => file.startsWith('tests/browser/'));

/** The rooms of the server whose sources, without support of tests, have SQL: `domain/companies`, `features/piloto`. */
function roomsWithSql(): string[] {
  const sources = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path),
  );
  const withSql = sources.filter((path) =>
    /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(
      readFileSync(join(root, server, path), 'utf8'),
    ),
  );
  return [...new Set(withSql.map((path) => /^[^/]+\/[^/]+(?=\/)/.exec(path)?.[0] ?? path))].sort();
}

/** Whether a file starts one of these programs, or looks for it. */
const starts = (path: string, programs: readonly string[]) =>
  new RegExp(`'(${programs.join('|')})'|findOffice\\(`).test(readFileSync(path, 'utf8'));

/** A test file, and the test support files that it imports. */
function supportOf(file: string): string[] {
  const files = [join(root, file)];
  for (const path of files)
    for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)) {
      const target = resolve(dirname(path), imported);
      if (/\/(testing|tests)\//.test(target) && !files.includes(target)) files.push(target);
    }
  return files;
}

/** Rooms that are too large for one file: some of their sub-rooms have one. */
const splitRooms = ['domain/comprobantes', 'features/emision'];

const lane = (name: string, run: Parameters<typeof lanesOf>[0]) => lanesOf(run).find((each) => each.name === name)!;

test('each room with SQL has a file that runs on the embedded engine too, and each place named has a test that uses a database', () => {
  const without = roomsWithSql().filter(
    (room) =>
      !(room in roomFiles) &&
      !enginePlaces.some((place) =>
        splitRooms.includes(room) ? place.startsWith(`${server}/${room}/`) : place === `${server}/${room}/`,
      ),
  );
  expect(without, 'rooms with SQL that have no row in roomFiles of scripts/lanes.mjs').toEqual([]);
  const unused = [...enginePlaces, ...engineCrashes].filter(
    (place) => !databaseTests.some((file) => file.startsWith(place)),
  );
  expect(unused).toEqual([]);
});

/** The tests that use a database, in lanes of the embedded engine (or of the one of TEST_DATABASE_URL). */
const onEmbedded = (run: Parameters<typeof lanesOf>[0]) =>
  lanesOf(run)
    .filter(({ name, env }) => name !== 'journeys' && !('TEST_DATABASE_URL' in env))
    .flatMap(({ include }) => include)
    .filter((file) => databaseTests.includes(file))
    .toSorted();
const onPostgres = (run: Parameters<typeof lanesOf>[0]) =>
  ['postgres', 'postgres-apart', 'postgres-systems'].flatMap((name) => lane(name, run).include).toSorted();

test('every file runs once, in four lanes, without a PostgreSQL', () => {
  expect(lanesOf({}).map(({ name, env }) => [name, env])).toEqual([
    ['together', {}],
    ['apart', {}],
    ['systems', {}],
    ['journeys', {}],
  ]);
  expect(onEmbedded({})).toEqual(databaseTests);
  expect(
    lanesOf({})
      .flatMap(({ include }) => include)
      .toSorted(),
  ).toEqual(allTests.toSorted());
});

test.each([
  ['without a PostgreSQL', {}],
  ['with one', addresses],
])(
  '%s the short run and the rest are the whole suite: no lane has a file in both, but for the journeys of screens',
  (_, run) => {
    const filesOf = (part?: 'short' | 'rest') =>
      lanesOf({ ...run, ...(part && { part }) }).flatMap(({ name, include }) =>
        include.map((file) => `${name} ${file}`),
      );
    const [short, rest] = [filesOf('short'), filesOf('rest')];
    expect(new Set([...short, ...rest])).toEqual(new Set(filesOf()));
    const both = short.filter((file) => rest.includes(file));
    expect(both).toEqual(journeys.filter((file) => screensOf(file).length > 0).map((file) => `journeys ${file}`));
    const filters = (['short', 'rest'] as const).map((part) => lane('journeys', { ...run, part }).tagsFilter);
    expect([lane('journeys', run).tagsFilter, ...filters]).toEqual([undefined, ['screen/*'], ['!screen/*']]);
    expect(allTests.filter((file) => ![...short, ...rest].some((each) => each.endsWith(` ${file}`)))).toEqual([]);
  },
);

test('the short run is the units, the suite of the server once, and the journeys of screens', () => {
  const namesOf = (run: Parameters<typeof lanesOf>[0]) => lanesOf(run).map(({ name }) => name);
  expect(namesOf({ part: 'short' })).toEqual(['together', 'apart', 'journeys']);
  expect(namesOf({ ...addresses, part: 'short' })).toEqual([
    'together',
    'apart',
    'journeys',
    'postgres',
    'postgres-apart',
  ]);
  const inLanes = lanesOf({ ...addresses, part: 'short' }).flatMap(({ include }) => include);
  expect(new Set(inLanes).size).toBe(inLanes.length);
  const units = allTests.filter((file) => !file.startsWith('tests/') && !(file in beyond));
  expect(units.filter((file) => !inLanes.includes(file))).toEqual([]);
  expect(Object.keys(beyond).filter((file) => !allTests.includes(file))).toEqual([]);
});

test('no test of the short run uses a program that only the rest installs', () => {
  const programs = tools.filter(({ isOfRest }) => isOfRest).map(({ program }) => program);
  expect(programs).toHaveLength(3);
  const short = lanesOf({ ...addresses, part: 'short' }).flatMap(({ include }) => include);
  const users = short.filter((file) => supportOf(file).some((path) => starts(path, programs)));
  expect(users).toEqual([]);
  expect(Object.keys(beyond).filter((file) => !supportOf(file).some((path) => starts(path, programs)))).toEqual([]);
});

test('each screen has one test that is its journey in the short run', () => {
  expect(journeys.flatMap(screensOf).toSorted()).toEqual(screenTags.toSorted());
});

test('each test with a database runs on a present PostgreSQL, and what knows the engine on the embedded one too', () => {
  expect(onPostgres(addresses)).toEqual(databaseTests);
  const places = [...enginePlaces, ...engineCrashes];
  expect(onEmbedded(addresses)).toEqual(databaseTests.filter((file) => places.some((place) => file.startsWith(place))));
  const newest = lane('newest', addresses);
  expect(newest.env).toEqual({ TEST_DATABASE_URL: 'postgres://two' });
  expect([...new Set(newest.include.map((file) => file.split('/')[4]))]).toEqual(['db', 'http', 'jobs']);
});

test('journeys run once: on a PostgreSQL where one exists, and in a run of every combination on the embedded engine', () => {
  expect(lane('journeys', addresses).env).toEqual({ TEST_DATABASE_URL: 'postgres://one' });
  expect(lane('journeys', { ...addresses, every: true }).env).toEqual({});
});

test('every test that uses a database runs on both engines in a run of every combination', () => {
  const run = { ...addresses, every: true };
  expect([onPostgres(run), onEmbedded(run)]).toEqual([databaseTests, databaseTests]);
  expect(lane('newest', run).include).toEqual(
    expect.arrayContaining([
      ...lane('newest', addresses).include,
      `${server}/domain/comprobantes/sending/authority-faults.test.ts`,
    ]),
  );
});

test('the files of a lane follow each other, so that its shared processes live on', () => {
  const files = [
    'tests/power-cut/power-cut.test.ts',
    'tests/crash/backup.test.ts',
    'apps/server/src/main/main.test.ts',
  ];
  const ranges = lanesOf(addresses)
    .map(({ name }) => files.map((file) => rankOf(file, name)).toSorted((a, b) => a - b))
    .toSorted(([a = 0], [b = 0]) => a - b);
  expect(ranges[0]![0]).toBeGreaterThanOrEqual(0);
  for (const [at, [first = 0]] of ranges.entries()) expect(first).toBeGreaterThan(ranges[at - 1]?.at(-1) ?? -1);
});
