import { configuracion, empresa, sesion } from '@timbre/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeRoot, openSession, testPassword } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

const server = withServer({ trustedProxies: 1 });
let company: Stranger;

beforeAll(async () => {
  company = await stranger(server, bare);
});

const logIn = (correo: string, contrasena: string, ip = '127.0.0.1') =>
  server.call(sesion.login, { body: { correo, contrasena } }, undefined, { 'x-forwarded-for': ip });

describe('logging in', () => {
  test('the company’s RNC and the e-mail, which is the user name, log in', { tags: ['S1-1', 'S7-4'] }, async () => {
    const hyphened = `${company.rnc.slice(0, 3)}-${company.rnc.slice(3, 8)}-${company.rnc.slice(8)}`;
    for (const login of [company.rnc, hyphened, company.correo, company.correo.toUpperCase()]) {
      const { status, body } = await logIn(login, testPassword);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        rncEmisor: company.rnc,
        Ambiente: 'Test',
        rol: 'administrador',
        apiSecret: '********',
      });
      expect(body.token).toBe(body.apiKey);
      const current = await server.call(sesion.sesionActual, {}, body.apiKey);
      expect(current.body).toMatchObject({ userId: company.usuarioId, rncEmisor: company.rnc, autoridad: 'simulador' });
    }
  });

  test('a wrong password and an unknown user get the same answer', async () => {
    const wrong = await logIn(company.rnc, 'otra-contraseña');
    const unknown = await logIn('000000000', testPassword);
    expect(wrong.status).toBe(401);
    expect({ ...wrong.problem, requestId: '' }).toEqual({ ...unknown.problem, requestId: '' });
    expect(wrong.problem.title).toBe('RNC o contraseña incorrectos');
  });

  test('the database has neither the password nor the key in plain', async () => {
    const { body } = await logIn(company.rnc, testPassword);
    const stored = await server.ctx.db.system(async (tx) => [
      await tx.selectFrom('sesion').selectAll().execute(),
      await tx.selectFrom('persona').selectAll().execute(),
    ]);
    const text = JSON.stringify(stored);
    expect(text).not.toContain(testPassword);
    expect(text).not.toContain(body.apiKey.slice(4));
    expect(text).not.toContain(Buffer.from(body.apiKey.slice(4), 'base64url').toString('hex'));
  });

  test('the log shows neither passwords nor keys', async () => {
    const { body } = await logIn(company.rnc, testPassword);
    await logIn(company.rnc, 'contraseña-equivocada-canario');
    await server.call(sesion.sesionActual, {}, body.apiKey);
    expect(server.logged.length).toBeGreaterThan(0);
    for (const secret of [testPassword, 'contraseña-equivocada-canario', body.apiKey])
      expect(server.logged.join('')).not.toContain(secret);
  });
});

describe('limits on tries', () => {
  test('an address is stopped after 20 failures, with the time of another try, and may again later', async () => {
    const attacker = '203.0.113.7';
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      server.clock.advance(300);
      statuses.push((await logIn(`nadie${i}`, 'x', attacker)).status);
    }
    // 20 at once, and two that were released in the 6 s that passed
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    for (let i = 0; i < 3; i++) statuses.push((await logIn(`nadie${i}`, 'x', attacker)).status);
    expect(statuses.at(-1)).toBe(429);
    const { headers, problem } = await logIn('nadie', 'x', attacker);
    expect(problem.title).toBe('Demasiados intentos. Espere un momento y vuelva a intentarlo.');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(Number(headers['retry-after']) * 1_000);
    expect((await logIn('nadie', 'x', attacker)).status).toBe(401);
  });

  test('a successful log-in, from any address, does not count', async () => {
    const { rnc } = await stranger(server, bare);
    for (let i = 0; i < 40; i++) expect((await logIn(rnc, testPassword, `192.0.2.${i}`)).status).toBe(200);
  });
});

