import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aprobaciones, sesion, usuarios } from '@timbre/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatformSecret } from '../../domain/companies/platform-secret-repo.ts';
import { createSecrets, type Secrets } from '../../domain/companies/secrets.ts';
import { readConfig } from '../../domain/config.ts';
import { type App, createApp } from '../../main/app.ts';
import { testClock } from '../../main/testing/clock.ts';
import { emptyDatabase, type TestDatabase } from '../../main/testing/database.ts';
import { callApp, nowhere } from '../../main/testing/server.ts';
import { createKeyring, createWrapping, type Keyring } from '../crypto/keyring.ts';
import { loadMasterKey } from '../crypto/master-key.ts';
import { hashPassword } from '../crypto/password.ts';
import { codeOf, stepAt } from '../crypto/totp.ts';
import { newId } from './id.ts';
import { applyMigrations, readMigrations } from './migrate.ts';
import type { Db } from './transactions.ts';

// The schema before a person could belong to several companies had one row of `usuario` for each person in each
// company. A database of that version is migrated to this one, and every login must still work.

const clock = testClock();
const password = 'tres gatos duermen';
const ids = Object.fromEntries(
  ['root', 'acme', 'beta', 'asked', 'ana', 'luis', 'eva', 'applicant', 'request', 'approved', 'change', 'session'].map(
    (name) => [name, newId(clock.now())],
  ),
) as Record<string, string>;
const dataDir = mkdtempSync(join(tmpdir(), 'timbre-test-'));
const config = { ...readConfig({ TIMBRE_DEMO: '0' }), dataDir };
const totpSecret = Buffer.alloc(20, 7);
let database: TestDatabase;
let app: App;
let keyring: Keyring;
let sessionKey: string;

