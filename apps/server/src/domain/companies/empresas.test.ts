import { configuracion, sesion, usuarios } from '@timbre/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { givePassword, makePerson, makeRoot, openSession, testPassword } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { codeFor, setUpTotp } from '../../main/testing/totp.ts';
import { passwordsHashed } from '../../platform/crypto/password.ts';

// A person with several companies: invitations, the permissions of each company over the person, and switching between
// them.

const server = withServer({ trustedProxies: 1 });
const minutes = 60_000;
let here: Stranger;
let there: Stranger;
let made = 0;

beforeEach(async () => {
  server.clock.advance(1_000);
  [here, there] = [await stranger(server, bare), await stranger(server, bare)];
});

const initial = 'tres gatos duermen';
const mine = (e: Stranger) => `prueba${e.rnc}@ejemplo.invalid`;
const invite = (by: Stranger, Correo: string, change: object = {}) =>
  server.call(
    usuarios.crearUsuario,
    { body: { NombreUsuario: `contable ${++made}`, Correo, Contrasena: initial, rol: 'contador', ...change } },
    by.sesion,
  );
const accept = (key: string, invitacion: string) =>
  server.call(sesion.aceptarInvitacion, { body: { invitacion } }, key);
const go = (key: string, empresaId: string) => server.call(sesion.cambiarEmpresa, { body: { empresaId } }, key);
const who = async (key: string) => (await server.call(sesion.sesionActual, {}, key)).body;
const alive = async (key: string) => (await server.call(sesion.sesionActual, {}, key)).status === 200;
const empresasOf = async (key: string) => (await server.call(sesion.misEmpresas, {}, key)).body;
const logIn = (correo: string, contrasena = testPassword, more: { codigo?: string; invitacion?: string } = {}) =>
  server.call(sesion.login, { body: { correo, contrasena, ...more } }, undefined, {
    'x-forwarded-for': `10.4.${made >> 8}.${++made & 255}`,
  });
const setPassword = (key: string, UsuarioID: string, Contrasena: string, ContrasenaActual?: string) =>
  server.call(
    usuarios.cambiarContrasena,
    {
      body: {
        UsuarioID,
        Contrasena,
        ConfirmarContrasena: Contrasena,
        ...(ContrasenaActual === undefined ? {} : { ContrasenaActual }),
      },
    },
    key,
  );
const eventsOf = async (empresaId: string, like: string) =>
  server.ctx.db.tenant(empresaId, (tx) =>
    tx.selectFrom('evento').select(['tipo', 'sujeto', 'datos']).where('tipo', 'like', like).orderBy('seq').execute(),
  );

/** Makes the first user of `here` a member of `there` too. Returns their id there. */
async function join(): Promise<string> {
  const { body } = await invite(there, mine(here));
  expect((await accept(here.sesion, body.invitacion)).status).toBe(200);
  return body.UsuarioID;
}

