import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { crearImportacion, listarImportaciones } from '../calls/importacion.generated.ts';

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('location', { pathname: '/excel' });
  vi.stubGlobal('fetch', async () => Response.json({}));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a call ends after ten seconds, one with a file after two minutes', {
  tags: ['S9-1'],
}, async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const { caller } = await import('./api.ts');
  await caller(listarImportaciones)({});
  await caller(crearImportacion)({ form: new FormData() });
  expect(limits.mock.calls).toEqual([[10_000], [120_000]]);
});

test('a server that does not answer in time is reported', { tags: ['S2.4-3'] }, async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('', 'TimeoutError')));
  const { caller } = await import('./api.ts');
  await expect(caller(listarImportaciones)({})).rejects.toThrow(
    'El servidor tardó demasiado en responder. Intente de nuevo.',
  );
});

test('a time-out is shown at once; a call without a connection is sent twice more', { tags: ['S9-1'] }, async () => {
  const { isRetried, Unreachable } = await import('./api.ts');
  const [slow, lost] = [new Unreachable(true), new Unreachable(false)];
  expect([0, 1, 2].map((failures) => [isRetried(failures, slow), isRetried(failures, lost)])).toEqual([
    [false, true],
    [false, true],
    [false, false],
  ]);
  expect(isRetried(0, new Error('of the program'))).toBe(false);
});

test('a response whose content stops coming is reported as one that did not come in time', {
  tags: ['S9-1'],
}, async () => {
  const stopped = new ReadableStream({
    pull: () => Promise.reject(new DOMException('', 'TimeoutError')),
  });
  vi.stubGlobal('fetch', async () => new Response(stopped, { headers: { 'content-type': 'application/json' } }));
  const { caller } = await import('./api.ts');
  await expect(caller(listarImportaciones)({})).rejects.toThrow(
    'El servidor tardó demasiado en responder. Intente de nuevo.',
  );
});

test('every request of the web is sent with a signal that ends it', { tags: ['S9-1'] }, () => {
  const src = join(import.meta.dirname, '..');
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  );
  const requests = sources.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/[^\w.]fetch\(/g)].map(({ index, input }) => ({
      file,
      call: input.slice(index, index + 700),
    })),
  );
  expect(requests.length).toBeGreaterThanOrEqual(4);
  expect(requests.filter(({ call }) => !/\bsignal\b/.test(call)).map(({ file }) => file)).toEqual([]);
});
