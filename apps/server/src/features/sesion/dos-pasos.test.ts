import { execFileSync } from 'node:child_process';
import { configuracion, sesion, usuarios } from '@timbre/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { knock } from '../../main/testing/knock.ts';
import { givePassword, makePerson, makeRoot, openSession, testPassword } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { codeFor, fromBase32, setUpTotp } from '../../main/testing/totp.ts';

const server = withServer({ trustedProxies: 1 });
const nextStep = () => server.clock.advance(30_000);
let company: Stranger;
let made = 0;

beforeEach(async () => {
  company = await stranger(server, { ...bare, certificado: true });
});

const logIn = (codigo?: string, correo = company.rnc, contrasena = testPassword) => {
  made += 1;
  const body = { correo, contrasena, ...(codigo === undefined ? {} : { codigo }) };
  return server.call(sesion.login, { body }, undefined, { 'x-forwarded-for': `10.2.${made >> 8}.${made & 255}` });
};
const outcome = async (...of: Parameters<typeof logIn>) => {
  const { status, problem } = await logIn(...of);
  return status === 200 ? 'in' : problem.code;
};
const see = async (key = company.sesion) => (await server.call(sesion.verDosPasos, {}, key)).body;
const kindsOf = async () => {
  const rows = await server.ctx.db.tenant(company.id, (tx) =>
    tx.selectFrom('evento').select('tipo').where('tipo', 'like', '%dos_pasos%').orderBy('seq').execute(),
  );
  return rows.map(({ tipo }) => tipo);
};

describe('setting it up', () => {
  test('the setup needs a code of the prepared key; the key is shown for the application and for the eye', async () => {
    expect(await see()).toEqual({ desde: null, codigosRestantes: 0, obligatorio: false });
    const { body: prepared } = await server.call(sesion.prepararDosPasos, {}, company.sesion);
    expect(prepared.secreto).toMatch(/^[A-Z2-7]{32}$/);
    expect(prepared.uri).toBe(
      `otpauth://totp/Timbre:prueba${company.rnc}%40ejemplo.invalid?secret=${prepared.secreto}&issuer=Timbre`,
    );
    expect(prepared.qr).toMatch(/^data:image\/png;base64,/);
    const confirm = (codigo: string) => server.call(sesion.confirmarDosPasos, { body: { codigo } }, company.sesion);
    expect((await confirm('000000')).problem.code).toBe('dos-pasos/incorrecto');
    expect(await outcome()).toBe('in');
    const { body } = await confirm(codeFor(server, prepared.secreto));
    expect(body.codigos).toHaveLength(10);
    for (const code of body.codigos) expect(code).toMatch(/^[a-km-np-z2-9]{5}-[a-km-np-z2-9]{5}$/);
    expect(await see()).toMatchObject({ desde: expect.any(String), codigosRestantes: 10 });
    expect((await confirm(codeFor(server, prepared.secreto))).problem.code).toBe('dos-pasos/sin-preparar');
  });

  test('the setup ends the sessions that were opened with the password alone, but not this one', async () => {
    const other = await openSession(server, company.usuarioId);
    await setUpTotp(server, company.sesion);
    expect((await server.call(sesion.sesionActual, {}, other)).problem.code).toBe('sesion/expirada');
    expect((await server.call(sesion.sesionActual, {}, company.sesion)).status).toBe(200);
  });

  test('a new setup leaves the old application valid until the new one has been confirmed', async () => {
    const first = await setUpTotp(server, company.sesion);
    const { body: second } = await server.call(sesion.prepararDosPasos, {}, company.sesion);
    nextStep();
    expect(await outcome(codeFor(server, second.secreto))).toBe('dos-pasos/incorrecto');
    expect(await outcome(codeFor(server, first.secreto))).toBe('in');
    const body = { codigo: codeFor(server, second.secreto) };
    expect((await server.call(sesion.confirmarDosPasos, { body }, company.sesion)).status).toBe(200);
    nextStep();
    expect(await outcome(codeFor(server, first.secreto))).toBe('dos-pasos/incorrecto');
    expect(await outcome(codeFor(server, second.secreto))).toBe('in');
  });

  test('the setup needs more than an open session', async () => {
    server.clock.advance(6 * 60_000);
    expect((await server.call(sesion.prepararDosPasos, {}, company.sesion)).problem.code).toBe('sesion/confirmar');
  });
});