describe('an invitation', () => {
  test('an invitation admits a person once they enter its code with their own password; until then they have no access', async () => {
    const { body } = await invite(there, mine(here));
    expect((await empresasOf(here.sesion)).empresas.map(({ rnc }) => rnc)).toEqual([here.rnc]);
    expect((await empresasOf(here.sesion)).invitaciones).toMatchObject([{ rnc: there.rnc, rol: 'contador' }]);
    expect((await go(here.sesion, there.id)).status).toBe(404);
    expect((await logIn(mine(here), initial)).problem.code).toBe('sesion/credenciales');
    expect((await logIn(`${there.rnc}/${body.NombreUsuario}`)).problem.code).toBe('sesion/credenciales');
    expect((await accept(here.sesion, 'nada-nada-nada-nada')).problem.code).toBe('invitacion/invalida');
    const typed = ` ${body.invitacion.toUpperCase().replaceAll('-', ' ')} `;
    expect((await accept(here.sesion, typed)).body).toMatchObject({ empresaId: there.id, rnc: there.rnc });
    expect((await accept(here.sesion, body.invitacion)).problem.code).toBe('invitacion/invalida');
    expect((await empresasOf(here.sesion)).invitaciones).toEqual([]);
    expect((await logIn(`${there.rnc}/${body.NombreUsuario}`)).body).toMatchObject({
      rol: 'contador',
      rncEmisor: there.rnc,
    });
    expect(await eventsOf(there.id, 'usuario.aceptado')).toMatchObject([
      { sujeto: body.UsuarioID, datos: { rol: 'contador', por: body.NombreUsuario } },
    ]);
  });

  test('an invitation is valid for its person alone, for seven days, and until it is withdrawn', async () => {
    const another = await stranger(server, bare);
    const { body } = await invite(there, mine(here));
    expect((await accept(another.sesion, body.invitacion)).problem.code).toBe('invitacion/invalida');
    server.clock.advance(7 * 24 * 60 * minutes + 1_000);
    const key = await openSession(server, here.usuarioId);
    expect((await empresasOf(key)).invitaciones).toEqual([]);
    expect((await accept(key, body.invitacion)).problem.code).toBe('invitacion/invalida');
    there = { ...there, sesion: await openSession(server, there.usuarioId) };
    await server.call(usuarios.eliminarUsuario, { params: { id: body.UsuarioID } }, there.sesion);
    const { body: again } = await invite(there, mine(here));
    await server.call(usuarios.eliminarUsuario, { params: { id: again.UsuarioID } }, there.sesion);
    expect((await accept(key, again.invitacion)).problem.code).toBe('invitacion/invalida');
    expect(await alive(key)).toBe(true);
  });

  test('an invitation waits until the person has replaced the password that another person knows', async () => {
    const correo = `nueva${++made}@ejemplo.invalid`;
    await invite(here, correo);
    const { body } = await invite(there, correo, { rol: 'administrador' });
    // The attacker: an administrator of one company, who knows the password that they set, and has obtained a code.
    const { body: entered } = await logIn(correo, initial);
    expect(entered.rncEmisor).toBe(here.rnc);
    expect((await accept(entered.apiKey, body.invitacion)).problem.code).toBe('contrasena/ajena');
    expect((await setPassword(entered.apiKey, entered.userId, 'siete perros ladran', initial)).status).toBe(204);
    expect((await accept(entered.apiKey, body.invitacion)).status).toBe(200);
  });

  test('an invitation waits again when an administrator has set the password meanwhile', async () => {
    const key = await makePerson(server, here, 'contador');
    const { userId, correo } = await who(key);
    const { body } = await invite(there, correo);
    expect((await setPassword(here.sesion, userId, initial)).status).toBe(204);
    const { body: entered } = await logIn(correo, initial);
    expect((await accept(entered.apiKey, body.invitacion)).problem.code).toBe('contrasena/ajena');
  });

  test('a person without a company enters the code of an invitation at the log-in', async () => {
    const key = await makePerson(server, here, 'contador');
    const { userId, correo } = await who(key);
    const { body } = await invite(there, correo);
    await server.call(usuarios.eliminarUsuario, { params: { id: userId } }, here.sesion);
    expect((await logIn(correo)).problem.code).toBe('sesion/invitacion');
    expect((await logIn(correo, testPassword, { invitacion: 'nada-nada' })).problem.code).toBe('invitacion/invalida');
    const { body: entered } = await logIn(correo, testPassword, { invitacion: body.invitacion });
    expect(entered).toMatchObject({ rncEmisor: there.rnc, rol: 'contador', userId: body.UsuarioID });
    // The person is deleted with the last of their companies.
    await server.call(usuarios.eliminarUsuario, { params: { id: body.UsuarioID } }, there.sesion);
    expect((await logIn(correo)).problem.code).toBe('sesion/credenciales');
    expect((await invite(here, correo)).body.ultimoAcceso).toBeNull();
    expect((await logIn(correo, initial)).body).toMatchObject({ rncEmisor: here.rnc });
  });

  test('an invitation does nothing for the administrator of the platform', async () => {
    const root = await makeRoot(server);
    const { body, status } = await invite(there, 'root@ejemplo.invalid');
    expect(status).toBe(201);
    expect((await accept(root, body.invitacion)).problem.code).toBe('invitacion/invalida');
  });
});

