import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../platform/db/connect.ts';
import { type Child, runBuilt } from './testing/child.ts';
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

/** Starts the server on the engine of the tests: its PostgreSQL database, or the embedded one in the folder. */
function start(more: Record<string, string> = {}): Child {
  const engine: Record<string, string> =
    database.databaseUrl === undefined ? {} : { DATABASE_URL: database.databaseUrl };
  const child = runBuilt('main', {
    PORT: '0',
    TIMBRE_DATA_DIR: dataDir,
    TIMBRE_DEMO: 'vacia',
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

/** A connection on which only this text was sent. */
async function say(address: string, text: string): Promise<Socket> {
  const socket = openSocket(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') await new Promise((sent) => socket.write(text, sent));
  return socket;
}

describe('a server', { timeout: 300_000 }, () => {
  test('a server starts from nothing, prints where and how to enter, and after kill -9 starts again with the same', async () => {
    const first = start();
    const address = await ready(first);
    const demo = await credentials(first);
    expect(first.output()).toContain('no se volverá a mostrar');
    expect(first.output()).not.toContain('Base de datos embebida con TIMBRE_FSYNC=0');
    expect((await logIn(address, demo)).status).toBe(200);
    const health = (await (await fetch(`${address}/readyz`)).json()) as { estado: string; motor: string };
    expect(health).toMatchObject({ estado: 'listo', motor: database.databaseUrl ? 'postgresql' : 'embebida' });
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/^timbre_uptime_seconds \d+$/m);
    first.process.kill('SIGKILL');
    await first.ended;

    const second = start({ TIMBRE_FSYNC: '0' });
    const again = await ready(second);
    expect(await credentials(second)).toEqual(demo);
    expect(second.output().includes('Base de datos embebida con TIMBRE_FSYNC=0')).toBe(
      database.databaseUrl === undefined,
    );
    expect(second.output()).not.toContain('no se volverá a mostrar');
    expect((await logIn(again, demo)).status).toBe(200);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('lock.'))).toEqual([]);
  });

  test('a server ends on SIGTERM although somebody watches its events', async () => {
    const child = start();
    const address = await ready(child);
    const { apiKey } = (await (await logIn(address, await credentials(child))).json()) as { apiKey: string };
    const stream = await fetch(`${address}/api/eventos`, { headers: { authorization: `Bearer ${apiKey}` } });
    const ended = stream.text();
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    expect(await ended).toMatch(/hola[\s\S]*adiós/);
  });

  test('a server ends on SIGTERM in good order, whether clients send nothing, half a head, half a body, or do not read', {
    tags: ['P4.6'],
  }, async () => {
    const child = start();
    const address = await ready(child);
    const { apiKey } = (await (await logIn(address, await credentials(child))).json()) as { apiKey: string };
    const head = (line: string, ...headers: string[]) =>
      [line, 'Host: timbre', `Authorization: Bearer ${apiKey}`, ...headers, '', ''].join('\r\n');
    const others = await Promise.all(
      [
        '',
        'GET /livez HTTP/1.1\r\nHost: tim',
        `${head('POST /api/auth/logout HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100')}{`,
        head('GET /api/facturas HTTP/1.1'),
        head('GET /api/eventos HTTP/1.1'),
      ].map((text) => say(address, text)),
    );
    child.process.kill('SIGTERM');
    const late = setTimeout(() => child.process.kill('SIGKILL'), 240_000);
    expect(await child.ended).toBe(0);
    clearTimeout(late);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('lock.'))).toEqual([]);
    expect(child.output()).not.toContain('"level":50');
    for (const other of others) other.destroy();
  });

  test('a server refuses a folder that another uses; on PostgreSQL, with a journal of its own, works beside it', async () => {
    const first = start();
    const address = await ready(first);
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('Otro proceso de Timbre usa la carpeta');
    if (database.databaseUrl !== undefined) {
      const third = start({
        TIMBRE_DATA_DIR: join(dataDir, 'de', 'otro'),
        TIMBRE_MASTER_KEY_FILE: join(dataDir, 'master.key'),
        TIMBRE_JOURNAL: join(dataDir, 'otro-diario', 'emision.diario'),
      });
      const besides = `${await ready(third)}/readyz`;
      expect((await fetch(besides)).status).toBe(200);
      // Each has its own simulator, and reports that.
      for (const at of [besides, `${address}/readyz`])
        await expect
          .poll(async () => ((await (await fetch(at)).json()) as { avisos: string[] }).avisos)
          .toContainEqual(expect.stringContaining('TIMBRE_SIMULATOR_URL'));
    }
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  test('a server on a port that is taken reports it', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const child = start({ PORT: String((taken.address() as AddressInfo).port) });
    expect(await child.ended).toBe(1);
    expect(child.output()).toContain('El puerto está ocupado');
    taken.close();
  });
});

