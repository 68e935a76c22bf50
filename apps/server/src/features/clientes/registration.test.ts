import { aprobaciones, clientes, sesion } from '@timbre/contract';
import { rncCheckDigitHolds } from '@timbre/values';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformRecord } from '../../events/events.ts';
import { makeEmpresa, makePerson, makeRoot, openSession } from '../../testing/empresa.ts';
import { withServer } from '../../testing/server.ts';

const server = withServer();
let root: string;
let made = 0;

let rootId: string;

beforeAll(async () => {
  rootId = (await server.call(sesion.sesionActual, {}, await makeRoot(server))).body.userId;
});
// Limits of an hour do not carry over from one test to the next.
beforeEach(async () => {
  server.clock.advance(61 * 60_000);
  root = await openSession(server, rootId);
});

const password = 'tres gatos duermen';
interface Given {
  readonly correo: string;
  readonly contrasena: string;
  readonly rncEmisor: string;
  readonly razonSocial: string;
  readonly nombreUsuario?: string;
}

/** A company that nobody has registered. */
function fresh(change: Partial<Given> = {}): Given {
  made += 1;
  const stem = `198${String(made).padStart(5, '0')}`;
  const rncEmisor = [...'0123456789'].map((digit) => stem + digit).find(rncCheckDigitHolds)!;
  const correo = `due.no${made}@empresa.invalid`;
  return { correo, contrasena: password, rncEmisor, razonSocial: `Empresa ${made} SRL`, ...change };
}
const register = (given: Given, key?: string, ip = '127.0.0.1') =>
  server.call(clientes.registrar, { body: given }, key, { 'x-forwarded-for': ip });
const logIn = (correo: string, contrasena = password) => server.call(sesion.login, { body: { correo, contrasena } });
const pending = async () => (await server.call(aprobaciones.solicitudesPendientes, {}, root)).body;
const resolve = (how: 'aprobar' | 'rechazar', id: string) =>
  server.call(aprobaciones[`${how}Solicitud`], { params: { id } }, root);
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
  test('a company works at once; its Secret Key is shown, and only its HMAC and last four are kept', async () => {
    const given = fresh();
    const { status, body } = await register(given, root);
    expect(status).toBe(201);
    expect(body).toMatchObject({ mensaje: 'Usuario registrado exitosamente', aprobacionPendiente: false });
    expect(body.apiSecret).toMatch(/^sec_[\w-]{54}$/);
    for (const login of [given.rncEmisor, given.correo]) {
      const entered = await logIn(login);
      expect(entered.body).toMatchObject({ rol: 'administrador', nombreUsuario: given.correo, Ambiente: 'Test' });
    }
    const kept = await server.ctx.db.system((tx) =>
      tx.selectFrom('empresa').selectAll().where('rnc', '=', given.rncEmisor).executeTakeFirstOrThrow(),
    );
    expect(kept.secreto_ultimos).toBe(body.apiSecret!.slice(-4));
    expect(kept.secreto_hmac).toEqual(server.ctx.keyring.hmac(body.apiSecret!));
    expect(JSON.stringify(kept)).not.toContain(body.apiSecret!.slice(4));
    const [told] = await platformEvents();
    expect(told).toMatchObject({ tipo: 'empresa.registrada', datos: { rnc: given.rncEmisor, por: 'root' } });
    expect(JSON.stringify(told)).not.toContain(body.apiSecret!.slice(4));
  });

  test('what is there already is refused with the reason', async () => {
    const given = fresh();
    await register(given, root);
    expect((await register(fresh({ rncEmisor: given.rncEmisor }), root)).problem.code).toBe('empresa/existe');
    expect((await register(fresh({ correo: given.correo }), root)).problem.code).toBe('usuario/existe');
    const waiting = fresh();
    await register(waiting);
    const { problem } = await register(fresh({ rncEmisor: waiting.rncEmisor }), root);
    expect(problem.detail).toBe('Se registró por sí misma y espera su aprobación');
  });

  test('an RNC whose check digit fails is taken: there are live ones', async () => {
    expect((await register(fresh({ rncEmisor: '131-24679-1' }), root)).status).toBe(201);
  });

  test('there is no limit on how many', async () => {
    for (let i = 0; i < 6; i++) expect((await register(fresh(), root)).status).toBe(201);
  });
});

