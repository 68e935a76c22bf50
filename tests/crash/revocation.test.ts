import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { makePlace, type Place } from './rig.ts';

// A session or key that is revoked on one server is refused by the other. On the embedded engine, which allows only one
// process, both are the same server.

const rootLogin = { TIMBRE_ROOT_LOGIN: 'jefa', TIMBRE_ROOT_PASSWORD: 'tres gatos duermen' };
const password = 'cuatro perros ladran';

let place: Place;
let here: BuiltServer;
let there: BuiltServer;
let owner: string;
const secondDir = mkdtempSync(join(tmpdir(), 'timbre-second-'));

beforeAll(async () => {
  place = await makePlace();
  here = (await place.start(rootLogin))!;
  const env = { ...place.env, ...rootLogin, TIMBRE_DATA_DIR: secondDir };
  there = place.databaseUrl === undefined ? here : await startBuiltServer({ company: place.company, env });
  owner = await logIn(here.login, here.password);
});
afterAll(async () => {
  await there.kill('SIGKILL');
  await place.leave();
  rmSync(secondDir, { recursive: true });
});

async function ask<T>(server: BuiltServer, method: string, path: string, key?: string, body?: object) {
  const response = await fetch(server.address + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
}

/** Makes a call on the first server. Throws if it is refused. */
async function act<T>(method: string, path: string, key?: string, body?: object): Promise<T> {
  const answer = await ask<T>(here, method, path, key, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const logIn = async (correo: string, contrasena: string) =>
  (await act<{ apiKey: string }>('POST', '/api/auth/login', undefined, { correo, contrasena })).apiKey;

let people = 0;

/** Adds a user to the company and logs them in. */
async function makePerson(Rol: string): Promise<{ id: string; key: string }> {
  people += 1;
  const NombreUsuario = `persona-${people}`;
  const person = { NombreUsuario, Correo: `${NombreUsuario}@ejemplo.invalid`, Contrasena: password, Rol };
  const { UsuarioID } = await act<{ UsuarioID: string }>('POST', '/api/usuarios/crear', owner, person);
  return { id: UsuarioID, key: await logIn(NombreUsuario, password) };
}

/** Checks that a call that worked before `revoke` is refused after it. Logs how long that took. */
async function refusedThere(what: string, path: string, key: string, status: number, revoke: () => Promise<unknown>) {
  // Called twice, so that the other server caches the result.
  for (let i = 0; i < 2; i++) expect((await ask(there, 'GET', path, key)).status).toBe(200);
  await revoke();
  const start = performance.now();
  for (;;) {
    const answer = await ask<{ code?: string }>(there, 'GET', path, key);
    if (answer.status !== 200) {
      expect(answer.status).toBe(status);
      break;
    }
    await delay(5);
  }
  console.info(`${what}: refused at the other server after ${Math.round(performance.now() - start)} ms`);
}

test('a closed session is refused at the other server', async () => {
  const { key } = await makePerson('consulta');
  await refusedThere('a closed session', '/api/sesion', key, 401, () => act('POST', '/api/auth/logout', key, {}));
});

test('a deleted person is refused at the other server', async () => {
  const { id, key } = await makePerson('consulta');
  await refusedThere('a deleted person', '/api/sesion', key, 401, () => act('DELETE', `/api/usuarios/${id}`, owner));
});

test('a person whose role is lowered is refused at the other server', async () => {
  const { id, key } = await makePerson('administrador');
  await refusedThere('a lowered role', '/api/usuarios/listar', key, 401, () =>
    act('PATCH', `/api/usuarios/${id}/rol`, owner, { Rol: 'consulta' }),
  );
});

test('a person whose password was set by another is refused at the other server', async () => {
  const { id, key } = await makePerson('consulta');
  const change = { UsuarioID: id, Contrasena: `${password} hoy`, ConfirmarContrasena: `${password} hoy` };
  await refusedThere('a changed password', '/api/sesion', key, 401, () =>
    act('POST', '/api/usuarios/cambiar-contrasena', owner, change),
  );
});

/** Makes a second company, and a user of the first who chose a password, was invited to the second and accepted. */
async function makeShared(
  rncEmisor: string,
): Promise<{ key: string; administrator: string; id: string; empresaId: string }> {
  const root = await logIn(rootLogin.TIMBRE_ROOT_LOGIN, rootLogin.TIMBRE_ROOT_PASSWORD);
  const correo = `due-${rncEmisor}@ejemplo.invalid`;
  const company = { correo, contrasena: password, rncEmisor, razonSocial: 'Segunda SRL' };
  await act('POST', '/api/auth/register', root, company);
  const administrator = await logIn(correo, password);
  const { id: usuarioId, key: first } = await makePerson('consulta');
  const own = { UsuarioID: usuarioId, Contrasena: `${password} mías`, ConfirmarContrasena: `${password} mías` };
  await act('POST', '/api/usuarios/cambiar-contrasena', first, { ...own, ContrasenaActual: password });
  const Correo = `persona-${people}@ejemplo.invalid`;
  const person = { NombreUsuario: 'contable', Correo, Contrasena: password, rol: 'contador' };
  const made = await act<{ UsuarioID: string; invitacion: string }>(
    'POST',
    '/api/usuarios/crear',
    administrator,
    person,
  );
  const { invitacion } = made;
  const { empresaId } = await act<{ empresaId: string }>('POST', '/api/sesion/invitacion', first, { invitacion });
  return { key: first, administrator, id: made.UsuarioID, empresaId };
}

test('a session whose person changed to another company is refused at the other server', async () => {
  const { key, empresaId } = await makeShared('198000002');
  await refusedThere('a changed company', '/api/sesion', key, 401, () =>
    act('POST', '/api/sesion/empresa', key, { empresaId }),
  );
});

test('a removed membership is refused at the other server, while the person keeps another', async () => {
  const { key, administrator, id, empresaId } = await makeShared('197000001');
  const { apiKey } = await act<{ apiKey: string }>('POST', '/api/sesion/empresa', key, { empresaId });
  const elsewhere = await logIn(`${here.login}/persona-${people}`, `${password} mías`);
  await refusedThere('a removed membership', '/api/sesion', apiKey, 401, () =>
    act('DELETE', `/api/usuarios/${id}`, administrator),
  );
  expect((await ask(there, 'GET', '/api/sesion', elsewhere)).status).toBe(200);
});

test('an access withdrawn from a company is refused at the other server', async () => {
  const root = await logIn(rootLogin.TIMBRE_ROOT_LOGIN, rootLogin.TIMBRE_ROOT_PASSWORD);
  const set = (habilitado: boolean) =>
    act('PUT', `/api/accesos-clientes/${here.login}`, root, { accesos: [{ menuId: 'facturas', habilitado }] });
  await refusedThere('a withdrawn access', '/api/facturas', owner, 403, () => set(false));
  await set(true);
  while ((await ask(there, 'GET', '/api/facturas', owner)).status !== 200) await delay(5);
});

test('a revoked integration key is refused at the other server', async () => {
  const { apiKey } = await act<{ apiKey: string }>('POST', '/api/configuracion/generar-apikey', owner, {});
  await refusedThere('a revoked integration key', '/api/facturas', apiKey, 401, () =>
    act('DELETE', '/api/configuracion/eliminar-apikey', owner, { rncEmisor: here.login }),
  );
});
