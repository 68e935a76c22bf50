import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The answer of the login; `ultimoAcceso` and the like are not stored. */
const answer = {
  userId: '0190a1b2-0000-7000-8000-000000000000',
  nombreUsuario: 'demo',
  apiKey: 'ses_clave',
  apiSecret: 'guardado-en-el-servidor',
  token: 'ses_clave',
  rncEmisor: '199000005',
  razonSocial: '',
  Ambiente: 'Test',
  rol: 'administrador',
};
let stored: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  stored = new Map();
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a company without a name in the answer of the login is Sin Razón Social', { tags: ['S2.2-4'] }, async () => {
  const { currentSession, startSession } = await import('./session.ts');
  startSession(answer as Parameters<typeof startSession>[0]);
  expect(currentSession()?.razonSocial).toBe('Sin Razón Social');
  expect(stored.get('razonSocial')).toBe('Sin Razón Social');
});
