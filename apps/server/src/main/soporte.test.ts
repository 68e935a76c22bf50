import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostsAt } from '@timbre/simulator';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../domain/config.ts';
import { fileNames } from '../features/soporte/bundle.ts';
import { createApp } from './app.ts';
import { runBuilt } from './testing/child.ts';
import { freshDatabase, type TestDatabase } from './testing/database.ts';
import { testPassword } from './testing/people.ts';
import { doorInto } from './testing/server.ts';
import { bare, type Stranger, stranger } from './testing/stranger.ts';
import { unpack } from './testing/unpack.ts';

// The command that makes the support bundle, in its own process.
let database: TestDatabase;
let env: Record<string, string>;
let company: Stranger;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-soporte-'));
  database = await freshDatabase();
  await database.db.close();
  const { databaseUrl } = database;
  env = {
    TIMBRE_DATA_DIR: join(folder, 'datos-plantados'),
    SMTP_URL: 'smtp://persona:clave-plantada@correo.plantado.do:587',
    SMTP_FROM: 'persona@plantado.do',
    // Nothing answers there.
    PORT: '61999',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const overrides = { hosts: hostsAt('http://127.0.0.1:9'), log: pino({ level: 'silent' }) };
  const app = await createApp(readConfig(env), overrides, (error) => {
    throw error;
  });
  company = await stranger(doorInto(app), { ...bare, certificado: true }).finally(app.close);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const make = async (name: string, own = env) => {
  const file = join(folder, name);
  const child = runBuilt('cli', own, ['soporte', '--salida', file]);
  expect([await child.ended, child.output()]).toEqual([0, expect.stringContaining(`${file}\n`)]);
  return { files: unpack(readFileSync(file)), file, output: child.output() };
};
const parsed = (files: ReadonlyMap<string, string>, name: string) => JSON.parse(files.get(name)!);

test('the command makes the files that the screen gives, readable for their owner alone, without secrets or data of companies', async () => {
  const { files, file } = await make('uno.zip');
  expect([...files.keys()]).toEqual(fileNames);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const everything = [...files.values()].join('\n');
  const secrets = [
    ...[company.rnc, company.razonSocial, company.correo, company.id, company.clave, testPassword],
    ...['plantad', '@', 'postgres://', folder],
    ...(env.DATABASE_URL === undefined ? [] : [env.DATABASE_URL]),
  ];
  for (const secret of secrets) expect(everything.includes(secret), secret).toBe(false);
  expect(parsed(files, 'verificar.json')).toMatchObject({ completa: true, hallazgos: {} });
  expect(parsed(files, 'estado.json').certificados).toEqual({ vencidos: 0, pronto: 0, vigentes: 1 });
  expect(parsed(files, 'ajustes.json')).toMatchObject({ PORT: '61999', SMTP_URL: 'fijada', TIMBRE_DATA_DIR: 'fijada' });
  expect(parsed(files, 'errores.json').noLeido).toContain('el servidor');
  expect(JSON.parse(files.get('cifras.txt')!).noLeido).toContain('ECONNREFUSED');
});

test('the command does not write over a file', async () => {
  const { file } = await make('dos.zip');
  const again = runBuilt('cli', env, ['soporte', '--salida', file]);
  expect(await again.ended).toBe(1);
  expect(again.output()).toContain('ya existe');
});

test('without a database the command makes the same files, and says in each what it could not read', async () => {
  const empty = join(folder, 'vacia');
  const { files, output } = await make('sin-base.zip', { TIMBRE_DATA_DIR: empty, PORT: '61999' });
  expect(output).toContain('Sin la base de datos: no hay base de datos en la carpeta de datos');
  expect([...files.keys()]).toEqual(fileNames);
  for (const name of ['trabajos.json', 'verificar.json'])
    expect([name, parsed(files, name)]).toEqual([name, { noLeido: 'no hay base de datos en la carpeta de datos' }]);
  expect(parsed(files, 'versiones.json').node).toBe(process.version);
  expect(readdirSync(folder)).not.toContain('vacia');
});

test('with a database that does not answer the command tells the kind of the error, without the address', async () => {
  const { files } = await make('caida.zip', {
    TIMBRE_DATA_DIR: join(folder, 'otra'),
    PORT: '61999',
    DATABASE_URL: 'postgres://persona:clave-plantada@127.0.0.1:9/plantada',
  });
  expect([...files.values()].join('\n')).not.toContain('plantada');
  expect(parsed(files, 'trabajos.json').noLeido).toMatch(/\(ECONNREFUSED\)$/);
});
