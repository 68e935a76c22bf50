import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '../../apps/server/src/main/demo/plan.ts';
import { failpoints } from '../../apps/server/src/platform/process/failpoint.ts';
import { type BuiltServer, makeDataFolder, runTimbre, serverDatabase, startBuiltServer } from '../built-server.ts';

// The process ends at each point between two steps of the demonstration, and at those of the documents that it issues and
// receives: what is made in the end is what an undisturbed process makes.

/** Where the process ends, and at which passing. */
const points = [
  'demo-issued:3',
  'demo-supplied:2',
  'demo-received:2',
  'emit-committed:4',
  'send-talked:6',
  'receive-committed:1',
  'demo-stepped:9',
  'report-made:1',
  'demo-connected:1',
];

let dataDir: string;
let database: Awaited<ReturnType<typeof serverDatabase>>;
let env: Record<string, string>;

beforeAll(async () => {
  database = await serverDatabase();
  dataDir = makeDataFolder({ withDatabase: database === undefined });
  env = {
    TIMBRE_DATA_DIR: dataDir,
    TIMBRE_FSYNC: '0',
    TIMBRE_DEMO: '1',
    ...(database?.databaseUrl === undefined ? {} : { DATABASE_URL: database.databaseUrl }),
  };
});
afterAll(async () => {
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server and opens its first page, so that it goes on with the demonstration. */
async function begin(more: Record<string, string> = {}): Promise<BuiltServer> {
  const server = await startBuiltServer({ company: 'demo', dataDir, env: { ...env, ...more } });
  await (await fetch(server.address, { headers: { accept: 'text/html' } })).text();
  return server;
}

const logIn = async ({ address, password }: BuiltServer, correo: string) => {
  const body = JSON.stringify({ correo, contrasena: password });
  const headers = { 'content-type': 'application/json' };
  return (await (await fetch(`${address}/auth/login`, { method: 'POST', headers, body })).json()) as {
    apiKey: string;
    userId: string;
  };
};
const read = async <T>({ address }: BuiltServer, path: string, key: string) =>
  (await (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${key}` } })).json()) as T;

test('every point of the making is among those', () => {
  const own = failpoints.filter((name) => name.startsWith('demo-'));
  expect(own.filter((name) => !points.some((point) => point.startsWith(`${name}:`)))).toEqual(['demo-replaced']);
});

test('the process ends at every point while the demonstration is made: nothing is lost, nothing is there twice', {
  timeout: 600_000,
}, async () => {
  // On PostgreSQL each start waits half a minute for the lease of the process that ended.
  for (const TIMBRE_FAILPOINT of database === undefined ? points : points.filter((_, at) => at % 4 === 0)) {
    const server = await begin({ TIMBRE_FAILPOINT });
    expect([TIMBRE_FAILPOINT, await server.ended]).toEqual([TIMBRE_FAILPOINT, 'SIGKILL']);
  }
  const server = await begin();
  const { apiKey } = await logIn(server, 'demo');
  for (;;) {
    const { preparando } = await read<{ preparando: object | null }>(server, '/api/demostracion', apiKey);
    if (preparando === null) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  // The day on which it began is the day of its documents; it is today unless midnight has passed.
  const sales = planOf(new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10)).flatMap((step) => step.sales);
  for (const [lado, correo] of [
    ['tienda', 'demo'],
    ['importadora', 'contador'],
  ] as const) {
    const { apiKey: key, userId } = await logIn(server, correo);
    const figures = await read<Record<string, { totalNCFUtilizados: number }>>(
      server,
      `/api/comprobantes/${userId}/estadisticas`,
      key,
    );
    const count: Record<string, number> = lado === 'tienda' ? { E34: 1 } : {};
    for (const { draft } of sales.filter((sale) => sale.lado === lado)) {
      const tipo = `E${draft.Encabezado?.IdDoc?.TipoeCF}`;
      count[tipo] = (count[tipo] ?? 0) + 1;
    }
    expect([
      lado,
      Object.fromEntries(Object.entries(figures).map(([tipo, each]) => [tipo, each.totalNCFUtilizados])),
    ]).toEqual([lado, count]);
  }
  await server.kill('SIGTERM');
  await replaceAndKill();
  const checked = await runTimbre(env, 'verificar');
  expect([checked.code, checked.output]).toEqual([0, expect.stringContaining(' 0 hallazgos')]);
});

/** Asks for another demonstration; the process ends once that took the place of the first, and goes on with it. */
async function replaceAndKill(): Promise<void> {
  const server = await begin({ TIMBRE_FAILPOINT: 'demo-replaced:1' });
  const { apiKey } = await logIn(server, 'demo');
  const path = `${server.address}/api/demostracion/restablecer`;
  await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${apiKey}` } });
  expect(await server.ended).toBe('SIGKILL');
  const again = await startBuiltServer({ company: 'demo', dataDir, env });
  expect(again.login).not.toBe(server.login);
  const { preparando } = await read<{ preparando: object | null }>(
    again,
    '/api/demostracion',
    (await logIn(again, 'demo')).apiKey,
  );
  expect(preparando).toMatchObject({ hechos: 0 });
  await again.kill('SIGTERM');
}