describe('logging in', () => {
  test('the right password is followed by the question for the code, and differs in nothing else from a wrong one', async () => {
    const { secreto } = await setUpTotp(server, company.sesion);
    nextStep();
    expect(await outcome()).toBe('dos-pasos/codigo');
    expect(await outcome(undefined, company.rnc, 'no es esta')).toBe('sesion/credenciales');
    expect(await outcome(codeFor(server, secreto), company.rnc, 'no es esta')).toBe('sesion/credenciales');
    const right = await logIn(codeFor(server, secreto));
    expect(Object.keys(right.body)).toEqual(
      Object.keys((await logIn(undefined, (await stranger(server, { ...bare, certificado: true })).rnc)).body),
    );
  });

  test('a code of oathtool enters: it judges the key, the digest and the clock', { tags: ['P4.9'] }, async () => {
    const { secreto } = await setUpTotp(server, company.sesion);
    nextStep();
    const now = server.clock
      .now()
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z/, ' UTC');
    const code = execFileSync('oathtool', ['--totp', '--base32', '--now', now, secreto], { encoding: 'utf8' }).trim();
    expect(await outcome(code)).toBe('in');
  });

  test('a code enters once, though two come at the same time, and the one before it no more', async () => {
    const { secreto } = await setUpTotp(server, company.sesion);
    nextStep();
    const before = codeFor(server, secreto);
    nextStep();
    const code = codeFor(server, secreto);
    const both = await Promise.all([outcome(code), outcome(code)]);
    expect(both.sort()).toEqual(['dos-pasos/incorrecto', 'in']);
    expect(await outcome(before)).toBe('dos-pasos/incorrecto');
  });

  test('the code of the setup does not enter', async () => {
    const { secreto } = await setUpTotp(server, company.sesion);
    expect(await outcome(codeFor(server, secreto))).toBe('dos-pasos/incorrecto');
  });

  test('after five wrong codes there is a wait, from every address', async () => {
    const { secreto } = await setUpTotp(server, company.sesion);
    nextStep();
    for (let i = 0; i < 5; i++) expect(await outcome(`00000${i}`)).toBe('dos-pasos/incorrecto');
    const stopped = await logIn(codeFor(server, secreto));
    expect([stopped.status, Number(stopped.headers['retry-after'])]).toEqual([429, 60]);
    server.clock.advance(60_000);
    expect(await outcome(codeFor(server, secreto))).toBe('in');
  });

  test('strangers’ wrong codes leave the address of the person’s earlier log-ins its place', async () => {
    const from = { 'x-forwarded-for': '198.51.100.20' };
    const enter = (codigo: string) =>
      server.call(sesion.login, { body: { correo: company.rnc, contrasena: testPassword, codigo } }, undefined, from);
    const { secreto } = await setUpTotp(server, company.sesion);
    nextStep();
    expect((await enter(codeFor(server, secreto))).status).toBe(200);
    for (let i = 0; i < 5; i++) expect(await outcome(`00000${i}`)).toBe('dos-pasos/incorrecto');
    nextStep();
    expect((await logIn(codeFor(server, secreto))).status).toBe(429);
    expect((await enter(codeFor(server, secreto))).status).toBe(200);
  });

  test('a recovery code enters once, however it is typed, and the record has how many are left', async () => {
    const { codigos } = await setUpTotp(server, company.sesion);
    const [first = '', second = ''] = codigos;
    expect(await outcome(first)).toBe('in');
    expect(await outcome(first)).toBe('dos-pasos/incorrecto');
    expect(await outcome(` ${second.toUpperCase().replace('-', ' ')} `)).toBe('in');
    expect((await see()).codigosRestantes).toBe(8);
    expect(await kindsOf()).toEqual(['dos_pasos.activado', 'dos_pasos.recuperacion', 'dos_pasos.recuperacion']);
    await server.call(sesion.renovarCodigos, {}, company.sesion);
    expect((await see()).codigosRestantes).toBe(10);
    expect(await outcome(codigos[2])).toBe('dos-pasos/incorrecto');
  });

  test('one person’s codes are nobody else’s', async () => {
    const { codigos } = await setUpTotp(server, company.sesion);
    const other = await stranger(server, { ...bare, certificado: true });
    await setUpTotp(server, other.sesion);
    expect(await outcome(codigos[0], other.rnc)).toBe('dos-pasos/incorrecto');
  });
});

