import { problems } from '@timbre/contract';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

const begunMs = Date.parse('2026-11-24T16:00:00Z');
const ten = 10 * 60_000;

/** Opens the page at an address of QuickBooks. Returns its text, the count of its calls, and the browser's storage. */
async function open(search: string, answer?: () => Promise<Response>, laterMs = 0) {
  const stored = new Map([
    ['qb_oauth_state', 's'],
    ['qb_oauth_timestamp', String(begunMs)],
  ]);
  const asked = vi.fn(answer ?? (() => Promise.reject(new Error('No call was expected'))));
  vi.resetModules();
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('location', { pathname: '/callback/quickbooks', search });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', asked);
  vi.spyOn(Date, 'now').mockReturnValue(begunMs + laterMs);
  const { finish } = await import('./returned.ts');
  const shown = await finish().then(
    ({ empresa }) => `Conectado: ${empresa}`,
    (error: Error) => error.message,
  );
  vi.restoreAllMocks();
  return { shown, calls: asked.mock.calls.length, stored: Object.fromEntries(stored) };
}

const whole = '?code=c&state=s&realmId=9130350000000017';
const json = (body: object, status = 200) => Promise.resolve(Response.json(body, { status }));

test.each([
  ['', 'Código de autorización no recibido de QuickBooks'],
  ['?code=c', 'Estado OAuth no recibido de QuickBooks'],
  ['?code=c&state=s', 'Company ID no recibido de QuickBooks'],
  ['?code=c&state=x&realmId=1', 'Estado de OAuth inválido - posible ataque CSRF'],
  ['?error=server_error', 'QuickBooks falló. Intente de nuevo'],
  ['?error=access_denied', 'No se dio el permiso en QuickBooks'],
  ['?error=otro', 'otro'],
  ['?error=access_denied&error_description=El+usuario+no+quiso', 'El usuario no quiso'],
  ['?error=', 'Error desconocido en la autenticación'],
])(
  'an address that comes back with «%s» is refused without a call: %s',
  {
    tags: ['SR8-11'],
  },
  async (search, words) => {
    expect(await open(search)).toEqual({ shown: words, calls: 0, stored: {} });
  },
);

test('an authorisation has ten minutes in the browser too', { tags: ['SR8-11'] }, async () => {
  const connected = () => json({ empresa: 'Colmado' });
  expect(await open(whole, connected, ten)).toMatchObject({ shown: 'Conectado: Colmado', calls: 1 });
  expect(await open(whole, connected, ten + 1)).toEqual({
    shown: 'Sesión OAuth expirada, reinicie el proceso',
    calls: 0,
    stored: {},
  });
});

test('the responses at the end of a consent have the texts of the specification', { tags: ['SR8-11'] }, async () => {
  expect((await open(whole, () => json({}))).shown).toBe('Respuesta vacía del servidor');
  expect((await open(whole, () => Promise.resolve(new Response('roto', { status: 500 })))).shown).toBe(
    'Error del servidor: 500 - Respuesta inesperada del servidor (500)',
  );
  expect((await open(whole, () => Promise.reject(new TypeError('Failed to fetch')))).shown).toBe(
    'No se pudo conectar con el servidor de autenticación',
  );
  const code = 'quickbooks/no-conectado';
  const refused = () => json({ ...problems[code], code, type: `/problemas/${code}` }, 502);
  expect((await open(whole, refused)).shown).toBe('No se pudo establecer conexión válida con QuickBooks');
});

test('a connection is kept without a secret', async () => {
  const { stored } = await open(whole, () => json({ empresa: 'Colmado' }));
  expect(stored).toEqual({
    qb_access_token: 'guardado-en-el-servidor',
    qb_company_id: '9130350000000017',
    qb_refresh_token: 'guardado-en-el-servidor',
  });
});