describe('by anybody', () => {
  test('a company waits: nobody enters until it is approved, and whoever has no password learns nothing', async () => {
    const given = fresh();
    const { body } = await register(given);
    expect(body).toEqual({ mensaje: 'Recibimos su registro', aprobacionPendiente: true });
    expect((await logIn(given.correo)).problem.code).toBe('sesion/registro-pendiente');
    expect((await logIn(given.rncEmisor, 'otra contraseña')).problem.code).toBe('sesion/credenciales');

    const [waiting] = (await pending()).filter(({ rncEmisor }) => rncEmisor === given.rncEmisor);
    expect(waiting).toMatchObject({ tipo: 'registro', razonSocial: given.razonSocial, solicitadoPor: given.correo });
    expect((await resolve('aprobar', waiting!.id)).status).toBe(204);
    expect((await logIn(given.correo)).body).toMatchObject({ rncEmisor: given.rncEmisor, rol: 'administrador' });
    expect((await resolve('aprobar', waiting!.id)).problem.code).toBe('solicitud/resuelta');
    expect((await resolve('rechazar', waiting!.id)).problem.code).toBe('solicitud/resuelta');
  });

  test('a company that is refused is gone, so that whom its RNC belongs to can register it', async () => {
    const given = fresh();
    await register(given);
    const [waiting] = (await pending()).filter(({ rncEmisor }) => rncEmisor === given.rncEmisor);
    expect((await resolve('rechazar', waiting!.id)).status).toBe(204);
    expect((await logIn(given.correo)).problem.code).toBe('sesion/credenciales');
    const [told] = await platformEvents();
    expect(told).toMatchObject({
      tipo: 'empresa.rechazada',
      datos: { rnc: given.rncEmisor, razonSocial: given.razonSocial, correo: given.correo, por: 'root' },
    });
    expect((await register(fresh({ rncEmisor: given.rncEmisor, correo: given.correo }), root)).status).toBe(201);
  });

  test('what was there already is answered alike, stored nowhere, and told to the platform’s record', async () => {
    const known = await makeEmpresa(server, { certificado: false });
    const first = await register(fresh(), undefined, '198.51.100.1');
    for (const given of [fresh({ rncEmisor: known.rnc }), fresh({ correo: `prueba${known.rnc}@ejemplo.invalid` })]) {
      const again = await register(given, undefined, '198.51.100.1');
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect((await platformEvents())[0]).toMatchObject({ tipo: 'empresa.repetida', datos: { rnc: given.rncEmisor } });
      expect((await logIn(given.rncEmisor)).status).toBe(401);
    }
    expect((await logIn(known.rnc, 'tres gatos duermen')).problem.code).toBe('sesion/credenciales');
  });

  test('a company’s own session or key makes no difference; one that ended is refused', async () => {
    const company = await makeEmpresa(server, { certificado: false });
    const reader = await makePerson(server, company, 'consulta');
    for (const key of [company.clave, reader])
      expect((await register(fresh(), key)).body.aprobacionPendiente).toBe(true);
    await server.call(sesion.logout, { body: {} }, reader);
    expect((await register(fresh(), reader)).problem.code).toBe('sesion/expirada');
  });

  test('five an hour from an address, fifty an hour altogether', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await register(fresh(), undefined, '203.0.113.1')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    server.clock.advance(12 * 60_000);
    expect((await register(fresh(), undefined, '203.0.113.1')).status).toBe(201);
    server.clock.advance(61 * 60_000);
    const all: number[] = [];
    for (let i = 0; i < 51; i++) all.push((await register(fresh(), undefined, `192.0.2.${i}`)).status);
    expect(all.filter((status) => status === 201)).toHaveLength(50);
    const { headers } = await register(fresh(), undefined, '192.0.2.99');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('what is wrong is said', async () => {
    const wrong: [Partial<Given>, string, RegExp][] = [
      [{ rncEmisor: '131246791' }, 'empresa/invalida', /revise sus dígitos/],
      [{ rncEmisor: '1312467912' }, 'empresa/invalida', /9 dígitos/],
      [{ razonSocial: '   ' }, 'empresa/invalida', /razón social/],
      [{ correo: 'sin arroba' }, 'usuario/invalido', /correo/],
      [{ nombreUsuario: 'root' }, 'usuario/invalido', /nombre de usuario/],
      [{ contrasena: 'corta' }, 'contrasena/debil', /12 caracteres/],
      [{ contrasena: 'due.no-y-otras-letras' }, 'contrasena/debil', /correo/],
    ];
    for (const [i, [change, code, detail]] of wrong.entries()) {
      const given = fresh(change);
      const answer = await register(
        change.contrasena?.startsWith('due') ? { ...given, correo: 'due.no@empresa.invalid' } : given,
        undefined,
        `198.51.100.${i + 10}`,
      );
      expect([code, answer.problem.code, answer.problem.detail]).toEqual([code, code, expect.stringMatching(detail)]);
    }
  });
});
