import { puede, quienPuede, type Rol, roles, sesion } from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../db/id.ts';
import { makeEmpresa, makePerson, makeRoot, type TestEmpresa } from '../testing/empresa.ts';
import { withServer } from '../testing/server.ts';

// Every call of the contract, whatever feature serves it: who gets in, and that nobody reaches another company's things.

const server = withServer();
let victim: TestEmpresa;
let stranger: TestEmpresa;
let root: string;
/** Things of the victim, any of which a stranger may name. */
let ids: string[];

beforeAll(async () => {
  victim = await makeEmpresa(server, { certificado: false });
  stranger = await makeEmpresa(server, { certificado: false });
  root = await makeRoot(server);
  const [importacionId, documentoId] = [newId(new Date()), newId(new Date())];
  await server.ctx.db.tenant(victim.id, async (tx) => {
    const own = { empresa_id: victim.id, creada: new Date() };
    await tx
      .insertInto('importacion')
      .values({ ...own, id: importacionId, archivo: 'a.xlsx', estado: 'listo', pasos: '[]' })
      .execute();
    await tx
      .insertInto('documento')
      .values({
        empresa_id: victim.id,
        id: documentoId,
        ambiente: 'testecf',
        rnc_emisor: victim.rnc,
        tipo: 31,
        numero: 1,
        encf: 'E310000000001',
        estado: 'pendiente',
        arbol: '{}',
        importacion_id: importacionId,
        origen: 'excel',
        creado: new Date(),
      })
      .execute();
  });
  const sessions = await server.ctx.db.system((tx) =>
    tx.selectFrom('sesion').select('id').where('usuario_id', '=', victim.usuarioId).execute(),
  );
  ids = [importacionId, documentoId, sessions[0]!.id];
});

const routes = () => server.app.http.routes;

/** Calls a route with something plausible in it. Gives the status. */
async function knock(route: RouteSpec, key: string | undefined, id: string): Promise<number> {
  const { statusCode } = await server.app.http.fastify.inject({
    method: route.method,
    url: route.path.replace(/:\w+/g, id),
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    ...(route.method === 'GET' ? {} : { payload: { xml: '<ECF/>', ids: [id] } }),
  });
  return statusCode;
}

test('the calls open to anybody are these and no others', () => {
  const open = routes().filter(({ policy }) => policy === 'publico');
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/auth/login',
    'POST /api/auth/register',
  ]);
});

test('no two calls have one address', () => {
  const addresses = routes().map(({ method, path }) => `${method} ${path.toLowerCase().replace(/:\w+/g, ':')}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('all others want a key, and one that is still good', async () => {
  for (const route of routes().filter(({ policy }) => policy !== 'publico')) {
    expect([route.path, await knock(route, undefined, ids[0]!)]).toEqual([route.path, 401]);
    expect([route.path, await knock(route, `ses_${'x'.repeat(54)}`, ids[0]!)]).toEqual([route.path, 401]);
  }
});

test('each call lets in whom the table of policies says, and nobody else', async () => {
  const callers = new Map<Rol | 'root' | 'clave', string>([
    ['root', root],
    ['clave', victim.clave],
  ]);
  for (const rol of roles) callers.set(rol, await makePerson(server, victim, rol));
  // Whoever logs out is nobody after it.
  for (const route of routes().filter(({ path }) => path !== sesion.logout.path)) {
    for (const [who, key] of callers) {
      const allowed =
        route.policy === 'publico' || (who === 'clave' ? quienPuede[route.policy].clave : puede(who, route.policy));
      if (allowed) continue;
      expect([route.path, who, await knock(route, key, newId(new Date()))]).toEqual([route.path, who, 403]);
    }
  }
});

test('what belongs to another company is not found, and stays as it was', async () => {
  const owned = routes().filter(({ path }) => path.includes(':'));
  expect(owned.length).toBeGreaterThan(5);
  const before = await checksum();
  for (const route of owned) {
    for (const id of ids) {
      for (const key of [stranger.sesion, stranger.clave]) {
        const status = await knock(route, key, id);
        expect([route.path, status >= 400 && status < 500]).toEqual([route.path, true]);
      }
    }
  }
  expect(await checksum()).toEqual(before);
});

const checksum = () =>
  server.ctx.db.system(async (tx) => {
    const { rows } = await sql`
      select (select md5(string_agg(d::text, '' order by d.id)) from documento d where d.empresa_id = ${victim.id}) as documents,
        (select md5(string_agg(i::text, '' order by i.id)) from importacion i where i.empresa_id = ${victim.id}) as imports,
        (select count(*) from sesion where usuario_id = ${victim.usuarioId} and revocada is null) as sessions,
        (select count(*) from trabajo where empresa_id = ${victim.id}) as jobs`.execute(tx);
    return rows;
  });
