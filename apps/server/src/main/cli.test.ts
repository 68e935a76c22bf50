import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { hostsAt } from '@timbre/simulator';
import type { Periodo } from '@timbre/values';
import { packedBytes, readDirectory } from '@timbre/workbook';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../domain/config.ts';
import { evidenceOf } from '../features/reportes/evidence/evidence.ts';
import { insertReporte } from '../features/reportes/repo.ts';
import { newId } from '../platform/db/id.ts';
import { type App, createApp } from './app.ts';
import { runBuilt } from './testing/child.ts';
import { freshDatabase, type TestDatabase } from './testing/database.ts';
import { doorInto } from './testing/server.ts';
import { bare, type Stranger, stranger } from './testing/stranger.ts';

// Each command runs in its own process.
let database: TestDatabase;
let env: Record<string, string>;
let company: Stranger;

beforeAll(async () => {
  database = await freshDatabase();
  await database.db.close();
  const { databaseUrl } = database;
  env = {
    TIMBRE_DATA_DIR: mkdtempSync(join(tmpdir(), 'timbre-cli-')),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  company = await withApp((app) => stranger(doorInto(app), { ...bare, certificado: true }));
});
afterAll(async () => {
  await database.drop();
  rmSync(env.TIMBRE_DATA_DIR!, { recursive: true });
});

/** Starts the application on the same data, as the server would. Never at the same time as a command. */
async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const overrides = { hosts: hostsAt('http://127.0.0.1:9'), log: pino({ level: 'silent' }) };
  const app = await createApp(readConfig(env), overrides, (error) => {
    throw error;
  });
  return work(app).finally(app.close);
}

const run = (...args: string[]) => runBuilt('cli', env, args);

test('the program without a command lists the commands', async () => {
  const child = run();
  expect(await child.ended).toBe(0);
  expect(child.output()).toMatch(/auditoria verificar .+\n/);
  const help = run('--help');
  expect(await help.ended).toBe(0);
  expect(help.output()).toBe(child.output());
  const unknown = run('borrar-todo');
  expect(await unknown.ended).toBe(1);
  expect(unknown.output()).toBe(`No hay una orden «borrar-todo».\n\n${child.output()}`);
});

test('a simulator runs apart from the servers, remembers what it received, and ends in good order', async () => {
  const folder = join(env.TIMBRE_DATA_DIR!, 'simulador');
  const child = runBuilt('cli', { TIMBRE_DATA_DIR: folder, PORT: '0' }, ['simulador', '--latencia', '0-5']);
  const [, address] = await child.printed(/DGII simulada en (\S+)/);
  const seed = await fetch(`${address}/testecf/autenticacion/api/autenticacion/semilla`);
  expect(await seed.text()).toContain('<SemillaModel');
  expect(readdirSync(folder)).toEqual(['simulador.ndjson']);
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
  const wrong = runBuilt('cli', { TIMBRE_DATA_DIR: folder }, ['simulador', '--latencia', 'lenta']);
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toBe('Configuración: --latencia debe ser milisegundos, como 300 o 300-1500\n');
});

test('a record cut off together with its end is detected by an anchor stored outside', {
  tags: ['P4.10'],
}, async () => {
  const outside = mkdtempSync(join(tmpdir(), 'timbre-anclas-'));
  env.TIMBRE_ANCHORS = outside;
  const written = run('auditoria', 'anclar');
  expect(await written.ended).toBe(0);
  const [name = ''] = readdirSync(outside);
  expect(written.output()).toBe(`${join(outside, name)}\n`);
  const { cabezas } = JSON.parse(readFileSync(join(outside, name), 'utf8').split('\n')[0]!);
  const [record, last] = cabezas.find(([id]: [string]) => id === company.id);
  await withApp(({ context: { db, seals } }) =>
    db.owner(async (tx) => {
      for (const table of ['evento', 'evento_cabeza'])
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      await sql`delete from evento where empresa_id = ${record} and seq >= ${last}`.execute(tx);
      const { rows } = await sql<{ hash: Buffer }>`
        select hash from evento where empresa_id = ${record} and seq = ${last - 1}`.execute(tx);
      const hash = rows[0]?.hash ?? Buffer.alloc(32);
      const sello = seals.head({ empresaId: record, seq: last - 1, hash, llaveDesde: 0 });
      await sql`update evento_cabeza set seq = ${last - 1}, hash = ${hash}, sello = ${sello} where empresa_id = ${record}`.execute(
        tx,
      );
      for (const table of ['evento', 'evento_cabeza'])
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
    }),
  );
  const verified = run('auditoria', 'verificar');
  expect(await verified.ended).toBe(1);
  expect(verified.output()).toContain(`${company.rnc}  evento ${last}: falta\n`);
  rmSync(outside, { recursive: true });
  delete env.TIMBRE_ANCHORS;
});

