import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostsAt } from '@timbre/simulator';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type App, createApp } from './app.ts';
import { readConfig } from './config.ts';
import { ensureDemo, ensureRoot } from './first-start.ts';
import { runProgram } from './testing/child.ts';
import { freshDatabase, type TestDatabase } from './testing/database.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 240_000 });

let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await freshDatabase();
  await database.db.close();
  const { databaseUrl } = database;
  env = {
    TIMBRE_DATA_DIR: mkdtempSync(join(tmpdir(), 'timbre-cli-')),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  await withApp(async ({ context }) => {
    await ensureRoot(context);
    await ensureDemo(context);
  });
});
afterAll(async () => {
  await database.drop();
  rmSync(env.TIMBRE_DATA_DIR!, { recursive: true });
});

/** The application over the same data, as the server would be: never at once with a command. */
async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const overrides = { hosts: hostsAt('http://127.0.0.1:9'), log: pino({ level: 'silent' }) };
  const app = await createApp(readConfig(env), overrides, (error) => {
    throw error;
  });
  return work(app).finally(app.close);
}

const run = (...args: string[]) => runProgram(new URL('./cli.ts', import.meta.url), env, args);

test('without a command it says which there are', async () => {
  const child = run();
  expect(await child.ended).toBe(0);
  expect(child.output()).toMatch(/auditoria verificar .+\n/);
  const unknown = run('borrar-todo');
  expect(await unknown.ended).toBe(1);
});

test('the record of events is found whole, or the place where it was altered', async () => {
  for (const words of [
    ['auditoria', 'verificar'],
    ['audit', 'verify'],
  ]) {
    const whole = run(...words);
    expect(await whole.ended).toBe(0);
    expect(whole.output()).toBe('plataforma  íntegro\n199000005  íntegro\n');
  }
  await withApp(({ context: { db } }) =>
    db.owner(async (tx) => {
      await sql`alter table evento no force row level security`.execute(tx);
      await sql`update evento set tipo = 'otra cosa' where seq = 1`.execute(tx);
      await sql`alter table evento force row level security`.execute(tx);
    }),
  );
  const altered = run('auditoria', 'verificar');
  expect(await altered.ended).toBe(1);
  expect(altered.output()).toBe('plataforma  íntegro\n199000005  evento 1: alterado\n');
});

test('the administrator’s password is set anew, but not to a short one', async () => {
  const short = run('reset-root-password');
  short.process.stdin!.write('corta\n');
  expect(await short.ended).toBe(1);
  const long = run('reset-root-password');
  long.process.stdin!.write('una contraseña nueva\n');
  expect(await long.ended).toBe(0);
  const { checkPassword } = await import('./crypto/password.ts');
  const stored = await withApp(({ context: { db } }) =>
    db.system((tx) =>
      tx.selectFrom('usuario').select('contrasena_hash').where('rol', '=', 'root').executeTakeFirstOrThrow(),
    ),
  );
  expect(await checkPassword(stored.contrasena_hash, 'una contraseña nueva')).toBe(true);
});