describe('a session', () => {
  const alive = async (key: string) => (await server.call(sesion.sesionActual, {}, key)).status === 200;

  test('a session ends after two hours unused, and lasts while it is used', async () => {
    const [idle, used] = [await openSession(server, company.usuarioId), await openSession(server, company.usuarioId)];
    for (let hour = 0; hour < 3; hour++) {
      server.clock.advance(55 * 60_000);
      expect(await alive(used)).toBe(true);
    }
    expect(await alive(idle)).toBe(false);
    const refused = await server.call(sesion.sesionActual, {}, idle);
    expect(refused.problem).toMatchObject({
      code: 'sesion/expirada',
      title: 'La sesión ha expirado. Por favor autentíquese nuevamente.',
    });
  });

  test('a session ends after twelve hours however much it is used', async () => {
    const key = await openSession(server, company.usuarioId);
    for (let hour = 0; hour < 11; hour++) {
      server.clock.advance(60 * 60_000);
      expect(await alive(key)).toBe(true);
    }
    server.clock.advance(61 * 60_000);
    expect(await alive(key)).toBe(false);
  });

  test('a session is over the moment it is closed', async () => {
    const key = await openSession(server, company.usuarioId);
    expect(await alive(key)).toBe(true);
    expect((await server.call(sesion.logout, { body: {} }, key)).status).toBe(204);
    expect(await alive(key)).toBe(false);
  });

  test('a session closed on another process is over a second later', async () => {
    const key = await openSession(server, company.usuarioId);
    expect(await alive(key)).toBe(true);
    await server.ctx.db.system((tx) =>
      tx
        .updateTable('sesion')
        .set({ revocada: server.clock.now() })
        .where('hmac', '=', server.ctx.keyring.hmac(key))
        .execute(),
    );
    server.clock.advance(1_000);
    expect(await alive(key)).toBe(false);
  });

  test('the session of a person deleted on another process is over, not a failure', async () => {
    const key = await openSession(server, (await stranger(server, bare)).usuarioId);
    const { body } = await server.call(sesion.sesionActual, {}, key);
    await server.ctx.db.system((tx) => tx.deleteFrom('membresia').where('id', '=', body.userId).execute());
    expect((await server.call(sesion.sesionActual, {}, key)).problem.code).toBe('sesion/expirada');
  });

  test('the sessions are listed to their owner, who can close one or all', async () => {
    const { usuarioId } = await stranger(server, bare);
    const [mine, other] = [await openSession(server, usuarioId), await openSession(server, usuarioId)];
    const ofNobodyElse = await openSession(server, company.usuarioId);
    const { body: listed } = await server.call(sesion.listarSesiones, {}, mine);
    expect(listed).toHaveLength(3);
    const another = listed.find(({ actual }) => !actual)!;
    expect((await server.call(sesion.cerrarSesion, { params: { id: another.id } }, mine)).status).toBe(204);
    expect((await server.call(sesion.listarSesiones, {}, mine)).body).toHaveLength(2);
    await server.call(sesion.logout, { body: { todas: true } }, mine);
    expect([await alive(mine), await alive(other), await alive(ofNobodyElse)]).toEqual([false, false, true]);
  });

  test('a session of another person cannot be closed', async () => {
    const victim = await stranger(server, bare);
    const { body } = await server.call(sesion.listarSesiones, {}, victim.sesion);
    const fresh = await openSession(server, company.usuarioId);
    expect((await server.call(sesion.cerrarSesion, { params: { id: body[0]!.id } }, fresh)).status).toBe(404);
    expect(await alive(victim.sesion)).toBe(true);
  });
});

describe('keys', () => {
  test('a missing key gets a 401 that asks to log in; a made-up or malformed one gets a 401', async () => {
    expect((await server.call(sesion.sesionActual, {})).problem.code).toBe('sesion/requerida');
    expect((await server.call(sesion.sesionActual, {}, `ses_${'A'.repeat(54)}`)).problem.code).toBe('sesion/expirada');
    expect((await server.call(sesion.sesionActual, {}, "ses_'or'1'='1")).problem.code).toBe('sesion/expirada');
  });

  test('an integration key is not accepted in place of a person', async () => {
    const { clave } = await stranger(server, bare);
    expect((await server.call(sesion.sesionActual, {}, clave)).problem.code).toBe('acceso/denegado');
    expect((await server.call(configuracion.generarApiKey, { body: {} }, clave)).problem.code).toBe('acceso/denegado');
  });

  test('a new integration key ends the one before', async () => {
    const { facturas } = await import('@timbre/contract');
    const { clave, sesion: session } = await stranger(server, bare);
    const list = async (key: string) => (await server.call(facturas.listarFacturas, { query: {} }, key)).status;
    expect(await list(clave)).toBe(200);
    const { body } = await server.call(configuracion.generarApiKey, { body: {} }, session);
    expect(body.apiKey).toMatch(/^tmb_[\w-]{54}$/);
    expect([await list(clave), await list(body.apiKey)]).toEqual([401, 200]);
  });

  test('X-API-KEY carries a key as Authorization does', async () => {
    const { clave } = await stranger(server, bare);
    const headers = { 'x-api-key': clave };
    const { statusCode } = await server.app.http.fastify.inject({ url: '/api/facturas', headers });
    expect(statusCode).toBe(200);
  });

  test('the administrator has no company to act for', async () => {
    const root = await makeRoot(server);
    expect((await server.call(sesion.sesionActual, {}, root)).body).toMatchObject({ rol: 'root', rncEmisor: '' });
    expect((await server.call(empresa.verEmpresa, {}, root)).problem.code).toBe('acceso/denegado');
  });
});
