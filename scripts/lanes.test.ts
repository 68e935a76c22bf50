import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseTests } from './database-tests.mjs';
import { conversations, engineCrashes, enginePlaces, lanesOf, rankOf, roomFiles } from './lanes.mjs';
import { root } from './sources.mjs';

const server = 'apps/server/src';
const addresses = { postgres: 'postgres://one', newest: 'postgres://two' };

/** The rooms of the server whose sources have SQL: `cuentas`, `features/piloto`. */
function roomsWithSql(): string[] {
  const sources = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'),
  );
  const withSql = sources.filter((path) =>
    /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(
      readFileSync(join(root, server, path), 'utf8'),
    ),
  );
  return [...new Set(withSql.map((path) => /^(features\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? path))].sort();
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
  const [together, apart] = [lane('together', run), lane('apart', run)];
  return databaseTests().filter(
    (file) =>
      (file.startsWith('apps/') && !together.exclude.includes(file)) ||
      ((file.startsWith('tests/') || apart.include.includes(file)) && !apart.exclude.includes(file)),
  );
}
const onPostgres = (run: Parameters<typeof lanesOf>[0]) =>
  [...lane('postgres', run).include, ...lane('postgres-apart', run).include].toSorted();

test('without a PostgreSQL every file runs once, in three lanes', () => {
  expect(lanesOf({}).map(({ name, env }) => [name, env])).toEqual([
    ['together', {}],
    ['apart', {}],
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
  expect([...new Set(newest.include.map((file) => file.split('/')[3]))]).toEqual(['db', 'http', 'jobs']);
});

test('every combination: all that uses a database runs on both engines', () => {
  const run = { ...addresses, every: true };
  expect([onPostgres(run), onEmbedded(run)]).toEqual([databaseTests(), databaseTests()]);
  expect(lane('newest', run).include).toEqual(
    expect.arrayContaining([...lane('newest', addresses).include, ...conversations]),
  );
});

test('the files of a shared lane follow each other, so that its processes live on', () => {
  const shared = lanesOf(addresses).filter(({ isolate }) => !isolate);
  const ranks = shared.map(({ name }) => rankOf('apps/server/src/main.test.ts', name));
  expect(new Set(ranks).size).toBe(shared.length);
  expect(Math.min(...ranks)).toBeGreaterThan(rankOf('scripts/lanes.test.ts', 'apart'));
});
