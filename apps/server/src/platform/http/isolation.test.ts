import { pathOf, type RouteSpec } from '@timbre/route';
import { formatTaxId } from '@timbre/values';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { findPerson } from '../../domain/companies/memberships-repo.ts';
import { documentRow } from '../../main/testing/documento.ts';
import { gathered } from '../../main/testing/gathered.ts';
import { type Aim, denied, type Isolation, type Things } from '../../main/testing/isolation.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../db/id.ts';
import { allows, type Caller } from '../input/caller.ts';

// Every call in which one company can name a thing of another. The answer must be the same as for a thing that does not
// exist, and nothing of the other company may change. The rows are declared in the features; they are compared with the
// table of routes, so a call without a row fails.

const server = withServer();
let victim: Stranger;
let intruder: Stranger;

const isolations = await gathered<Isolation<Record<string, string>>>('isolation.ts', 'isolation');
const rows = Object.assign({}, ...isolations.map((isolation) => isolation.rows)) as Isolation<
  Record<string, string>
>['rows'];

const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;

/** Calls that a company's user or key may make and that take input. */
const taking = () =>
  server.app.http.routes.filter(({ policy, params, query, headers, body, bodyKind }) => {
    const fields = body === undefined ? 0 : Object.keys((body as { properties?: object }).properties ?? {}).length;
    const open = (body as { additionalProperties?: unknown } | undefined)?.additionalProperties === true;
    return policy !== 'publico' && policy !== 'root' && (params || query || headers || bodyKind || fields > 0 || open);
  });

type AllThings = Things & Readonly<Record<string, string>>;

let things: AllThings;
let own: AllThings;

beforeAll(async () => {
  victim = await stranger(server, bare);
  intruder = await stranger(server, { ...bare, certificado: true });
  [things, own] = [await furnish(victim, 1), await furnish(intruder, 2)];
});

/**
 * Creates one of each thing that can be named, for a company.
 *
 * @param number of its document: no two companies have a thing of one name
 */
async function furnish(company: Stranger, number: number): Promise<AllThings> {
  const shared = await furnishShared(company, number);
  const ofFeatures = await Promise.all(isolations.map((isolation) => isolation.furnish?.(server, company, shared)));
  return Object.assign(shared, ...ofFeatures);
}

async function furnishShared(company: Stranger, number: number): Promise<Things> {
  const { id: empresa_id, rnc, usuarioId } = company;
  const importacionId = newId(new Date());
  const trackId = `track-${rnc}`;
  return server.ctx.db.system(async (tx) => {
    const book = { archivo: 'a.xlsx', estado: 'listo' as const, pasos: '[]', creada: new Date() };
    await tx
      .insertInto('importacion')
      .values({ empresa_id, id: importacionId, ...book })
      .execute();
    const document = documentRow(company, 31, number, { importacion_id: importacionId, track_id: trackId });
    await tx.insertInto('documento').values(document).execute();
    const [session] = await tx.selectFrom('sesion').select('id').where('membresia_id', '=', usuarioId).execute();
    const [user] = await tx.selectFrom('membresia').select('nombre_usuario').where('id', '=', usuarioId).execute();
    return {
      rnc,
      empresaId: empresa_id,
      usuarioId,
      nombreUsuario: user!.nombre_usuario,
      sesionId: session!.id,
      importacionId,
      documentoId: document.id,
      encf: document.encf,
      trackId,
    };
  });
}

/** The value used for each thing that no company has: an id that does not exist, or else a text. */
function nothings(): AllThings {
  const ids = Object.fromEntries(Object.keys(things).map((name) => [name, newId(new Date())]));
  const texts = { rnc: '199999990', nombreUsuario: 'nadie', encf: 'E319999999999', trackId: 'ninguno' };
  return Object.assign(ids as AllThings, texts, ...isolations.map(({ nothing }) => nothing));
}

/** A short id is a part of longer numbers too: there it is not the id. */
const whole = (value: string) => (/^\d+$/.test(value) ? new RegExp(`(?<!\\d)${value}(?!\\d)`, 'g') : value);

