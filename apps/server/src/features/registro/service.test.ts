import { aprobaciones, clientes, sesion } from '@timbre/contract';
import { rncCheckDigitHolds } from '@timbre/values';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, makeRoot, openSession, testPassword } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, stranger } from '../../main/testing/stranger.ts';
import { passwordsHashed } from '../../platform/crypto/password.ts';
import { platformRecord } from '../../platform/events/events.ts';

const server = withServer({ trustedProxies: 1 });
let root: string;
let made = 0;

let rootId: string;

beforeAll(async () => {
  rootId = (await server.call(sesion.sesionActual, {}, await makeRoot(server))).body.userId;
});
// Resets the hourly limits between tests.
beforeEach(async () => {
  server.clock.advance(61 * 60_000);
  root = await openSession(server, rootId);
});

const password = 'tres gatos duermen';
interface Registration {
  readonly correo: string;
  readonly contrasena: string;
  readonly rncEmisor: string;
  readonly razonSocial: string;
  readonly nombreUsuario?: string;
}

/** A company that is not registered yet. */
function fresh(change: Partial<Registration> = {}): Registration {
  made += 1;
  const stem = `198${String(made).padStart(5, '0')}`;
  const rncEmisor = [...'0123456789'].map((digit) => stem + digit).find(rncCheckDigitHolds)!;
  const correo = `due.no${made}@empresa.invalid`;
  return { correo, contrasena: password, rncEmisor, razonSocial: `Empresa ${made} SRL`, ...change };
}
const register = (registration: Registration, key?: string, ip = '127.0.0.1') =>
  server.call(clientes.registrar, { body: registration }, key, { 'x-forwarded-for': ip });
const logIn = (correo: string, contrasena = password) => server.call(sesion.login, { body: { correo, contrasena } });
const pending = async () => (await server.call(aprobaciones.solicitudesPendientes, {}, root)).body;
const approve = (id: string) => server.call(aprobaciones.aprobarSolicitud, { params: { id } }, root);
const reject = (id: string, motivo = 'El RNC es de otra empresa') =>
  server.call(aprobaciones.rechazarSolicitud, { params: { id }, body: { motivo } }, root);
const waitingOf = async (rnc: string) => (await pending()).filter(({ rncEmisor }) => rncEmisor === rnc);
const withdraw = (correo: string, contrasena = password) =>
  server.call(sesion.retirarRegistro, { body: { correo, contrasena } });
const platformEvents = async () =>
  server.ctx.db.system((tx) =>
    tx
      .selectFrom('evento')
      .select(['tipo', 'datos'])
      .where('empresa_id', '=', platformRecord)
      .orderBy('seq', 'desc')
      .limit(1)
      .execute(),
  );

describe('by the platform’s administrator', () => {
  test('a company of the administrator works at once; its Secret Key is shown, and only its HMAC and last four are stored', {
    tags: ['S7-4'],
  }, async () => {
    const registration = fresh();
    const { status, body } = await register(registration, root);
    expect(status).toBe(201);
    expect(body).toMatchObject({ mensaje: 'Usuario registrado exitosamente', aprobacionPendiente: false });
    expect(body.apiSecret).toMatch(/^sec_[\w-]{54}$/);
    for (const login of [registration.rncEmisor, registration.correo]) {
      const entered = await logIn(login);
      expect(entered.body).toMatchObject({
        rol: 'administrador',
        nombreUsuario: registration.correo,
        Ambiente: 'Test',
      });
    }
    const stored = await server.ctx.db.system((tx) =>
      tx.selectFrom('empresa').selectAll().where('rnc', '=', registration.rncEmisor).executeTakeFirstOrThrow(),
    );
    expect(stored.secreto_ultimos).toBe(body.apiSecret!.slice(-4));
    expect(stored.secreto_hmac).toEqual(server.ctx.keyring.hmac(body.apiSecret!));
    expect(JSON.stringify(stored)).not.toContain(body.apiSecret!.slice(4));
    const [event] = await platformEvents();
    expect(event).toMatchObject({ tipo: 'empresa.registrada', datos: { rnc: registration.rncEmisor, por: 'root' } });
    expect(JSON.stringify(event)).not.toContain(body.apiSecret!.slice(4));
  });

  test('an RNC that is registered or waits is refused with the reason', async () => {
    const registration = fresh();
    await register(registration, root);
    expect((await register(fresh({ rncEmisor: registration.rncEmisor }), root)).problem.code).toBe('empresa/existe');
    const waiting = fresh();
    await register(waiting);
    const { problem } = await register(fresh({ rncEmisor: waiting.rncEmisor }), root);
    expect([problem.code, problem.detail]).toEqual(['empresa/existe', 'Se registró en línea y espera su aprobación']);
  });

  test('a person who has the e-mail already is invited, and keeps their password', async () => {
    const known = await stranger(server, bare);
    const registration = fresh({ correo: `prueba${known.rnc}@ejemplo.invalid` });
    const { body } = await register(registration, root);
    expect(body.invitacion).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
    expect((await logIn(registration.correo)).problem.code).toBe('sesion/credenciales');
    expect((await logIn(registration.rncEmisor)).problem.code).toBe('sesion/credenciales');
    const accepted = await server.call(
      sesion.aceptarInvitacion,
      { body: { invitacion: body.invitacion! } },
      known.sesion,
    );
    expect(accepted.body).toMatchObject({ rnc: registration.rncEmisor, razonSocial: registration.razonSocial });
    expect((await logIn(registration.rncEmisor, testPassword)).body).toMatchObject({
      rncEmisor: registration.rncEmisor,
    });
  });

  test('an RNC whose check digit fails is accepted: there are live ones', async () => {
    expect((await register(fresh({ rncEmisor: '131-24679-1' }), root)).status).toBe(201);
  });

  test('the platform’s administrator registers companies without a limit', async () => {
    for (let i = 0; i < 6; i++) expect((await register(fresh(), root)).status).toBe(201);
  });
});