beforeAll(async () => {
  database = await emptyDatabase();
  const { db } = database;
  const all = await readMigrations();
  await applyMigrations(
    db,
    all.filter(({ name }) => name < '0017'),
  );
  const masterKey = loadMasterKey(config);
  const wrapping = createWrapping(masterKey);
  keyring = createKeyring(wrapping, await openPlatformSecret(db, masterKey, wrapping));
  await fill(db, createSecrets({ db, keyring }));
  const log = pino({ level: 'silent' });
  app = await createApp(config, { clock, db, log, hosts: nowhere }, (error) => {
    throw error;
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

/** The rows of the old schema. */
async function fill(db: Db, secrets: Secrets): Promise<void> {
  const hash = await hashPassword(password);
  const now = clock.now();
  const before = new Date(now.getTime() - 60_000);
  const companies = [
    ['acme', '199000005', now],
    ['beta', '198000002', now],
    ['asked', '197000001', null],
  ] as const;
  const people = [
    ['root', null, 'root', 'root', 'root'],
    ['ana', 'acme', 'ana', 'Ana@Acme.invalid', 'administrador'],
    ['luis', 'acme', 'luis', 'luis@acme.invalid', 'facturador'],
    ['eva', 'beta', 'eva', 'eva@beta.invalid', 'administrador'],
    ['applicant', 'asked', 'due@nueva.invalid', 'due@nueva.invalid', 'administrador'],
  ] as const;
  const since = (n: number) => new Date(before.getTime() + n);
  await db.system(async (tx) => {
    for (const [name, rnc, aprobada] of companies)
      await sql`insert into empresa (id, rnc, razon_social, llave_envuelta, aprobada)
        values (${ids[name]}, ${rnc}, ${`${name} SRL`}, ${keyring.newDataKey(ids[name]!)}, ${aprobada})`.execute(tx);
    for (const [n, [name, empresa, nombre, correo, rol]] of people.entries())
      await sql`insert into usuario (id, empresa_id, nombre_usuario, correo, contrasena_hash, rol, creado)
        values (${ids[name]}, ${empresa && ids[empresa]}, ${nombre}, ${correo}, ${hash}, ${rol}, ${since(n)})`.execute(
        tx,
      );
    for (const [name, empresa, tipo, estado] of [
      ['request', 'asked', 'registro', 'pendiente'],
      ['approved', 'beta', 'registro', 'aprobada'],
      ['change', 'acme', 'ambiente', 'pendiente'],
    ] as const)
      await sql`insert into solicitud (empresa_id, id, tipo, ambiente_actual, nuevo_ambiente, estado, pedida_por, pedida)
        values (${ids[empresa]}, ${ids[name]}, ${tipo}, 'testecf', 'certecf', ${estado}, 'Due@Nueva.invalid', ${now})`.execute(
        tx,
      );
    sessionKey = keyring.newKey('ses');
    const expira = new Date(now.getTime() + 60 * 60_000);
    await sql`insert into sesion (id, hmac, usuario_id, dispositivo, ip, creada, ultimo_uso, expira, contrasena_dada)
      values (${ids.session}, ${keyring.hmac(sessionKey)}, ${ids.ana}, 'x', '127.0.0.1', ${now}, ${now}, ${expira}, ${now})`.execute(
      tx,
    );
  });
  const place = { empresaId: ids.acme!, id: ids.luis!, column: 'totp' };
  const sealed = await secrets.seal(place, totpSecret);
  await db.system((tx) =>
    sql`update usuario set totp_cifrado = ${sealed}, totp_pendiente = ${sealed}, totp_desde = ${now} where id = ${ids.luis}`.execute(
      tx,
    ),
  );
}

const logIn = (correo: string, codigo?: string) =>
  callApp(app, sesion.login, { body: { correo, contrasena: password, ...(codigo === undefined ? {} : { codigo }) } });

test('each goes on under the id, the names and the session that they had', async () => {
  const { body } = await callApp(app, sesion.sesionActual, {}, sessionKey);
  expect(body).toMatchObject({
    userId: ids.ana,
    nombreUsuario: 'ana',
    correo: 'ana@acme.invalid',
    rol: 'administrador',
    rncEmisor: '199000005',
  });
  const { body: people } = await callApp(app, usuarios.listarUsuarios, {}, sessionKey);
  expect(people.map(({ UsuarioID, dosPasos }) => [UsuarioID, dosPasos])).toEqual([
    [ids.ana, false],
    [ids.luis, true],
  ]);
  for (const login of ['199000005', 'ana', 'ANA@acme.invalid', '199000005/ana'])
    expect([login, (await logIn(login)).body.userId]).toEqual([login, ids.ana]);
  expect((await logIn('eva')).body).toMatchObject({ userId: ids.eva, rncEmisor: '198000002' });
  expect((await logIn('root')).body).toMatchObject({ userId: ids.root, rol: 'root' });
});

test('a second factor that the company’s key sealed is asked for, and opens', async () => {
  expect((await logIn('luis')).problem.code).toBe('dos-pasos/codigo');
  const now = clock.now();
  const code = codeOf(totpSecret, stepAt(now));
  expect((await logIn('luis', code)).body.userId).toBe(ids.luis);
  const kept = await database.db.system((tx) =>
    tx.selectFrom('persona').select(['totp_empresa', 'totp_pendiente']).where('id', '=', ids.luis!).execute(),
  );
  expect(kept).toEqual([{ totp_empresa: ids.acme, totp_pendiente: null }]);
});

test('whose password it was nobody knows: an invitation waits until the person has chosen one', async () => {
  const { body } = await logIn('eva');
  const accepting = callApp(app, sesion.aceptarInvitacion, { body: { invitacion: 'x' } }, body.apiKey);
  expect((await accepting).problem.code).toBe('contrasena/ajena');
});

test('a company that nobody approved is a request, to its applicant and to the platform', async () => {
  for (const login of ['due@nueva.invalid', '197000001'])
    expect((await logIn(login)).problem.code).toBe('sesion/registro-pendiente');
  const empresas = await database.db.system((tx) => tx.selectFrom('empresa').select('id').orderBy('rnc').execute());
  expect(empresas.map(({ id }) => id)).toEqual([ids.beta, ids.acme]);
  const { body: root } = await logIn('root');
  const { body: waiting } = await callApp(app, aprobaciones.solicitudesPendientes, {}, root.apiKey);
  expect(waiting.map(({ id, tipo }) => [id, tipo]).sort()).toEqual(
    [
      [ids.request, 'registro'],
      [ids.change, 'ambiente'],
    ].sort(),
  );
  const approved = await callApp(app, aprobaciones.aprobarSolicitud, { params: { id: ids.request! } }, root.apiKey);
  expect(approved.body).toEqual({ invitacion: null });
  expect((await logIn('197000001')).body).toMatchObject({ rncEmisor: '197000001', rol: 'administrador' });
  const history = await database.db.system((tx) =>
    tx.selectFrom('registro').select(['estado', 'contrasena_hash']).where('id', '=', ids.approved!).execute(),
  );
  expect(history).toEqual([{ estado: 'aprobada', contrasena_hash: null }]);
});