describe('a start is refused with its reason', { timeout: 300_000 }, () => {
  test('a start with an invalid setting is refused with its reason', async () => {
    const child = start({ PORT: 'ochenta' });
    expect(await child.ended).toBe(1);
    expect(child.output()).toBe('Configuración: PORT debe ser un puerto, de 0 a 65535\n');
  });

  test('a start with an unusable folder is refused with its reason', async () => {
    const child = start({ TIMBRE_JOURNAL: join(dataDir, 'master.key', 'emision.diario'), TIMBRE_MASTER_KEY: '' });
    expect(await child.ended).toBe(1);
    expect(child.output()).toMatch(
      /^Configuración: No se puede usar la carpeta del diario de emisión de TIMBRE_JOURNAL \([^\n]+\n$/,
    );
  });

  test('a start with a PostgreSQL that does not answer is refused, after waiting for it', async () => {
    const child = start({ DATABASE_URL: 'postgres://timbre@127.0.0.1:9/timbre' });
    expect(await child.ended).toBe(1);
    expect(child.output()).toBe('PostgreSQL no responde en la dirección de DATABASE_URL.\n');
  });

  /** The configuration with the real DGII. The address has no listener and is not reached. */
  const production: Record<string, string> = {
    TIMBRE_AUTHORITY: 'dgii',
    DATABASE_URL: 'postgres://timbre@127.0.0.1:9/timbre',
    TIMBRE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
  };

  test.each([
    ['the embedded database', { DATABASE_URL: '' }, 'hace falta PostgreSQL: fije DATABASE_URL'],
    [
      'the master key in the data folder',
      { TIMBRE_MASTER_KEY: '' },
      'fije TIMBRE_MASTER_KEY, o TIMBRE_MASTER_KEY_FILE',
    ],
    ['an address of the network and no https', { HOST: '0.0.0.0' }, 'fije TIMBRE_PUBLIC_URL con https://'],
    [
      'a weak password of root',
      { TIMBRE_ROOT_LOGIN: 'root', TIMBRE_ROOT_PASSWORD: 'administrador1' },
      'TIMBRE_ROOT_PASSWORD es fácil de adivinar',
    ],
  ])('a start with the real DGII and %s is refused with its reason', async (_, more, reason) => {
    const child = start({ ...production, ...more } as Record<string, string>);
    expect(await child.ended).toBe(1);
    expect(child.output()).toMatch(/^Configuración: Con la DGII real [^\n]+\n$/);
    expect(child.output()).toContain(reason);
  });

  // On the embedded database it is refused for that reason.
  if (process.env.TEST_DATABASE_URL !== undefined) {
    test('a start with the real DGII, over a PostgreSQL account that ignores row-level security, is refused', {
      tags: ['P4.5'],
    }, async () => {
      const fresh = await freshDatabase();
      await fresh.db.close();
      const child = start({ ...production, DATABASE_URL: fresh.databaseUrl ?? '' });
      expect(await child.ended).toBe(1);
      expect(child.output()).toContain('ignora el aislamiento entre empresas');
      await fresh.drop();
    });
  }

  test('a start over a database of a newer version is refused', { tags: ['P4.5'] }, async () => {
    const first = start();
    await ready(first);
    first.process.kill('SIGTERM');
    await first.ended;
    const events = { onWarning: () => undefined, onLost: () => undefined };
    const { databaseUrl } = database;
    const openDatabase = () => connect({ databaseUrl, dataDir, fsync: true }, events);
    const further = await openDatabase();
    await further.owner((tx) =>
      sql`insert into migracion (nombre, huella) values ('9999-futura.sql', 'x')`.execute(tx),
    );
    await further.close();
    const child = start();
    expect(await child.ended).toBe(1);
    expect(child.output()).toMatch(/^Configuración: La base de datos es de una versión más nueva de Timbre [^\n]+\n$/);
    const again = await openDatabase();
    await again.owner((tx) => sql`delete from migracion where nombre = '9999-futura.sql'`.execute(tx));
    await again.close();
  });

  test('a start with another master key than the one that sealed the data is refused', async () => {
    const child = start();
    await ready(child);
    child.process.kill('SIGTERM');
    await child.ended;
    const other = start({ TIMBRE_MASTER_KEY: Buffer.alloc(32, 9).toString('base64') });
    expect(await other.ended).toBe(1);
    expect(other.output()).toContain('La llave maestra no es la que selló los datos');
  });
});
