import { documentos, emision, type Rol } from '@timbre/contract';
import { writeDocument } from '@timbre/ecf';
import { acecf, ecfs, rfce } from '@timbre/ecf/testing';
import type { RouteSpec } from '@timbre/route';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { TObject, TSchema } from 'typebox';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { sampleTables, xlsxOfTables } from '../../domain/comprobantes/workbooks/testing/document-rows.ts';
import { saleOf } from '../../main/testing/draft.ts';
import {
  hostileJson,
  hostileText,
  hostileValues,
  hostileXml,
  type Known,
  places,
  soundValue,
  spoiled,
  spoiledXml,
} from '../../main/testing/hostile.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { givePassword, makePerson, makeRoot } from '../../main/testing/people.ts';
import { importBook } from '../../main/testing/whole-import.ts';
import {
  completeSchema,
  encoded,
  fieldNames,
  fileNames,
  mostly,
  type Outgoing,
  pictures,
  sales,
  sendable,
} from './testing/requests.ts';

// Sends to every call of the contract requests made from its schema and then corrupted: each must be answered or
// refused.

const server = withIssuing();

/** Time for the first test, beyond its most dangerous values. */
const budgetMs = inject('every') ? 22_000 : 8_000;
/** Number of values that are tried in every field, regardless of the time. */
const gravest = 2;
const triesOfEach = 10;
const seed = inject('seed');

/** Existing things of the company, used where the schema expects an id. */
let known: Known;
/** A signed and an unsigned document, for the editor. */
let editable: readonly string[];
/** Stored documents to corrupt. */
let soundXml: readonly string[];
let workbook: Buffer;

beforeAll(async () => {
  const { body: issued } = await server.call(emision.enviarFactura, { body: saleOf({}) }, server.key);
  const tables = sampleTables();
  workbook = xlsxOfTables(tables);
  const read = await importBook(server, workbook);
  const { text: signed } = await server.call(documentos.verXml, { params: { id: issued.id } }, server.key);
  const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql<{
      id: string;
    }>`select id from secuencia union all select id from membresia where empresa_id = ${server.empresaId}`.execute(tx),
  );
  editable = [issued.id, ...read.documentos.slice(0, 3).map(({ id }) => id)];
  known = {
    rnc: server.rnc,
    ids: [...editable, read.id, ...rows.slice(0, 12).map(({ id }) => id)],
    texts: [
      server.rnc,
      issued.eNCF,
      'Test',
      'ITBIS 18%',
      'E',
      '31',
      '2027-12-31',
      'B01',
      'facturador',
      'a@ejemplo.invalid',
    ],
  };
  soundXml = [signed, ...Object.values(ecfs).map((tree) => writeDocument('ECF', tree))];
  soundXml = [...soundXml, writeDocument('RFCE', rfce), writeDocument('ACECF', acecf)];
});

/** Opens another session if a request has ended the current one. */
const keys = new Map<Rol | 'root', string>();

async function keyOf(who: Rol | 'root'): Promise<string> {
  const had = keys.get(who);
  if (had !== undefined && (await server.ctx.keys.authenticate(had, '127.0.0.1')) !== undefined) return had;
  const company = { id: server.empresaId, rnc: server.rnc, usuarioId: '', sesion: '', clave: '' };
  const key =
    who === 'root' && had === undefined ? await makeRoot(server) : await makePerson(server, company, who as Rol);
  if (who !== 'root') await givePassword(server, key);
  keys.set(who, key);
  return key;
}

const callerOf = ({ policy }: RouteSpec): Rol | 'root' => (policy === 'root' ? 'root' : 'administrador');
const textsOf = (schema: TObject) =>
  spoiled(soundValue(schema, known)).map((value) =>
    Object.entries(Object(value) as object).map(
      ([name, one]) => [name, String(Object(one) === one ? 'x' : one)] as const,
    ),
  );

function addresses({ path, params, query }: RouteSpec): fc.Arbitrary<string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const usual = params === undefined ? fc.constant({}) : soundValue(params, known);
  const parts = fc.tuple(
    usual,
    fc.array(mostly(fc.constant(undefined), encoded), { minLength: names.length, maxLength: names.length }),
  );
  const search = query === undefined ? fc.constant([]) : textsOf(query);
  return fc.tuple(parts, search, fc.boolean()).map(([[values, odd], pairs, twice]) => {
    const filled = names.reduce((at, name, i) => {
      const text = odd[i] ?? encodeURIComponent(sendable(String((values as Record<string, unknown>)[name] ?? 'x')));
      return at.replace(`:${name}`, () => text);
    }, path);
    const all = pairs.map(
      ([name, text]) => `${encodeURIComponent(sendable(name))}=${encodeURIComponent(sendable(text))}`,
    );
    const question = [...all, ...(twice ? all.slice(0, 1) : [])].join('&');
    return question === '' ? filled : `${filled}?${question}`;
  });
}

