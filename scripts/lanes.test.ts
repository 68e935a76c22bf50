import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseTests } from './database-tests.mjs';
import { conversations, engineCrashes, enginePlaces, lanesOf, rankOf, roomFiles } from './lanes.mjs';
import { root } from './sources.mjs';

const server = 'apps/server/src';
const addresses = { postgres: 'postgres://one', newest: 'postgres://two' };

/** The rooms of the server whose sources have SQL: `domain/companies`, `features/piloto`. */
function roomsWithSql(): string[] {
  const sources = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('main/testing/'),
  );
  const withSql = sources.filter((path) =>
    /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(
      readFileSync(join(root, server, path), 'utf8'),
    ),
  );
  return [...new Set(withSql.map((path) => /^[^/]+\/[^/]+(?=\/)/.exec(path)?.[0] ?? path))].sort();
}

const lane = (name: string, run: Parameters<typeof lanesOf>[0]) => lanesOf(run).find((each) => each.name === name)!;

test('each room with SQL has a file that runs on the embedded engine too, and each place named has a test that uses a database', () => {
  const without = roomsWithSql().filter(
    (room) => !(room in roomFiles) && !enginePlaces.some((place) => place === `${server}/${room}/`),
  );
  expect(without).toEqual([]);
  const unused = [...enginePlaces, ...engineCrashes].filter(
    (place) => !databaseTests().some((file) => file.startsWith(place)),
  );
  expect(unused).toEqual([]);
});

/** The tests that use a database, and run on the embedded engine (or the one of TEST_DATABASE_URL). */
function onEmbedded(run: Parameters<typeof lanesOf>[0]): string[] {
  const [together, apart, systems] = [lane('together', run), lane('apart', run), lane('systems', run)];
  return databaseTests().filter(
    (file) =>
      (file.startsWith('apps/') && !together.exclude.includes(file)) ||
      (file.startsWith('tests/') && !systems.exclude.includes(file)) ||
      (apart.include.includes(file) && !apart.exclude.includes(file)),
  );
}
const onPostgres = (run: Parameters<typeof lanesOf>[0]) =>
  ['postgres', 'postgres-apart', 'postgres-systems'].flatMap((name) => lane(name, run).include).toSorted();

test('without a PostgreSQL every file runs once, in four lanes', () => {
  expect(lanesOf({}).map(({ name, env }) => [name, env])).toEqual([
    ['together', {}],
    ['apart', {}],
    ['systems', {}],
    ['journeys', {}],
  ]);
  expect(onEmbedded({})).toEqual(databaseTests());
});

test('with one, each test that uses a database runs there, and what knows the engine on the embedded one too', () => {
  expect(onPostgres(addresses)).toEqual(databaseTests());
  const places = [...enginePlaces, ...engineCrashes];
  expect(onEmbedded(addresses)).toEqual(
    databaseTests().filter((file) => places.some((place) => file.startsWith(place)) && !conversations.includes(file)),
  );
  expect(conversations.filter((file) => !databaseTests().includes(file))).toEqual([]);
  const newest = lane('newest', addresses);
  expect(newest.env).toEqual({ TEST_DATABASE_URL: 'postgres://two' });
  expect([...new Set(newest.include.map((file) => file.split('/')[4]))]).toEqual(['db', 'http', 'jobs']);
});

test('journeys run once: on a PostgreSQL where one is found, and in a run of every combination on the embedded engine', () => {
  expect(lane('journeys', addresses).env).toEqual({ TEST_DATABASE_URL: 'postgres://one' });
  expect(lane('journeys', { ...addresses, every: true }).env).toEqual({});
});

test('every combination: all that uses a database runs on both engines', () => {
  const run = { ...addresses, every: true };
  expect([onPostgres(run), onEmbedded(run)]).toEqual([databaseTests(), databaseTests()]);
  expect(lane('newest', run).include).toEqual(
    expect.arrayContaining([...lane('newest', addresses).include, ...conversations]),
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