/** Sends a request. Returns the status and the body, without the request id and the identifiers that it repeats. */
async function send(spec: RouteSpec, aim: Aim, key: string, named: Things) {
  const form = aim.form === undefined ? undefined : new FormData();
  for (const [name, value] of Object.entries(aim.form ?? {})) form!.set(name, value);
  const encoded = form === undefined ? undefined : new Response(form);
  const response = await server.app.http.fastify.inject({
    method: spec.method,
    url: pathOf(spec, aim),
    headers: {
      authorization: `Bearer ${key}`,
      ...aim.headers,
      ...(encoded === undefined ? {} : { 'content-type': encoded.headers.get('content-type')! }),
    },
    ...(encoded === undefined ? {} : { payload: Buffer.from(await encoded.arrayBuffer()) }),
    ...(aim.body === undefined ? {} : { payload: aim.body }),
  });
  const nameless = Object.entries(named).reduce(
    (text, [name, value]) => text.replaceAll(whole(value), name).replaceAll(whole(formatTaxId(value)), name),
    response.body,
  );
  const json = /json/.test(String(response.headers['content-type']));
  const body: unknown = json ? JSON.parse(nameless) : nameless;
  if (json) delete (body as { requestId?: string }).requestId;
  return { status: response.statusCode, code: (body as { code?: string }).code, body };
}

/** A digest of all rows of a company in the database, table by table, from the catalogue. */
async function digest({ id, usuarioId }: Stranger): Promise<Record<string, string>> {
  return server.ctx.db.system(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'empresa_id' and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(tx);
    const checksums: Record<string, string> = {};
    const read = async (name: string, where: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ md5: string }>`
        select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as md5 from ${sql.table(name)} t where ${where}`.execute(
        tx,
      );
      checksums[name] = rows[0]!.md5;
    };
    for (const { name } of tables) await read(name, sql`empresa_id = ${id}`);
    await read('empresa', sql`id = ${id}`);
    const { persona_id } = (await findPerson(tx, usuarioId))!;
    await read('sesion', sql`persona_id = ${persona_id}`);
    await read('persona', sql`id = ${persona_id}`);
    await read('registro', sql`persona_id = ${persona_id}`);
    await read('membresia', sql`persona_id = ${persona_id} or empresa_id = ${id}`);
    return checksums;
  });
}

test('every call with input states what of another company it could name', () => {
  const taken = taking().map(nameOf);
  const hint = 'features/<feature>/testing/isolation.ts; a call that names nothing of a company: namesNothing';
  expect({
    [`calls without a row in ${hint}`]: taken.filter((name) => !(name in rows)),
    'rows of calls that do not exist, or have no input': Object.keys(rows).filter((name) => !taken.includes(name)),
  }).toEqual({ [`calls without a row in ${hint}`]: [], 'rows of calls that do not exist, or have no input': [] });
});

test('data of another company is answered as data that does not exist, and stays as it was', {
  tags: ['S6-8', 'SI6-1'],
}, async () => {
  const before = await digest(victim);
  expect(Object.keys(before).length).toBeGreaterThan(15);
  const unknown = nothings();
  const person = { via: 'sesion', rol: 'administrador' } as Caller;
  const program = { via: 'clave' } as Caller;
  const renamed = (body: unknown): unknown =>
    body && JSON.parse(JSON.stringify(body).replaceAll(things.comprobanteId!, unknown.comprobanteId!));
  let asked = 0;
  for (const spec of taking()) {
    const row = rows[nameOf(spec)];
    if (row === undefined) continue; // the test above reports its name
    const [aims, blanks] = [row(things, own), row(unknown, own)];
    for (const [at, aim] of aims.entries()) {
      for (const [caller, key] of [
        [person, intruder.sesion],
        [program, intruder.clave],
      ] as const) {
        const where = `${nameOf(spec)} ${at} ${caller.via}`;
        const got = await send(spec, aim, key, things);
        const wanted = allows(spec.policy, caller) ? aim : denied;
        if (wanted.code === undefined) expect([where, got.body]).toEqual([where, aim.answer]);
        else expect([where, got.code]).toEqual([where, wanted.code]);
        const { status, body } = await send(spec, blanks[at]!, key, unknown);
        // The authority is unreachable. Once that is known, the detail contains its start time, for any caller.
        if (wanted.code === 'autoridad/no-disponible')
          expect([where, status, body]).toEqual([
            where,
            got.status,
            { ...(got.body as object), detail: expect.any(String) },
          ]);
        // The refusal of an answer names the receipt that its own caller named.
        else expect([where, status, body]).toEqual([where, got.status, renamed(got.body)]);
        asked += 1;
      }
    }
  }
  expect(asked).toBeGreaterThan(100);
  expect(await digest(victim)).toEqual(before);
});
