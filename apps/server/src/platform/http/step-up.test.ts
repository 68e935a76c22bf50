import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProblemCode, quienPuede, sesion, usuarios } from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../main/app.ts';
import { gathered } from '../../main/testing/gathered.ts';
import { knock } from '../../main/testing/knock.ts';
import { makePerson, makeRoot, openSession, testPassword } from '../../main/testing/people.ts';
import { callApp, nowhere, withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

// Calls that an open session alone cannot make: those that require the person's password, as declared by the routes.

const server = withServer();
const minutes = 60_000;
let company: Stranger;
/** The platform's administrator. */
let root: string;

beforeAll(async () => {
  const { body } = await server.call(sesion.sesionActual, {}, await makeRoot(server));
  root = body.userId;
});
beforeEach(async () => {
  company = await stranger(server, bare);
});

/** A new session of a user who may make the call. */
const someoneFor = ({ policy }: RouteSpec): Promise<string> =>
  openSession(server, policy === 'root' || policy === 'publico' ? root : company.usuarioId);

const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;
const wanting = () => server.app.http.routes.filter(({ stepUp }) => stepUp === 'siempre');
const codeOf = async (route: RouteSpec, key: string): Promise<ProblemCode | undefined> =>
  (await knock(server.app, route, key)).problem?.code as ProblemCode | undefined;
const give = (key: string, contrasena = testPassword, app = server.app) =>
  callApp(app, sesion.confirmarSesion, { body: { contrasena } }, key);
const createsUser = (key: string) => codeOf(usuarios.crearUsuario, key);

describe('a call that requires the password of the person who uses the session', () => {
  test('a call that requires the password is admitted until it is five minutes old, and refused from then on', {
    tags: ['S6-7'],
  }, async () => {
    expect(wanting().length).toBeGreaterThan(10);
    const people = await Promise.all(wanting().map(async (route) => ({ route, key: await someoneFor(route) })));
    server.clock.advance(5 * minutes - 1_000);
    for (const { route, key } of people)
      expect([nameOf(route), await codeOf(route, key)]).not.toEqual([nameOf(route), 'sesion/confirmar']);
    server.clock.advance(2_000);
    for (const { route, key } of people) {
      const { status, problem } = await knock(server.app, route, key);
      expect([nameOf(route), status, problem?.code]).toEqual([nameOf(route), 403, 'sesion/confirmar']);
    }
  });

  test('a call that requires the password is refused to integration keys and anonymous callers', async () => {
    for (const route of wanting()) {
      const { policy } = route;
      expect([nameOf(route), policy === 'publico' || !quienPuede[policy].clave]).toEqual([nameOf(route), true]);
      const wanted = policy === 'publico' ? 'peticion/invalida' : 'acceso/denegado';
      expect([nameOf(route), await codeOf(route, company.clave)]).toEqual([nameOf(route), wanted]);
    }
  });

  test('a person without permission is refused, and not asked for a password', async () => {
    const reader = await makePerson(server, company, 'consulta');
    server.clock.advance(6 * minutes);
    expect(await createsUser(reader)).toBe('acceso/denegado');
  });

  test('every change for administrators or the platform requires the password, unless its feature states why not', {
    tags: ['S6-7'],
  }, async () => {
    const changing = server.app.http.routes.filter(
      ({ method, policy }) =>
        method !== 'GET' && (policy === 'administrar' || policy === 'auditar' || policy === 'root'),
    );
    const declared = (await gathered<Record<string, string>>('step-up.ts', 'withoutPassword')).flatMap(Object.keys);
    expect(declared.length).toBeGreaterThan(10);
    expect(
      changing
        .filter(({ stepUp }) => stepUp === undefined)
        .map(nameOf)
        .sort(),
    ).toEqual(declared.sort());
  });
});

describe('the password entered again', () => {
  const eventsOf = (id: string) =>
    server.ctx.db.tenant(id, (tx) =>
      tx.selectFrom('evento').select('tipo').where('tipo', 'like', 'usuario.contrasena%').orderBy('seq').execute(),
    );

  test('a confirmed password is good for five more minutes, in that session alone; the record has it', async () => {
    const [one, other] = [await openSession(server, company.usuarioId), await openSession(server, company.usuarioId)];
    server.clock.advance(6 * minutes);
    expect((await give(one)).status).toBe(204);
    expect([await createsUser(one), await createsUser(other)]).toEqual(['peticion/invalida', 'sesion/confirmar']);
    server.clock.advance(5 * minutes + 1_000);
    expect(await createsUser(one)).toBe('sesion/confirmar');
    expect(await eventsOf(company.id)).toEqual([{ tipo: 'usuario.contrasena_confirmada' }]);
  });

  test('a wrong password changes nothing; after ten of them there is a wait; the record has each', async () => {
    server.clock.advance(6 * minutes);
    for (let i = 0; i < 10; i++)
      expect((await give(company.sesion, `no ${i}`)).problem.code).toBe('contrasena/incorrecta');
    expect(await createsUser(company.sesion)).toBe('sesion/confirmar');
    const stopped = await give(company.sesion);
    expect([stopped.status, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await eventsOf(company.id)).toEqual(Array(10).fill({ tipo: 'usuario.contrasena_rechazada' }));
  });

  test('a password entered to change it counts as a confirmation', async () => {
    server.clock.advance(6 * minutes);
    const [Contrasena, ContrasenaActual] = ['siete perros ladran', testPassword];
    const body = { UsuarioID: company.usuarioId, Contrasena, ConfirmarContrasena: Contrasena, ContrasenaActual };
    expect((await server.call(usuarios.cambiarContrasena, { body }, company.sesion)).status).toBe(204);
    expect(await createsUser(company.sesion)).toBe('peticion/invalida');
  });

  test('a password is required to set the password of another person', async () => {
    const key = await makePerson(server, company, 'consulta');
    const { userId: UsuarioID } = (await server.call(sesion.sesionActual, {}, key)).body;
    const Contrasena = 'siete perros ladran';
    const change = () =>
      server.call(
        usuarios.cambiarContrasena,
        { body: { UsuarioID, Contrasena, ConfirmarContrasena: Contrasena } },
        company.sesion,
      );
    server.clock.advance(6 * minutes);
    expect((await change()).problem.code).toBe('sesion/confirmar');
    await give(company.sesion);
    expect((await change()).status).toBe(204);
  });

  test('a session opened before the time of its password was stored is asked for it', async () => {
    await server.ctx.db.system((tx) =>
      tx.updateTable('sesion').set({ contrasena_dada: null }).where('membresia_id', '=', company.usuarioId).execute(),
    );
    expect(await createsUser(company.sesion)).toBe('sesion/confirmar');
  });
});

describe('another process of the same database', () => {
  async function withAnother(work: (app: App) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-test-'));
    const config = { ...server.ctx.config, journalFile: join(folder, 'otro.diario') };
    const db = { ...server.ctx.db, close: async () => undefined };
    const app = await createApp(config, { clock: server.clock, db, log: server.ctx.log, hosts: nowhere }, (error) => {
      throw error;
    });
    await work(app);
    await app.close();
    rmSync(folder, { recursive: true });
  }

  test(
    'a password confirmed in another process counts at once, and a session closed there is closed here',
    { tags: ['S6-7'] },
    () =>
      withAnother(async (there) => {
        server.clock.advance(6 * minutes);
        expect(await createsUser(company.sesion)).toBe('sesion/confirmar');
        expect((await give(company.sesion, testPassword, there)).status).toBe(204);
        expect(await createsUser(company.sesion)).toBe('peticion/invalida');
        await server.ctx.db.system((tx) =>
          tx
            .updateTable('sesion')
            .set({ revocada: server.clock.now() })
            .where('membresia_id', '=', company.usuarioId)
            .execute(),
        );
        expect(await createsUser(company.sesion)).toBe('sesion/expirada');
      }),
  );
});