test('the creation of a user has one answer and one cost, whether or not the e-mail has an account', {
  tags: ['S7-6'],
}, async () => {
  const answers = [];
  for (const Correo of [mine(here), `nadie${++made}@ejemplo.invalid`]) {
    const before = passwordsHashed();
    const { status, body } = await invite(there, Correo);
    const { UsuarioID, NombreUsuario, Correo: correo, creado, invitacion, ...rest } = body;
    answers.push({
      status,
      hashed: passwordsHashed() - before,
      fields: Object.keys(body),
      rest,
      code: invitacion.length,
    });
    expect([correo, typeof UsuarioID, typeof NombreUsuario, typeof creado]).toEqual([
      Correo,
      'string',
      'string',
      'string',
    ]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 201, hashed: 1 });
  const { body: list } = await server.call(usuarios.listarUsuarios, {}, there.sesion);
  const [, known, unknown] = list.map(({ UsuarioID, NombreUsuario, Correo, creado, ...rest }) => rest);
  expect(known).toEqual(unknown);
});

test('a company creates at most sixty users, then one a minute', async () => {
  const bad = { NombreUsuario: 'x', Correo: 'x', Contrasena: initial };
  const create = (by: Stranger) =>
    server.call(usuarios.crearUsuario, { body: { ...bad, Correo: 'sin arroba' } }, by.sesion);
  for (let i = 0; i < 60; i++) expect((await create(here)).status).toBe(422);
  expect((await create(here)).problem.code).toBe('sesion/demasiados-intentos');
  expect((await create(there)).status).toBe(422);
  server.clock.advance(minutes);
  await givePassword(server, here.sesion);
  expect((await create(here)).status).toBe(422);
});

describe('user names', () => {
  test('a user name taken in another company locks nobody out: each company has its own names', {
    tags: ['S2.4-2'],
  }, async () => {
    const name = `mismo nombre ${++made}`;
    const correos = [`uno${made}@ejemplo.invalid`, `dos${made}@ejemplo.invalid`];
    await invite(here, correos[0]!, { NombreUsuario: name });
    server.clock.advance(1_000);
    await invite(there, correos[1]!, { NombreUsuario: name.toUpperCase() });
    expect((await logIn(name, initial)).body).toMatchObject({ rncEmisor: here.rnc });
    expect((await logIn(`${here.rnc}/${name}`, initial)).body).toMatchObject({ rncEmisor: here.rnc });
    const dashed = `${there.rnc.slice(0, 3)}-${there.rnc.slice(3, 8)}-${there.rnc.slice(8)}`;
    expect((await logIn(`${dashed}/${name}`, initial)).body).toMatchObject({ rncEmisor: there.rnc });
    for (const correo of correos) expect((await logIn(correo, initial)).status).toBe(200);
  });

  test('the RNC alone logs in the first user of the company, the e-mail the company that was used last', {
    tags: ['S2.4-2'],
  }, async () => {
    const id = await join();
    expect((await logIn(mine(here))).body.rncEmisor).toBe(here.rnc);
    server.clock.advance(1_000);
    expect((await go(here.sesion, there.id)).body).toMatchObject({ rncEmisor: there.rnc, userId: id, rol: 'contador' });
    server.clock.advance(1_000);
    expect((await logIn(mine(here))).body.rncEmisor).toBe(there.rnc);
    expect((await logIn(here.rnc)).body).toMatchObject({ rncEmisor: here.rnc, userId: here.usuarioId });
  });
});

