import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Live, receiveEvent, soonMs } from './live-query.ts';

let client: QueryClient;
const stale = (key: string) => client.getQueryState([key])?.isInvalidated;
const hold = (key: string, live: Live) => client.fetchQuery({ queryKey: [key], queryFn: () => key, meta: { live } });

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => void vi.useRealTimers());

test('an event touches the queries that name it, and no others', { tags: ['S4-10'] }, async () => {
  await hold('general', { configuracion: 0 });
  await hold('otra', { documento: 0 });
  receiveEvent(client, { id: undefined, name: 'configuracion', data: '{"que":"usuarios"}' });
  expect([stale('general'), stale('otra')]).toEqual([true, false]);
});

test('thousands of events cause one request of the queries they touch', { tags: ['S4-10'] }, async () => {
  await hold('figuras', { documento: soonMs });
  const asked = vi.spyOn(client, 'invalidateQueries');
  for (let i = 0; i < 1_000; i++) receiveEvent(client, { id: undefined, name: 'documento', data: '[]' });
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(soonMs);
  expect(asked).toHaveBeenCalledOnce();
  receiveEvent(client, { id: undefined, name: 'documento', data: '[]' });
  vi.advanceTimersByTime(soonMs);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a patch shared by many queries is applied once, with what the event carries', async () => {
  const patch = vi.fn();
  await hold('una', { documento: patch });
  await hold('dos', { documento: patch });
  receiveEvent(client, { id: undefined, name: 'documento', data: '[{"importacionId":null}]' });
  expect(patch.mock.calls).toEqual([[client, [{ importacionId: null }]]]);
});

test('queries are requested again instead of patched where many documents changed', async () => {
  const patch = vi.fn();
  await hold('una', { documento: patch });
  await hold('otra', { configuracion: 0 });
  receiveEvent(client, { id: undefined, name: 'comprobantes', data: '{"importaciones":["i1",null]}' });
  vi.advanceTimersByTime(soonMs);
  expect(patch).not.toHaveBeenCalled();
  expect([stale('una'), stale('otra')]).toEqual([true, false]);
});

test('queries of an import are requested again when its documents changed', async () => {
  const of = (importacionId: string) => ({ documento: { importacionId, afterMs: 500 } });
  await hold('suya', of('i1'));
  await hold('ajena', of('i2'));
  const receive = (name: string, data: unknown) =>
    receiveEvent(client, { id: undefined, name, data: JSON.stringify(data) });
  receive('documento', [{ importacionId: 'i1' }, { importacionId: null }]);
  vi.advanceTimersByTime(500);
  expect([stale('suya'), stale('ajena')]).toEqual([true, false]);
  receive('comprobantes', { importaciones: ['i2'] });
  vi.advanceTimersByTime(500);
  expect(stale('ajena')).toBe(true);
});

test('every query of the application declares its events', { tags: ['S4-10'] }, () => {
  const sources = fileURLToPath(new URL('../', import.meta.url));
  const silent = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => {
      const text = readFileSync(sources + file, 'utf8');
      const count = (what: RegExp) => text.match(what)?.length ?? 0;
      // An action that shows no bar while it runs says so in its `meta`.
      return count(/\bqueryFn:/g) !== count(/\bmeta:(?! \{ quiet: true \})/g);
    });
  expect(silent).toEqual([]);
});
