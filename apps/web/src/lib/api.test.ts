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

test('a call is given up after ten seconds, one that carries a file after two minutes', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const { caller } = await import('./api.ts');
  await caller(listarImportaciones)({});
  await caller(crearImportacion)({ form: new FormData() });
  expect(limits.mock.calls).toEqual([[10_000], [120_000]]);
});