describe('a change of company', () => {
  test('a change of company opens a session with the role of there, and closes this one', async () => {
    await join();
    expect((await empresasOf(here.sesion)).empresas.map(({ rnc, actual }) => [rnc, actual]).sort()).toEqual(
      [
        [here.rnc, true],
        [there.rnc, false],
      ].sort(),
    );
    const { body } = await go(here.sesion, there.id);
    expect(await alive(here.sesion)).toBe(false);
    expect(await who(body.apiKey)).toMatchObject({ rncEmisor: there.rnc, rol: 'contador', ultimoAcceso: null });
    expect((await server.call(usuarios.listarUsuarios, {}, body.apiKey)).status).toBe(403);
    const view = (userId: string) => server.call(configuracion.verConfiguracion, { params: { userId } }, body.apiKey);
    expect((await view(body.userId)).body.rncEmisor).toBe(there.rnc);
    expect((await view(here.usuarioId)).problem.code).toBe('acceso/denegado');
  });

  test('a change of company is in the records of both, without the name of the other', async () => {
    const id = await join();
    await go(here.sesion, there.id);
    const [left, entered] = [await eventsOf(here.id, 'sesion.dejada'), await eventsOf(there.id, 'sesion.cambiada')];
    expect(left).toMatchObject([{ sujeto: here.usuarioId, datos: { por: here.correo } }]);
    expect(entered).toMatchObject([{ sujeto: id }]);
    expect(JSON.stringify(left)).not.toContain(there.rnc);
    expect(JSON.stringify(entered)).not.toContain(here.rnc);
  });

  test('a change of company carries over when the password was entered, and when the session ends', async () => {
    await join();
    server.clock.advance(4 * minutes);
    const { body } = await go(here.sesion, there.id);
    const { body: back } = await go(body.apiKey, here.id);
    expect(back.expira).toBe((await who(back.apiKey)).expira);
    const create = () => invite({ ...here, sesion: back.apiKey }, `otro${++made}@ejemplo.invalid`);
    expect((await create()).status).toBe(201);
    server.clock.advance(minutes + 1_000);
    expect((await create()).problem.code).toBe('sesion/confirmar');
    await givePassword(server, back.apiKey);
    const { body: again } = await go((await go(back.apiKey, there.id)).body.apiKey, here.id);
    expect((await invite({ ...here, sesion: again.apiKey }, `otro${++made}@ejemplo.invalid`)).status).toBe(201);
    expect(again.expira).toBe(back.expira);
  });

  test('a change of company requires no code, and the second factor is the same there', async () => {
    await join();
    const { secreto } = await setUpTotp(server, here.sesion);
    server.clock.advance(1_000);
    const { body } = await go(here.sesion, there.id);
    expect((await server.call(sesion.verDosPasos, {}, body.apiKey)).body.desde).not.toBeNull();
    server.clock.advance(30_000);
    expect((await logIn(mine(here))).problem.code).toBe('dos-pasos/codigo');
    const code = codeFor(server, secreto);
    expect((await logIn(mine(here), testPassword, { codigo: code })).body.rncEmisor).toBe(there.rnc);
  });

  test('a change of company is refused to the administrator of the platform, and to a company of others', async () => {
    const other = await stranger(server, bare);
    expect((await go(here.sesion, other.id)).problem.code).toBe('recurso/no-encontrado');
    expect(await alive(here.sesion)).toBe(true);
  });

  test('the last visit that is shown is the one before this one, in that company', async () => {
    await join();
    expect((await who(here.sesion)).ultimoAcceso).toBeNull();
    const first = server.clock.now().toISOString();
    const one = (await logIn(here.rnc)).body.apiKey;
    server.clock.advance(10 * minutes);
    const two = (await logIn(here.rnc)).body.apiKey;
    expect((await who(two)).ultimoAcceso).toBe(first);
    expect((await who((await go(one, there.id)).body.apiKey)).ultimoAcceso).toBeNull();
  });
});