describe('by anybody', () => {
  test('a requested company waits: nobody enters until its approval, and callers without the password learn nothing', {
    tags: ['S7-4'],
  }, async () => {
    const registration = fresh();
    const { body } = await register(registration);
    expect(body).toEqual({ mensaje: 'Recibimos su solicitud', aprobacionPendiente: true });
    expect((await logIn(registration.correo)).problem.code).toBe('sesion/registro-pendiente');
    expect((await logIn(registration.rncEmisor)).problem.code).toBe('sesion/registro-pendiente');
    expect((await logIn(registration.rncEmisor, 'otra contraseña')).problem.code).toBe('sesion/credenciales');
    const made = await server.ctx.db.system((tx) =>
      tx.selectFrom('empresa').select('id').where('rnc', '=', registration.rncEmisor).execute(),
    );
    expect(made).toEqual([]);

    const [waiting] = await waitingOf(registration.rncEmisor);
    expect(waiting).toMatchObject({
      tipo: 'registro',
      razonSocial: registration.razonSocial,
      solicitadoPor: registration.correo,
      impedimento: null,
      evidencias: [
        'El dígito verificador del RNC es correcto',
        'El correo es nuevo en la plataforma y no se ha comprobado que sea de quien lo escribió',
        'Pedida desde 127.0.0.1',
      ],
    });
    expect((await approve(waiting!.id)).body).toEqual({ invitacion: null });
    expect((await logIn(registration.correo)).body).toMatchObject({
      rncEmisor: registration.rncEmisor,
      rol: 'administrador',
    });
    expect((await approve(waiting!.id)).problem.code).toBe('solicitud/resuelta');
    expect((await reject(waiting!.id)).problem.code).toBe('solicitud/resuelta');
    const stored = await server.ctx.db.system((tx) =>
      tx.selectFrom('registro').select(['estado', 'contrasena_hash']).where('id', '=', waiting!.id).execute(),
    );
    expect(stored).toEqual([{ estado: 'aprobada', contrasena_hash: null }]);
  });

  test('a rejection has a reason, which the applicant reads at log-in; then they may ask again', {
    tags: ['S2.5-2'],
  }, async () => {
    const registration = fresh();
    await register(registration);
    const [waiting] = await waitingOf(registration.rncEmisor);
    for (const motivo of ['', '   ', 'x'.repeat(501)]) expect((await reject(waiting!.id, motivo)).status).toBe(400);
    expect((await reject(waiting!.id, ' La razón social no es la de ese RNC ')).status).toBe(204);
    for (const login of [registration.correo, registration.rncEmisor]) {
      const { problem } = await logIn(login);
      expect([problem.code, problem.detail]).toEqual([
        'sesion/registro-rechazado',
        'La razón social no es la de ese RNC',
      ]);
    }
    expect((await logIn(registration.correo, 'otra contraseña')).problem.code).toBe('sesion/credenciales');
    const [event] = await platformEvents();
    expect(event).toMatchObject({
      tipo: 'empresa.rechazada',
      datos: {
        rnc: registration.rncEmisor,
        razonSocial: registration.razonSocial,
        correo: registration.correo,
        por: 'root',
      },
    });
    expect((await withdraw(registration.correo)).problem.code).toBe('solicitud/resuelta');
    expect((await register(registration)).status).toBe(201);
    expect((await logIn(registration.correo)).problem.code).toBe('sesion/registro-pendiente');
    const [again] = await waitingOf(registration.rncEmisor);
    expect((await approve(again!.id)).status).toBe(200);
    expect((await logIn(registration.correo)).status).toBe(200);
  });

  test('a registration that is rejected without a body has a reason that says so', { tags: ['S2.5-2'] }, async () => {
    const registration = fresh();
    await register(registration);
    const [waiting] = await waitingOf(registration.rncEmisor);
    const { statusCode } = await server.app.http.fastify.inject({
      method: 'POST',
      url: `/configuracion/rechazar-solicitud/${waiting!.id}`,
      headers: { authorization: `Bearer ${root}` },
    });
    expect(statusCode).toBe(204);
    expect((await logIn(registration.correo)).problem.detail).toBe('Sin motivo indicado');
  });

  test('a rejected request is deleted after ninety days, and its password with it', async () => {
    const registration = fresh();
    await register(registration);
    const [waiting] = await waitingOf(registration.rncEmisor);
    await reject(waiting!.id);
    server.clock.advance(90 * 24 * 60 * 60_000 + 60_000);
    expect((await logIn(registration.correo)).problem.code).toBe('sesion/registro-rechazado');
    await register(fresh());
    expect((await logIn(registration.correo)).problem.code).toBe('sesion/credenciales');
  });

  test('the applicant withdraws the request with its password, and may ask again', { tags: ['S2.5-2'] }, async () => {
    const registration = fresh();
    await register(registration);
    expect((await withdraw(registration.correo, 'otra contraseña')).problem.code).toBe('sesion/credenciales');
    expect(await waitingOf(registration.rncEmisor)).toHaveLength(1);
    expect((await withdraw(registration.correo)).status).toBe(204);
    expect(await waitingOf(registration.rncEmisor)).toEqual([]);
    expect((await logIn(registration.correo)).problem.code).toBe('sesion/credenciales');
    expect((await platformEvents())[0]).toMatchObject({
      tipo: 'empresa.retirada',
      datos: { por: registration.correo },
    });
    await register(registration);
    expect(await waitingOf(registration.rncEmisor)).toHaveLength(1);
  });

  test('an RNC that is registered, or an e-mail that somebody has, is a request like any other to the applicant', {
    tags: ['S7-4'],
  }, async () => {
    const known = await stranger(server, bare);
    const email = `prueba${known.rnc}@ejemplo.invalid`;
    const asked = [fresh(), fresh({ rncEmisor: known.rnc }), fresh({ correo: email })];
    const answers = [];
    for (const registration of asked) {
      const before = passwordsHashed();
      const { status, body } = await register(registration, undefined, '198.51.100.1');
      answers.push({ status, body, hashed: passwordsHashed() - before });
      expect((await platformEvents())[0]).toMatchObject({
        tipo: 'empresa.pedida',
        datos: { rnc: registration.rncEmisor },
      });
      for (const login of [registration.rncEmisor, registration.correo])
        expect([registration, (await logIn(login)).problem.code]).toEqual([registration, 'sesion/registro-pendiente']);
    }
    expect(answers[0]).toMatchObject({ status: 201, hashed: 2 });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    // The owner of the e-mail and RNC still logs in.
    expect((await logIn(known.rnc, testPassword)).status).toBe(200);

    const [ofKnown] = await waitingOf(known.rnc);
    expect(ofKnown?.impedimento).toMatch(/^Ese RNC ya está registrado como «Empresa de Prueba/);
    const refused = await approve(ofKnown!.id);
    expect([refused.problem.code, refused.problem.detail]).toEqual([
      'solicitud/imposible',
      'Ya hay una empresa registrada con ese RNC',
    ]);
    expect((await reject(ofKnown!.id)).status).toBe(204);
  });

  test('a user’s e-mail without their password becomes an invitation when it is approved', async () => {
    const known = await stranger(server, bare);
    const registration = fresh({ correo: `prueba${known.rnc}@ejemplo.invalid` });
    await register(registration);
    const [waiting] = await waitingOf(registration.rncEmisor);
    expect(waiting?.evidencias.join()).toContain('no escribió su contraseña');
    const { body } = await approve(waiting!.id);
    expect((await logIn(registration.rncEmisor)).problem.code).toBe('sesion/credenciales');
    expect((await logIn(registration.correo, testPassword)).body).toMatchObject({ rncEmisor: known.rnc });
    const accept = { body: { invitacion: body.invitacion! } };
    expect((await server.call(sesion.aceptarInvitacion, accept, known.sesion)).status).toBe(200);
    expect((await logIn(registration.rncEmisor, testPassword)).body).toMatchObject({ rol: 'administrador' });
  });

  test('a user’s request with their password is their own: they see it, withdraw it, and enter once approved', async () => {
    const known = await stranger(server, bare);
    const registration = fresh({ correo: `prueba${known.rnc}@ejemplo.invalid`, contrasena: testPassword });
    const mine = async () => (await server.call(sesion.misEmpresas, {}, known.sesion)).body;
    const before = passwordsHashed();
    await register(registration);
    expect(passwordsHashed() - before).toBe(2);
    const { id } = (await mine()).solicitudes[0]!;
    expect((await mine()).solicitudes).toEqual([
      { id, rnc: registration.rncEmisor, razonSocial: registration.razonSocial, estado: 'pendiente', motivo: null },
    ]);
    const other = await stranger(server, bare);
    const takeBack = (key: string) => server.call(sesion.retirarRegistroPropio, { params: { id } }, key);
    expect((await takeBack(other.sesion)).status).toBe(404);
    expect((await takeBack(known.sesion)).status).toBe(204);
    expect((await mine()).solicitudes).toEqual([]);

    await register(registration);
    const [waiting] = await waitingOf(registration.rncEmisor);
    expect(waiting?.evidencias.join()).toContain('que escribió su contraseña');
    expect((await approve(waiting!.id)).body).toEqual({ invitacion: null });
    expect((await mine()).empresas.map(({ rnc }) => rnc).sort()).toEqual([known.rnc, registration.rncEmisor].sort());
    expect((await logIn(registration.rncEmisor, testPassword)).body).toMatchObject({
      rncEmisor: registration.rncEmisor,
    });
  });

  test('a request with a company’s session or key is like any other; one with an ended session is refused', async () => {
    const company = await stranger(server, bare);
    const reader = await makePerson(server, company, 'consulta');
    for (const key of [company.clave, reader])
      expect((await register(fresh(), key)).body.aprobacionPendiente).toBe(true);
    await server.call(sesion.logout, { body: {} }, reader);
    expect((await register(fresh(), reader)).problem.code).toBe('sesion/expirada');
  });

  test('requests are limited: five an hour from a network, fifty altogether, and one of each network always', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await register(fresh(), undefined, '203.0.113.1')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    server.clock.advance(12 * 60_000);
    expect((await register(fresh(), undefined, '203.0.113.1')).status).toBe(201);
    server.clock.advance(61 * 60_000);
    const all: number[] = [];
    for (let i = 0; i < 65; i++) all.push((await register(fresh(), undefined, `192.0.2.${Math.floor(i / 5)}`)).status);
    // The first request of each of thirteen networks, and fifty of the others.
    expect(all.filter((status) => status === 201)).toHaveLength(63);
    const { status, headers } = await register(fresh(), undefined, '192.0.2.12');
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await register(fresh(), undefined, '198.51.100.7')).status).toBe(201);
    expect((await register(fresh(), undefined, '198.51.100.7')).status).toBe(429);
  });

  test('the addresses of one IPv6 network count together', async () => {
    server.clock.advance(61 * 60_000);
    const statuses: number[] = [];
    for (let i = 1; i <= 6; i++) statuses.push((await register(fresh(), undefined, `2001:db8:0:1::${i}`)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('the networks of one customer in IPv6 have one free place together', async () => {
    server.clock.advance(61 * 60_000);
    const statuses: number[] = [];
    for (let i = 0; i < 52; i++)
      statuses.push((await register(fresh(), undefined, `2001:db8:7:${i.toString(16)}::1`)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(51);
    expect((await register(fresh(), undefined, '2001:db8:8::1')).status).toBe(201);
  });

  test('invalid fields are named', { tags: ['S2.5-1', 'S8-5'] }, async () => {
    const wrong: [Partial<Registration>, string, RegExp][] = [
      [{ rncEmisor: '131246791' }, 'empresa/invalida', /revise sus dígitos/],
      [{ rncEmisor: '1312467912' }, 'empresa/invalida', /9 dígitos/],
      [{ razonSocial: '   ' }, 'empresa/invalida', /razón social/],
      [{ correo: 'sin arroba' }, 'usuario/invalido', /correo/],
      [{ nombreUsuario: 'root' }, 'usuario/invalido', /nombre de usuario/],
      [{ contrasena: 'corta' }, 'contrasena/debil', /12 caracteres/],
      [{ contrasena: 'due.no-y-otras-letras' }, 'contrasena/debil', /correo/],
    ];
    for (const [i, [change, code, detail]] of wrong.entries()) {
      const registration = fresh(change);
      const answer = await register(
        change.contrasena?.startsWith('due') ? { ...registration, correo: 'due.no@empresa.invalid' } : registration,
        undefined,
        `198.51.100.${i + 10}`,
      );
      expect([code, answer.problem.code, answer.problem.detail]).toEqual([code, code, expect.stringMatching(detail)]);
    }
  });
});
