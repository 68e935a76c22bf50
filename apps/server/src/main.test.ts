import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Child, runProgram } from './testing/child.ts';
import { freshDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
let dataDir: string;
const children: Child[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  await database.db.close();
  dataDir = mkdtempSync(join(tmpdir(), 'timbre-main-'));
});
afterEach(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.splice(0).map((child) => child.ended));
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** The server of the tests' engine: its PostgreSQL database, or the embedded one in the folder. */
function start(more: Record<string, string> = {}): Child {
  const engine: Record<string, string> =
    database.databaseUrl === undefined ? {} : { DATABASE_URL: database.databaseUrl };
  const child = runProgram(new URL('./main.ts', import.meta.url), {
    PORT: '0',
    TIMBRE_DATA_DIR: dataDir,
    ...engine,
    ...more,
  });
  children.push(child);
  return child;
}

const ready = async (child: Child) => (await child.printed(/listo: (http:\S+)/))[1]!;
const credentials = async (child: Child) => {
  const [, login, password] = await child.printed(/Empresa demo +(\d{9}) +contraseña: (\S+)/);
  return { correo: login, contrasena: password };
};
const logIn = (address: string, body: object) =>
  fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a server', { timeout: 240_000 }, () => {
  test('starts from nothing, says where and how to enter, and after kill -9 starts again with the same', async () => {
    const first = start();
    const address = await ready(first);
    const demo = await credentials(first);
    expect(first.output()).toContain('no se volverá a mostrar');
    expect((await logIn(address, demo)).status).toBe(200);
    const health = (await (await fetch(`${address}/readyz`)).json()) as { estado: string; motor: string };
    expect(health).toMatchObject({ estado: 'listo', motor: database.databaseUrl ? 'postgresql' : 'embebida' });
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/^timbre_uptime_seconds \d+$/m);
    first.process.kill('SIGKILL');
    await first.ended;

    const second = start();
    const again = await ready(second);
    expect(await credentials(second)).toEqual(demo);
    expect(second.output()).not.toContain('no se volverá a mostrar');
    expect((await logIn(again, demo)).status).toBe(200);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('lock.'))).toEqual([]);
  });

  test('ends on SIGTERM although somebody watches its events', async () => {
    const child = start();
    const address = await ready(child);
    const { apiKey } = (await (await logIn(address, await credentials(child))).json()) as { apiKey: string };
    const stream = await fetch(`${address}/api/eventos`, { headers: { authorization: `Bearer ${apiKey}` } });
    const ended = stream.text();
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    expect(await ended).toContain('hola');
  });

  test('refuses a folder that another uses; on PostgreSQL, with a journal of its own, works beside it', async () => {
    const first = start();
    const address = await ready(first);
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('Otro proceso de Timbre usa la carpeta');
    if (database.databaseUrl !== undefined) {
      const third = start({ TIMBRE_JOURNAL: join(dataDir, 'otro-diario', 'emision.diario') });
      expect((await fetch(`${await ready(third)}/readyz`)).status).toBe(200);
    }
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  test('on a port that is taken says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const child = start({ PORT: String((taken.address() as AddressInfo).port) });
    expect(await child.ended).toBe(1);
    expect(child.output()).toContain('El puerto está ocupado');
    taken.close();
  });
});

describe('a start is refused with its reason', { timeout: 240_000 }, () => {
  test('with a setting that cannot be', async () => {
    const child = start({ PORT: 'ochenta' });
    expect(await child.ended).toBe(1);
    expect(child.output()).toBe('Configuración: PORT debe ser un puerto, de 0 a 65535\n');
  });

  test('with a PostgreSQL that does not answer, after waiting for it', async () => {
    const child = start({ DATABASE_URL: 'postgres://timbre@127.0.0.1:9/timbre' });
    expect(await child.ended).toBe(1);
    expect(child.output()).toBe('PostgreSQL no responde en la dirección de DATABASE_URL.\n');
  });

  test('with the real DGII, over a PostgreSQL account that ignores the isolation of companies', async () => {
    const child = start({ TIMBRE_AUTHORITY: 'dgii', TIMBRE_DEMO: '1' });
    if (database.databaseUrl === undefined) {
      await ready(child);
      expect(child.output()).toContain('no resiste un corte de energía');
    } else {
      expect(await child.ended).toBe(1);
      expect(child.output()).toContain('ignora el aislamiento entre empresas');
    }
  });

  test('with another master key than the one that sealed the data', async () => {
    const child = start();
    await ready(child);
    child.process.kill('SIGTERM');
    await child.ended;
    const other = start({ TIMBRE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') });
    expect(await other.ended).toBe(1);
    expect(other.output()).toContain('La llave maestra no es la que selló los datos');
  });
});