test('the database has neither the key nor the codes in plain, and the key opens in its place only', async () => {
  const { secreto, codigos } = await setUpTotp(server, company.sesion);
  const row = await server.ctx.db.system((tx) =>
    tx
      .selectFrom('persona as p')
      .innerJoin('membresia as m', 'm.persona_id', 'p.id')
      .selectAll('p')
      .where('m.id', '=', company.usuarioId)
      .executeTakeFirstOrThrow(),
  );
  const text = JSON.stringify(row, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
  for (const secret of [secreto, ...codigos, ...codigos.map((code) => code.replace('-', ''))])
    expect(text).not.toContain(secret);
  const place = { empresaId: null, id: row.id, column: 'totp' };
  expect((await server.ctx.secrets.open(place, row.totp_cifrado!)).length).toBe(20);
  const other = await stranger(server, { ...bare, certificado: true });
  for (const elsewhere of [{ id: other.usuarioId }, { empresaId: company.id }])
    await expect(server.ctx.secrets.open({ ...place, ...elsewhere }, row.totp_cifrado!)).rejects.toThrow();
});

test('a key that is sealed with the data key of a company opens too', async () => {
  const { secreto } = await setUpTotp(server, company.sesion);
  const { id } = await server.ctx.db.system((tx) =>
    tx.selectFrom('membresia').select('persona_id as id').where('id', '=', company.usuarioId).executeTakeFirstOrThrow(),
  );
  const place = { empresaId: company.id, id, column: 'totp' };
  const sealed = await server.ctx.secrets.seal(place, fromBase32(secreto));
  await server.ctx.db.system((tx) =>
    tx.updateTable('persona').set({ totp_cifrado: sealed, totp_empresa: company.id }).where('id', '=', id).execute(),
  );
  expect(await outcome()).toBe('dos-pasos/codigo');
  nextStep();
  expect(await outcome(codeFor(server, secreto))).toBe('in');
});

describe('the password confirmation', () => {
  const confirm = async (key: string, contrasena: string, codigo?: string) => {
    const body = { contrasena, ...(codigo === undefined ? {} : { codigo }) };
    const { status, problem } = await server.call(sesion.confirmarSesion, { body }, key);
    return status === 204 ? 'confirmed' : problem.code;
  };

  test('a password confirmation needs the code where there is one: neither alone opens anything', async () => {
    const { secreto } = await setUpTotp(server, company.sesion);
    server.clock.advance(6 * 60_000);
    const door = async () => (await knock(server.app, usuarios.crearUsuario, company.sesion)).problem?.code;
    expect(await confirm(company.sesion, testPassword)).toBe('dos-pasos/codigo');
    expect(await confirm(company.sesion, testPassword, '000000')).toBe('dos-pasos/incorrecto');
    expect(await confirm(company.sesion, 'no es', codeFor(server, secreto))).toBe('contrasena/incorrecta');
    const [file, own] = [
      await server.call(configuracion.descargarCertificado, { body: { contrasena: testPassword } }, company.sesion),
      await server.call(usuarios.cambiarContrasena, { body: change(testPassword) }, company.sesion),
    ];
    expect([file.problem.code, own.problem.code]).toEqual(['dos-pasos/codigo', 'dos-pasos/codigo']);
    expect(await door()).toBe('sesion/confirmar');
    expect(await confirm(company.sesion, testPassword, codeFor(server, secreto))).toBe('confirmed');
    expect(await door()).toBe('peticion/invalida');
    nextStep();
    const body = { ...change(testPassword), codigo: codeFor(server, secreto) };
    expect((await server.call(usuarios.cambiarContrasena, { body }, company.sesion)).status).toBe(204);
  });

  const at = (ip: string) => ({ 'x-forwarded-for': ip });
  const confirmAt = async (ip: string, key: string, contrasena: string, codigo?: string) => {
    const body = { contrasena, ...(codigo === undefined ? {} : { codigo }) };
    const { status, problem } = await server.call(sesion.confirmarSesion, { body }, key, at(ip));
    return status === 204 ? 'confirmed' : problem.code;
  };

  test('who copied the key of a session cannot exhaust the confirmations of its person', async () => {
    for (let i = 0; i < 10; i++)
      expect(await confirmAt('203.0.113.5', company.sesion, 'no es')).toBe('contrasena/incorrecta');
    expect(await confirmAt('203.0.113.5', company.sesion, testPassword)).toBe('sesion/demasiados-intentos');
    expect(await confirmAt('203.0.113.6', company.sesion, testPassword)).toBe('confirmed');
  });

  test('who copied the key of a session and knows the password cannot exhaust the codes of known addresses', async () => {
    const { secreto } = await setUpTotp(server, company.sesion);
    nextStep();
    const enter = (codigo: string) => {
      const body = { correo: company.rnc, contrasena: testPassword, codigo };
      return server.call(sesion.login, { body }, undefined, at('198.51.100.21'));
    };
    expect((await enter(codeFor(server, secreto))).status).toBe(200);
    const { body: empresas } = await server.call(sesion.misEmpresas, {}, company.sesion);
    const { empresaId } = empresas.empresas[0]!;
    const { body: changed } = await server.call(
      sesion.cambiarEmpresa,
      { body: { empresaId } },
      company.sesion,
      at('203.0.113.5'),
    );
    for (let i = 0; i < 5; i++)
      expect(await confirmAt('203.0.113.5', changed.apiKey, testPassword, `00000${i}`)).toBe('dos-pasos/incorrecto');
    nextStep();
    expect((await enter(codeFor(server, secreto))).status).toBe(200);
  });

  const change = (ContrasenaActual: string) => {
    const Contrasena = 'siete perros ladran';
    return { UsuarioID: company.usuarioId, Contrasena, ConfirmarContrasena: Contrasena, ContrasenaActual };
  };
});

describe('the removal of the second factor', () => {
  test('a person removes the second factor with password and code; then the password is enough', async () => {
    await setUpTotp(server, company.sesion);
    expect((await server.call(sesion.desactivarDosPasos, {}, company.sesion)).status).toBe(204);
    expect((await server.call(sesion.desactivarDosPasos, {}, company.sesion)).problem.code).toBe('dos-pasos/inactivo');
    expect(await outcome()).toBe('in');
    expect(await kindsOf()).toEqual(['dos_pasos.activado', 'dos_pasos.desactivado']);
  });

  test('an administrator removes the factor of a colleague, on record: their sessions end', async () => {
    const key = await makePerson(server, company, 'facturador');
    const { body: who } = await server.call(sesion.sesionActual, {}, key);
    await setUpTotp(server, key);
    const listed = async () => {
      const { body } = await server.call(usuarios.listarUsuarios, { headers: {} }, company.sesion);
      return body.find(({ UsuarioID }) => UsuarioID === who.userId)!.dosPasos;
    };
    expect(await listed()).toBe(true);
    const reset = (id: string, by: string) => server.call(usuarios.restablecerDosPasos, { params: { id } }, by);
    expect((await reset(who.userId, key)).problem.code).toBe('acceso/denegado');
    const another = await stranger(server, { ...bare, certificado: true });
    expect((await reset(who.userId, another.sesion)).problem.code).toBe('recurso/no-encontrado');
    expect((await reset(company.usuarioId, company.sesion)).problem.code).toBe('usuario/propio');
    expect((await reset(who.userId, company.sesion)).body.dosPasos).toBe(false);
    expect(await listed()).toBe(false);
    expect((await server.call(sesion.sesionActual, {}, key)).problem.code).toBe('sesion/expirada');
    expect(await outcome(undefined, who.nombreUsuario)).toBe('in');
    expect((await reset(who.userId, company.sesion)).problem.code).toBe('dos-pasos/inactivo');
    expect(await kindsOf()).toEqual(['dos_pasos.activado', 'usuario.dos_pasos']);
  });
});

describe('the platform’s administrator, with the real DGII', () => {
  const real = withServer({ authority: 'dgii' });

  test('the platform’s administrator can do nothing without a second factor, and cannot remove it', {
    tags: ['P4.9'],
  }, async () => {
    const root = await makeRoot(real);
    const allowed = real.app.http.routes.filter(({ beforeTotp }) => beforeTotp === true);
    // Public links, the rehearsal and the check of signatures identify no caller, so they require no second factor.
    expect(allowed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /api/enlaces/:token',
      'GET /api/enlaces/:token/paginas',
      'GET /api/enlaces/:token/pdf',
      'GET /api/enlaces/:token/xml',
      'GET /api/ensayo/ejemplo',
      'GET /api/plantillas/:archivo',
      'GET /api/sesion',
      'GET /api/sesion/dos-pasos',
      'POST /api/auth/logout',
      'POST /api/ensayo',
      'POST /api/sesion/confirmar',
      'POST /api/sesion/dos-pasos/confirmar',
      'POST /api/sesion/dos-pasos/preparar',
      'POST /api/verificar',
    ]);
    for (const route of real.app.http.routes) {
      const { problem } = await knock(real.app, route, root);
      const refused = problem?.code === 'dos-pasos/obligatorio' || problem?.code === 'acceso/denegado';
      if (!route.beforeTotp) expect([route.path, refused]).toEqual([route.path, true]);
    }
    const again = await openSession(real, (await real.call(sesion.sesionActual, {}, root)).body.userId);
    expect((await real.call(sesion.sesionActual, {}, again)).body.debeActivarDosPasos).toBe(true);
    await setUpTotp(real, again);
    expect((await real.call(sesion.sesionActual, {}, again)).body.debeActivarDosPasos).toBe(false);
    expect((await real.call(sesion.listarSesiones, {}, again)).status).toBe(200);
    expect((await real.call(sesion.verDosPasos, {}, again)).body.obligatorio).toBe(true);
    expect((await real.call(sesion.desactivarDosPasos, {}, again)).problem.code).toBe('dos-pasos/obligatorio');
  });

  test('people of companies may work without a second factor', async () => {
    const { sesion: key } = await stranger(real, { ...bare, certificado: true });
    expect((await real.call(sesion.sesionActual, {}, key)).body.debeActivarDosPasos).toBe(false);
    expect((await real.call(usuarios.listarUsuarios, { headers: {} }, key)).status).toBe(200);
    await givePassword(real, key);
  });
});
