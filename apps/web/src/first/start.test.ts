import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored: Readonly<Record<string, string>> = { apiKey: 'ses_1', userId: '7', rol: 'administrador' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('location', { pathname: '/facturas', search: '' });
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The first calls of Facturas, by their address. */
async function firstCalls(): Promise<ReadonlyMap<string, Promise<Response>>> {
  await import('./start.ts');
  return window.timbreStart!.calls;
}

test('each first call of a screen ends after ten seconds without an answer', { tags: ['S9-1'] }, async () => {
  const hang = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', hang);
  const calls = await firstCalls();
  expect(calls.size).toBe(7);
  const outcomes = Promise.allSettled(calls.values());
  await vi.advanceTimersByTimeAsync(10_000);
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
});

test('an answer that came in time is whole, however late it is read', { tags: ['S9-1'] }, async () => {
  vi.stubGlobal('fetch', async () => Response.json({ read: 'late' }, { status: 206, headers: { 'x-siguiente': 'a' } }));
  const calls = await firstCalls();
  await vi.advanceTimersByTimeAsync(25_000);
  for (const call of calls.values()) {
    const response = await call;
    expect([response.status, response.headers.get('x-siguiente')]).toEqual([206, 'a']);
    expect(await response.json()).toEqual({ read: 'late' });
  }
});