describe('a person of several companies', () => {
  test('a company changes the role of a person and ends their access; only their sessions there end', async () => {
    const id = await join();
    const elsewhere = await openSession(server, here.usuarioId);
    const in2 = (await go(here.sesion, there.id)).body.apiKey;
    const change = { params: { id }, body: { rol: 'consulta' as const } };
    expect((await server.call(usuarios.cambiarRol, change, there.sesion)).status).toBe(200);
    expect([await alive(in2), await alive(elsewhere)]).toEqual([false, true]);
    const again = (await go(elsewhere, there.id)).body.apiKey;
    const own = await openSession(server, here.usuarioId);
    await server.call(usuarios.eliminarUsuario, { params: { id } }, there.sesion);
    expect([await alive(again), await alive(own)]).toEqual([false, true]);
    expect((await empresasOf(own)).empresas.map(({ rnc }) => rnc)).toEqual([here.rnc]);
    expect((await logIn(mine(here))).body.rncEmisor).toBe(here.rnc);
  });

  test('a company cannot set the password or the second factor of a person of several companies; the person can', async () => {
    const id = await join();
    await setUpTotp(server, here.sesion);
    const refused = await setPassword(there.sesion, id, 'siete perros ladran');
    expect(refused.problem).toMatchObject({ code: 'usuario/compartido', title: expect.stringContaining('solo ella') });
    const reset = await server.call(usuarios.restablecerDosPasos, { params: { id } }, there.sesion);
    expect(reset.problem.code).toBe('usuario/compartido');
    const invited = (await invite(there, mine(await stranger(server, bare)))).body.UsuarioID;
    expect((await setPassword(there.sesion, invited, 'siete perros ladran')).problem.code).toBe('usuario/compartido');
  });

  test('an invitation from elsewhere takes nothing from the company that a person works for alone', async () => {
    const key = await makePerson(server, here, 'contador');
    const { userId, correo } = await who(key);
    await invite(there, correo);
    expect((await setPassword(here.sesion, userId, initial)).status).toBe(204);
  });

  test('a change of one’s own password ends the sessions everywhere, and each company has it on record', async () => {
    await join();
    const elsewhere = (await go(await openSession(server, here.usuarioId), there.id)).body.apiKey;
    expect((await setPassword(here.sesion, here.usuarioId, 'siete perros ladran', testPassword)).status).toBe(204);
    expect([await alive(here.sesion), await alive(elsewhere)]).toEqual([true, false]);
    for (const { id } of [here, there]) expect(await eventsOf(id, 'usuario.contrasena')).toHaveLength(1);
  });

  test('a person sees and closes all their sessions, and each company has it on record', async () => {
    await join();
    const elsewhere = (await go(await openSession(server, here.usuarioId), there.id)).body.apiKey;
    const { body: sessions } = await server.call(sesion.listarSesiones, {}, here.sesion);
    expect(new Set(sessions.map(({ razonSocial }) => razonSocial)).size).toBe(2);
    await server.call(sesion.logout, { body: { todas: true } }, here.sesion);
    expect([await alive(here.sesion), await alive(elsewhere)]).toEqual([false, false]);
    for (const { id } of [here, there]) expect(await eventsOf(id, 'sesion.cerrada')).toHaveLength(1);
  });
});

test('wrong passwords and codes are counted for the person, in whatever company', async () => {
  await join();
  const elsewhere = (await go(await openSession(server, here.usuarioId), there.id)).body.apiKey;
  const give = (key: string) => server.call(sesion.confirmarSesion, { body: { contrasena: 'no es esta' } }, key);
  for (let i = 0; i < 5; i++) for (const key of [here.sesion, elsewhere]) expect((await give(key)).status).toBe(403);
  for (const key of [here.sesion, elsewhere]) expect((await give(key)).status).toBe(429);
});