test('the evidence of a month is checked without the platform: a sound pack, one with a changed byte, and another file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-expediente-'));
  const pack = await withApp(async ({ context: ctx }) => {
    const scope = { empresaId: company.id, ambiente: 'testecf' as const, rnc: company.rnc };
    const totales = { montoTotal: '0.00', itbisTotal: '0.00', subtotal: '0.00', cantidadRegistros: 0, pendientes: 0 };
    await ctx.db.tenant(scope.empresaId, async (tx) => {
      const report = {
        empresa_id: scope.empresaId,
        id: newId(new Date()),
        ambiente: scope.ambiente,
        tipo: '608' as const,
      };
      const days = { desde: '2026-03-01', hasta: '2026-03-31', estado: 'listo' as const, porcentaje: 100 };
      await insertReporte(tx, {
        ...report,
        ...days,
        mensaje: '',
        filas: 0,
        creado: new Date(),
        por: 'prueba',
        totales: JSON.stringify(totales),
      });
    });
    const by = { por: 'prueba', ip: '' };
    const { bytes } = await evidenceOf(ctx, scope, '202603' as Periodo, by);
    return buffer(bytes as Readable);
  });
  const check = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return run('evidencia', 'verificar', join(folder, name));
  };
  const sound = check('sano.zip', pack);
  expect(await sound.ended).toBe(0);
  expect(sound.output()).toMatch(
    new RegExp(`^Expediente de ${company.rnc}, período 202603.*\\n.*certificado.*\\n.*llave`),
  );
  expect(sound.output()).toMatch(/Todo concuerda.*\nNo se comprobó quién lo selló/);
  const platform = /llave ([0-9a-f]{64})/.exec(sound.output())![1]!;
  const known = run('evidencia', 'verificar', join(folder, 'sano.zip'), '--plataforma', platform.toUpperCase());
  expect(await known.ended).toBe(0);
  expect(known.output()).not.toContain('No se comprobó');
  const foreign = run('evidencia', 'verificar', join(folder, 'sano.zip'), '--plataforma', 'ab'.repeat(32));
  expect(await foreign.ended).toBe(1);
  expect(foreign.output()).toContain('la selló otra plataforma');
  const part = [...readDirectory(pack, 99).values()].find(({ name }) => name.endsWith('.TXT'))!;
  const at = pack.indexOf(packedBytes(pack, part));
  const changed = check(
    'cambiado.zip',
    Buffer.concat([pack.subarray(0, at), Buffer.of(pack[at]! ^ 1), pack.subarray(at + 1)]),
  );
  expect(await changed.ended).toBe(1);
  expect(changed.output()).toMatch(/NO concuerda:\n {2}.*\.TXT/);
  const other = check('otro.zip', Buffer.from('no es un expediente'));
  expect(await other.ended).toBe(1);
  expect(other.output()).toContain('el archivo no es un expediente, o está dañado');
  const missing = run('evidencia', 'verificar', join(folder, 'nada.zip'));
  expect(await missing.ended).toBe(1);
  expect(missing.output()).toContain('no se puede leer el archivo');
  rmSync(folder, { recursive: true });
});

test('the record of events is reported as whole, or with the place where it was altered', async () => {
  for (const words of [
    ['auditoria', 'verificar'],
    ['audit', 'verify'],
  ]) {
    const whole = run(...words);
    expect(await whole.ended).toBe(0);
    expect(whole.output()).toBe(`plataforma  íntegro\n${company.rnc}  íntegro\n`);
  }
  await withApp(({ context: { db } }) =>
    db.owner(async (tx) => {
      await sql`alter table evento no force row level security`.execute(tx);
      await sql`update evento set tipo = 'otra cosa' where seq = 1 and empresa_id = ${company.id}`.execute(tx);
      await sql`alter table evento force row level security`.execute(tx);
    }),
  );
  const altered = run('auditoria', 'verificar');
  expect(await altered.ended).toBe(1);
  expect(altered.output()).toBe(`plataforma  íntegro\n${company.rnc}  evento 1: alterado\n`);
});

test('the administrator’s password is set anew, but not to a short one', async () => {
  const short = run('restablecer-contrasena-root');
  short.process.stdin!.write('corta\n');
  expect(await short.ended).toBe(1);
  const long = run('reset-root-password');
  long.process.stdin!.write('una contraseña nueva\n');
  expect(await long.ended).toBe(0);
  const { checkPassword } = await import('../platform/crypto/password.ts');
  const stored = await withApp(({ context: { db } }) =>
    db.system((tx) =>
      tx.selectFrom('persona').select('contrasena_hash').where('es_root', '=', true).executeTakeFirstOrThrow(),
    ),
  );
  expect(await checkPassword(stored.contrasena_hash, 'una contraseña nueva')).toBe(true);
});

test('a lost second factor is removed from the named person, with an entry in the record', async () => {
  const secondFactor = { totp_cifrado: Buffer.of(1), totp_desde: new Date(), totp_paso: 1 };
  await withApp(({ context: { db } }) =>
    db.system((tx) => tx.updateTable('persona').set(secondFactor).where('es_root', '=', true).execute()),
  );
  expect(await run('restablecer-dos-pasos', '--usuario', 'nadie').ended).toBe(1);
  expect(await run('restablecer-dos-pasos', '--usuario', ' ROOT ').ended).toBe(0);
  const again = run('restablecer-dos-pasos', '--usuario', 'root');
  expect(await again.ended).toBe(1);
  expect(again.output()).toContain('no tiene la verificación en dos pasos');
  const acts = await withApp(({ context: { db } }) =>
    db.system((tx) => tx.selectFrom('evento').select('datos').where('tipo', '=', 'usuario.dos_pasos').execute()),
  );
  expect(acts).toMatchObject([{ datos: { usuario: 'root', por: 'consola' } }]);
});
