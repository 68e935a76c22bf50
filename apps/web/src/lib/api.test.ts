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