function forms(): fc.Arbitrary<{ payload: Buffer; type: string }> {
  const bytes = fc.oneof(
    { weight: 4, arbitrary: spoiledXml(soundXml).map((xml) => Buffer.from(xml)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(workbook.length), fc.nat(255))
        .map(([at, by]) => Buffer.from(workbook).fill(by, at, Math.min(at + 3, workbook.length))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...pictures, Buffer.from('3082', 'hex')) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)) },
  );
  const name = mostly(fc.constantFrom(...fieldNames), hostileText);
  const file = fc.tuple(name, mostly(fc.constantFrom(...fileNames), hostileText), bytes);
  const field = fc.tuple(
    name,
    fc.constant(undefined),
    mostly(fc.constantFrom(...known.texts), hostileText).map((text) => Buffer.from(text)),
  );
  const boundary = 'limite';
  const line = (text: string) => text.replace(/[\r\n]/g, ' ').replaceAll('"', '%22');
  return fc
    .tuple(
      fc.array(fc.oneof(file, file, field), { maxLength: 5 }),
      mostly(fc.constant(undefined), fc.nat()),
      mostly(fc.constant(boundary), fc.constantFrom('otro', '', '"x')),
    )
    .map(([parts, cut, declared]) => {
      const body = Buffer.concat([
        ...parts.flatMap(([field, fileName, content]) => [
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="${line(field)}"${fileName === undefined ? '' : `; filename="${line(fileName)}"`}\r\n\r\n`,
          ),
          content,
          Buffer.from('\r\n'),
        ]),
        Buffer.from(`--${boundary}--\r\n`),
      ]);
      return {
        payload: cut === undefined ? body : body.subarray(0, cut % body.length),
        type: `multipart/form-data; boundary=${declared}`,
      };
    });
}

interface Body {
  readonly payload?: string | Buffer;
  readonly type?: string;
}

function bodies(route: RouteSpec): fc.Arbitrary<Body> {
  if (route.bodyKind === 'multipart')
    return mostly<Body>(forms(), fc.constantFrom<Body>({ payload: '{}', type: 'application/json' }, {}));
  if (route.body === undefined) return fc.constant({});
  const takesXml = 'xml' in ((route.body as TObject).properties ?? {});
  const sound =
    route.path === emision.enviarFactura.path
      ? sales()
      : takesXml
        ? spoiledXml(soundXml).map((xml): unknown => ({ xml }))
        : soundValue(route.body, known);
  const type = 'application/json';
  return fc.oneof(
    { weight: 20, arbitrary: spoiled(sound).map((value) => ({ payload: JSON.stringify(value) ?? '', type })) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileJson).map((payload) => ({ payload, type })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        {},
        { payload: '{}', type: 'text/plain' },
        { payload: 'a=1', type: 'application/x-www-form-urlencoded' },
        { payload: '{}', type: 'application/json; charset=latin1' },
        { payload: '{}', type: '/' },
      ),
    },
  );
}

function headersOf(route: RouteSpec): fc.Arbitrary<Record<string, string>> {
  const own = route.headers === undefined ? fc.constant([]) : textsOf(route.headers);
  const odd = fc.constantFrom<Record<string, string>>(
    {},
    {},
    {},
    { 'if-none-match': 'x"' },
    { accept: 'a/b;q=x' },
    { 'last-event-id': '9'.repeat(40) },
    { 'content-encoding': 'gzip' },
    { 'accept-encoding': '*' },
    { range: 'bytes=9-1' },
    { origin: 'null' },
  );
  return fc.tuple(own, odd).map(([pairs, more]) => ({
    ...more,
    ...Object.fromEntries(pairs.map(([name, text]) => [name, text.slice(0, 2_000)])),
  }));
}

const requests = (route: RouteSpec): fc.Arbitrary<Outgoing> =>
  fc.tuple(addresses(route), headersOf(route), bodies(route)).map(([url, headers, { payload, type }]) => ({
    url,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  }));

/** Sends the request. Throws when the server fails. */
async function mustNotFail({ method }: RouteSpec, { url, headers, payload }: Outgoing, key: string): Promise<number> {
  const response = await server.app.http.fastify.inject({
    method,
    url,
    headers: { ...headers, authorization: `Bearer ${key}` },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: true,
  });
  const { statusCode } = response;
  if (statusCode < 500) {
    response.stream().destroy();
    return statusCode;
  }
  let text = '';
  for await (const chunk of response.stream()) text += chunk;
  // An unreachable authority is a valid answer; a failure of the server is not.
  if (/"code":"autoridad\//.test(text)) return statusCode;
  const failure = server.logged.findLast((entry) => entry.includes('request failed'));
  throw new Error(`${statusCode} ${text}\n${failure}`);
}

/** A valid request with all optional parts. */
function soundRequest(route: RouteSpec) {
  const whole = (schema: TSchema | undefined): unknown =>
    schema === undefined ? undefined : fc.sample(soundValue(completeSchema(schema), known), { seed, numRuns: 1 })[0];
  const body = route.path === emision.enviarFactura.path ? saleOf({}) : whole(route.body);
  // A copy: the sample sale has parts that other tests share.
  return structuredClone({ params: whole(route.params) ?? {}, query: whole(route.query) ?? {}, body });
}

/** The request as it is sent. */
function outgoingOf({ path }: RouteSpec, { params, query, body }: ReturnType<typeof soundRequest>): Outgoing {
  const part = (value: unknown) => encodeURIComponent(sendable(Object(value) === value ? 'x' : String(value)));
  const filled = Object.entries(Object(params) as object).reduce(
    (at, [name, value]) => at.replace(`:${name}`, () => part(value)),
    path,
  );
  const question = Object.entries(Object(query) as object).map(([name, value]) => `${part(name)}=${part(value)}`);
  return {
    url: question.length === 0 ? filled : `${filled}?${question.join('&')}`,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
}

describe('hostile input', () => {
  test('no hostile value in a sound request makes the server fail: in its path, its query, its body', {
    tags: ['P4.1'],
  }, async () => {
    let tried = 0;
    const until = performance.now() + budgetMs;
    const routes = server.app.http.routes.filter(({ answerKind }) => answerKind !== 'eventos');
    // By value first: the most dangerous values are tried on all calls before the others.
    for (const [rank, value] of hostileValues.entries()) {
      for (const route of routes) {
        const count = places(soundRequest(route)).length;
        for (let at = 0; at < count && (rank < gravest || performance.now() < until); at++) {
          const request = soundRequest(route);
          const { holder, name } = places(request)[at]!;
          holder[name] = structuredClone(value);
          await mustNotFail(route, outgoingOf(route, request), await keyOf(callerOf(route)));
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(routes.length * gravest);
  });

  test('no random request makes the server fail, on any call of the contract', { tags: ['S7-1', 'P4.1'] }, async () => {
    const routes = server.app.http.routes;
    expect(routes.length).toBeGreaterThan(70);
    const statuses = new Map<number, number>();
    for (const route of routes) {
      const property = fc.asyncProperty(requests(route), async (outgoing) => {
        const status = await mustNotFail(route, outgoing, await keyOf(callerOf(route)));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      await fc.assert(property, { seed, numRuns: triesOfEach }).catch((error: Error) => {
        throw new Error(`${route.method} ${route.path}: ${error.message.slice(0, 4_000)}`);
      });
    }
    // The requests passed authorisation and parsing: there were successes, and refusals of several kinds.
    const tried = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(tried).toBeGreaterThanOrEqual(routes.length);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404, 422]));
  });

  test('no text in place of an XML makes the server fail, wherever an XML is accepted', {
    tags: ['P4.1'],
  }, async () => {
    const key = await keyOf('administrador');
    const takes = server.app.http.routes.filter(
      ({ body, bodyKind, policy }) =>
        policy !== 'root' && (bodyKind === 'multipart' || 'xml' in ((body as TObject | undefined)?.properties ?? {})),
    );
    expect(takes.length).toBeGreaterThan(7);
    for (const route of takes) {
      for (const xml of hostileXml) {
        const url = (id: string) => route.path.replace(/:\w+/, id);
        if (route.bodyKind === 'multipart') {
          const body = `--limite\r\nContent-Disposition: form-data; name="xml"; filename="a.xml"\r\n\r\n${xml}\r\n--limite--\r\n`;
          const headers = { 'content-type': 'multipart/form-data; boundary=limite' };
          await mustNotFail(route, { url: url(editable[0]!), headers, payload: body }, key);
        } else {
          const headers = { 'content-type': 'application/json' };
          for (const id of editable.slice(0, 2))
            await mustNotFail(route, { url: url(id), headers, payload: JSON.stringify({ xml }) }, key);
        }
      }
    }
  });

  test('no missing or random key makes the server fail', async () => {
    const bad = mostly(hostileText, fc.string()).map((text) => text.replace(/[\r\n]/g, ' '));
    // The receiver returns a seed to any caller.
    const refusing = server.app.http.routes.filter(({ policy, method }) => policy !== 'publico' || method !== 'GET');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...refusing), bad, async (one, key) => {
        const url = one.path.replace(/:\w+/g, editable[0]!);
        const status = await mustNotFail(one, { url, headers: { 'x-api-key': key } }, key);
        expect(status).toBeGreaterThanOrEqual(400);
      }),
      { seed, numRuns: 300 },
    );
  });
});
