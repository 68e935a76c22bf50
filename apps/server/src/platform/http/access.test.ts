import { type ProblemBody, quienPuede, type Rol, roles } from '@timbre/contract';
import { namedCalls } from '@timbre/contract/named';
import { beforeAll, expect, test } from 'vitest';
import { removeIntegrationKey } from '../../features/configuracion/keys.ts';
import { knock } from '../../main/testing/knock.ts';
import { makePerson, makeRoot, openSession } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

// Every call of the contract, with every kind of caller. Only the policy of the call decides who is let in.

const server = withServer();
let company: Stranger;
/** Valid keys, by role. */
const keys = new Map<Rol | 'root' | 'clave', string>();
/** Invalid and expired keys. */
const badKeys = new Map<string, string | undefined>();

beforeAll(async () => {
  company = await stranger(server, bare);
  keys.set('root', await makeRoot(server));
  keys.set('clave', company.clave);
  for (const rol of roles) keys.set(rol, await makePerson(server, company, rol));

  const past = new Date(server.clock.now().getTime() - 3 * 60 * 60_000);
  const over = async (change: { expira: Date } | { ultimo_uso: Date } | { revocada: Date }) => {
    const key = await openSession(server, company.usuarioId);
    const hmac = server.ctx.keyring.hmac(key);
    await server.ctx.db.system((tx) => tx.updateTable('sesion').set(change).where('hmac', '=', hmac).execute());
    return key;
  };
  const former = await stranger(server, bare);
  await removeIntegrationKey(server.ctx, former.id, { por: 'prueba', ip: '' });
  badKeys.set('nobody', undefined);
  badKeys.set('a made-up session', `ses_${'x'.repeat(54)}`);
  badKeys.set('a session that was never issued', server.ctx.keyring.newKey('ses'));
  badKeys.set('a Secret Key', server.ctx.keyring.newKey('sec'));
  badKeys.set('a session past its end', await over({ expira: past }));
  badKeys.set('a session left unused', await over({ ultimo_uso: past }));
  badKeys.set('a closed session', await over({ revocada: past }));
  badKeys.set('an integration key taken away', former.clave);
});

const routes = () => server.app.http.routes;

/** The refusal of the authorisation check. A handler refuses with a code of its own. */
const turnedAway = ({ problem }: { problem?: ProblemBody }) =>
  problem?.code === 'acceso/denegado' && problem.detail === undefined;

test('the calls open to anybody are these and no others', { tags: ['S7-1'] }, () => {
  const open = routes().filter(({ policy }) => policy === 'publico');
  const receiver = ['', '/:rnc'].flatMap((prefix) => [
    `GET ${prefix}/fe/autenticacion/api/semilla`,
    `POST ${prefix}/fe/autenticacion/api/validacioncertificado`,
    `POST ${prefix}/fe/recepcion/api/ecf`,
    `POST ${prefix}/fe/aprobacioncomercial/api/ecf`,
  ]);
  const people = ['login', 'recuperar', 'register', 'restablecer', 'retirar-solicitud'].map(
    (name) => `POST /api/auth/${name}`,
  );
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [
      'GET /api/correo',
      ...['', '/xml', '/pdf', '/paginas'].map((part) => `GET /api/enlaces/:token${part}`),
      'POST /api/ensayo',
      'GET /api/ensayo/ejemplo',
      'POST /api/verificar',
      'GET /api/plantillas/:archivo',
      'GET /fe/api/auth/verify',
      ...people,
      ...receiver,
    ].sort(),
  );
});

test('every call of the contract is served', () => {
  const unserved = namedCalls.filter(({ route }) => !routes().includes(route));
  expect(
    unserved.map(({ feature, name }) => `${feature}.${name}`),
    'calls without a handler in the routes.ts of their feature',
  ).toEqual([]);
});

test('no two calls have one address', { tags: ['S7-1'] }, () => {
  const addresses = routes().map(({ method, path }) => `${method} ${path.toLowerCase().replace(/:\w+/g, ':')}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

/** The kind is read from the key's prefix: the answer does not reveal which keys exist. */
const refusalOf = (key: string | undefined) =>
  key === undefined ? 'sesion/requerida' : key.startsWith('ses_') ? 'sesion/expirada' : 'clave/desconocida';

test('every other call requires a key that is still valid', async () => {
  for (const [n, route] of routes()
    .filter(({ policy }) => policy !== 'publico')
    .entries()) {
    for (const [who, key] of badKeys) {
      // Wrong keys are counted by address.
      const { status, problem } = await knock(server.app, route, key, `10.9.${n >> 8}.${n & 255}`);
      const code = refusalOf(key);
      expect([route.method, route.path, who, status, problem?.code]).toEqual([
        route.method,
        route.path,
        who,
        401,
        code,
      ]);
    }
  }
});

test('each call admits whom the table of policies states, and nobody else', { tags: ['S6-8'] }, async () => {
  for (const route of routes()) {
    for (const [who, key] of keys) {
      const { policy } = route;
      const allowed =
        policy === 'publico' || (who === 'clave' ? quienPuede[policy].clave : quienPuede[policy].roles.includes(who));
      const answer = await knock(server.app, route, key);
      const where = [route.method, route.path, who];
      expect([...where, !turnedAway(answer)]).toEqual([...where, allowed]);
      // Public calls, and no failure of the server; the authority of these tests cannot be reached (503). The receiver has tokens
      // of its own.
      const isSenders = answer.problem?.code === 'receptor/token';
      expect([...where, !isSenders && [401, 500].includes(answer.status)]).toEqual([...where, false]);
    }
  }
});

test('wrong integration keys of an address are slowed; a right one from there, and other addresses, are not', async () => {
  const route = routes().find(({ policy }) => policy === 'leer')!;
  const wrong = `tmb_${'x'.repeat(54)}`;
  const from = '203.0.113.40';
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) statuses.push((await knock(server.app, route, wrong, from)).status);
  expect([statuses[59], statuses[60]]).toEqual([401, 429]);
  expect((await knock(server.app, route, company.clave, from)).status).not.toBe(429);
  expect((await knock(server.app, route, wrong, '203.0.113.41')).status).toBe(401);
  server.clock.advance(1_000);
  expect((await knock(server.app, route, wrong, from)).status).toBe(401);
});
