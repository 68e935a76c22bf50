import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../main/testing/database.ts';
import { localSignals, type Signals, sharedSignals } from './signals.ts';

let database: TestDatabase;
/** Two processes of one database. The embedded engine allows only one. */
let sender: Signals;
let hearer: Signals;
const warnings: Error[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const { databaseUrl } = database;
  const onWarning = (error: Error) => warnings.push(error);
  sender = databaseUrl === undefined ? localSignals() : sharedSignals(databaseUrl, onWarning);
  hearer = databaseUrl === undefined ? sender : sharedSignals(databaseUrl, onWarning);
});
afterAll(async () => {
  await sender.close();
  await hearer.close();
  await database.db.close();
  await database.drop();
});

async function until(condition: () => boolean, again: () => void): Promise<void> {
  while (!condition()) {
    again();
    await delay(50);
  }
}

test('a signal is received here at once and by the other process soon; other topics are not', async () => {
  const heard: string[] = [];
  sender.on('a', () => heard.push('here'));
  const unsubscribe = hearer.on('b', () => heard.push('there'));
  sender.emit('a');
  expect(heard).toEqual(['here']);
  await until(
    () => heard.includes('there'),
    () => sender.emit('b'),
  );
  // A connection that opens signals every topic once, so a first window may have one signal more.
  const countHere = () => heard.filter((each) => each === 'here').length;
  for (let before = -1; countHere() !== before; ) {
    before = countHere();
    sender.emit('b');
    await delay(200);
  }
  unsubscribe();
  const count = heard.length;
  sender.emit('b');
  await delay(200);
  expect(heard).toHaveLength(count);
});

test('the signals of thousands of topics at once all arrive', async () => {
  const topics = Array.from(
    { length: 1_000 },
    (_, i) => `eventos:00000000-0000-0000-0000-${String(i).padStart(12, '0')}`,
  );
  const heard = new Set<string>();
  for (const topic of topics) hearer.on(topic, () => heard.add(topic));
  await until(
    () => heard.size === topics.length,
    () => {
      for (const topic of topics) sender.emit(topic);
    },
  );
  expect(warnings).toEqual([]);
});
