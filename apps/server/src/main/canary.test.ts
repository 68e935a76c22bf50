import { createPrivateKey } from 'node:crypto';
import type { RouteSpec } from '@timbre/route';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CertificateMaterial } from '../domain/companies/certificate-material.ts';
import { makeDemoCertificate } from '../domain/companies/demo-certificate.ts';
import { newId } from '../platform/db/id.ts';
import { makeRoot, openSession, testPassword } from './testing/people.ts';
import { withServer } from './testing/server.ts';
import { bare, type Stranger, stranger } from './testing/stranger.ts';

// Recognisable secrets enter through every possible input, in calls that succeed and in calls that fail. Then
// everything that the server logged, stored and answered is searched for them. Each may appear only in the one answer
// that hands it out.

const metricsToken = 'canario-de-las-cifras-0123456789-abcdef';
const server = withServer({ metricsToken });
let company: Stranger;
let root: string;
let certificate: CertificateMaterial;

/** The secrets by name, as bytes. */
const secrets = new Map<string, Buffer>();
/** The answers, by call. */
const answers: { readonly call: string; readonly text: string }[] = [];

/** Makes a password to type, and registers it as a secret. */
function password(where: string): string {
  const text = `canario ${secrets.size} de ${where}`;
  secrets.set(where, Buffer.from(text));
  return text;
}

/** The random part of a key that the server issued. */
const remember = (name: string, key: string) =>
  secrets.set(name, Buffer.from(key.slice(4), 'base64url').subarray(0, 32));

/** Every form in which bytes may appear in a text: raw, in hexadecimal, or inside a longer base64. */
function spellings(secret: Buffer): string[] {
  const base64 = [0, 1, 2].map((skip) => {
    const whole = secret.subarray(skip, skip + 3 * Math.floor((secret.length - skip) / 3));
    return whole.toString('base64');
  });
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const text = secret.toString('utf8');
  return [secret.toString('hex'), secret.toString('latin1'), text, encodeURIComponent(text), ...base64, ...base64url];
}

/** Returns the names of the secrets that a text contains, also across line breaks. */
function secretsIn(text: string): string[] {
  const whole = [text, text.replace(/\\n|\s/g, '')];
  return [...secrets]
    .filter(([, secret]) => spellings(secret).some((spelling) => whole.some((each) => each.includes(spelling))))
    .map(([name]) => name);
}

interface Request {
  readonly key?: string | undefined;
  readonly body?: object;
  readonly form?: Record<string, string | Blob>;
  readonly headers?: Record<string, string>;
}

/** Makes a call by its address. Returns the answer's JSON, if it is JSON. */
async function call(method: RouteSpec['method'], url: string, { key, body, form, headers }: Request = {}) {
  const data = form === undefined ? undefined : new FormData();
  for (const [name, value] of Object.entries(form ?? {})) data!.set(name, value);
  const encoded = data === undefined ? undefined : new Response(data);
  const response = await server.app.http.fastify.inject({
    method,
    url,
    headers: {
      ...headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(encoded === undefined ? {} : { 'content-type': encoded.headers.get('content-type')! }),
    },
    ...(encoded === undefined ? {} : { payload: Buffer.from(await encoded.arrayBuffer()) }),
    ...(body === undefined ? {} : { payload: body }),
  });
  const text = `${JSON.stringify(response.headers)}\n${response.rawPayload.toString('latin1')}\n${response.body}`;
  answers.push({ call: `${method} ${url.replace(/\?.*/, '')}`, text });
  const json = /json/.test(String(response.headers['content-type'])) && response.body !== '';
  return { status: response.statusCode, body: json ? response.json() : undefined };
}

beforeAll(async () => {
  company = await stranger(server, bare);
  root = await makeRoot(server);
  secrets.set('password of a person', Buffer.from(testPassword));
  secrets.set('token of the figures', Buffer.from(metricsToken));
  const holder = { name: 'Persona Canaria', id: '00000000018' };
  certificate = await makeDemoCertificate(holder, password('the certificate'), server.clock.now());
  const jwk = createPrivateKey(certificate.key).export({ format: 'jwk' });
  secrets.set('prime of the private key', Buffer.from(jwk.p!, 'base64url'));
  secrets.set('exponent of the private key', Buffer.from(jwk.d!, 'base64url'));
  secrets.set('the .p12', certificate.p12.subarray(100, 400));
  remember('session of the test', company.sesion);
  remember('session of root', root);
  remember('integration key of the test', company.clave);
});

const p12 = () => new File([new Uint8Array(certificate.p12)], 'canario.p12');

/** Sends every secret that the server receives or makes, once in a valid call and once in a refused one. */
async function plant(): Promise<void> {
  const { rnc, sesion: key } = company;
  const logged = await call('POST', '/api/auth/login', { body: { correo: rnc, contrasena: testPassword } });
  expect(logged.status).toBe(200);
  remember('session of a log-in', logged.body.apiKey);
  await call('POST', '/api/auth/login', { body: { correo: rnc, contrasena: password('a wrong log-in') } });
  await call('POST', '/api/auth/login', { body: { correo: 'nadie', contrasena: password('a log-in of nobody') } });
  await call('POST', '/api/auth/login', { body: { correo: password('the wrong field') } });

  const made = await call('POST', '/api/configuracion/generar-apikey', { key, body: {} });
  remember('integration key', made.body.apiKey);
  const created = await call('POST', '/api/configuracion/generar-secreto', { key, body: {} });
  remember('Secret Key', created.body.secretKey);
  const secretoIngresado = created.body.secretKey as string;
  await call('POST', '/api/configuracion/validar-secreto', { key, body: { rncEmisor: rnc, secretoIngresado } });
  const wrong = { rncEmisor: rnc, secretoIngresado: password('a wrong Secret Key') };
  await call('POST', '/api/configuracion/validar-secreto', { key, body: wrong });

  const clave = certificate.password;
  expect((await call('PUT', '/api/empresa/certificado', { key, form: { archivo: p12(), clave } })).status).toBe(200);
  const bad = password('a wrong certificate password');
  await call('PUT', '/api/empresa/certificado', { key, form: { archivo: p12(), clave: bad } });
  const cut = new File([new Uint8Array(certificate.p12.subarray(0, 900))], 'canario.p12');
  await call('PUT', '/api/empresa/certificado', { key, form: { archivo: cut, clave } });
  const general = { RncEmisor: rnc, PasswordCertificado: clave, certificado: p12() };
  expect((await call('POST', '/api/configuracion/guardar-configuracion', { key, form: general })).status).toBe(200);
  const broken = { PasswordCertificado: password('a password without its file') };
  await call('POST', '/api/configuracion/guardar-configuracion', { key, form: broken });
  const client = { certificado: p12(), certificadoPass: clave };
  expect((await call('PUT', `/api/clientes/${company.id}`, { key: root, form: client })).status).toBe(200);
  const download = '/api/configuracion/certificado/descarga';
  expect((await call('POST', download, { key, body: { contrasena: testPassword } })).status).toBe(200);
  await call('POST', download, { key, body: { contrasena: password('a refused download') } });

  const person = { NombreUsuario: 'canaria', Correo: 'canaria@ejemplo.invalid', Contrasena: password('a new person') };
  const { body } = await call('POST', '/api/usuarios/crear', { key, body: person });
  await call('POST', '/api/usuarios/crear', { key, body: { ...person, Contrasena: password('a person twice') } });
  const change = (UsuarioID: string, Contrasena: string, more = {}) =>
    call('POST', '/api/usuarios/cambiar-contrasena', {
      key,
      body: { UsuarioID, Contrasena, ConfirmarContrasena: Contrasena, ...more },
    });
  expect((await change(body.UsuarioID, password('a password set'))).status).toBe(204);
  expect((await change(body.UsuarioID, 'canaria 2')).status).toBe(422);
  await change(company.usuarioId, password('own, refused'), { ContrasenaActual: password('own, wrong') });

  const registration = (rncEmisor: string, where: string) => ({
    correo: `${rncEmisor}@ejemplo.invalid`,
    contrasena: password(where),
    rncEmisor,
    razonSocial: 'Canaria SRL',
  });
  const registered = await call('POST', '/api/auth/register', {
    key: root,
    body: registration('101000001', 'a registration by root'),
  });
  expect(registered.status).toBe(201);
  remember('Secret Key of a registration', registered.body.apiSecret);
  await call('POST', '/api/auth/register', { body: registration(rnc, 'a registration of a known company') });
  await call('POST', '/api/auth/register', { body: registration('1', 'a refused registration') });
}

/** Makes every call of the contract with secrets in every field of such a name, and in unexpected places. */
async function sweep(): Promise<void> {
  const typed = password('a field');
  const names = ['contrasena', 'Contrasena', 'ContrasenaActual', 'secretoIngresado', 'clave', 'certificadoPass'];
  const fields = Object.fromEntries([...names, 'apiKey', 'password', 'xml'].map((name) => [name, typed]));
  const out = { ...fields, ids: typed, rncEmisor: { typed }, id: typed };
  for (const route of server.app.http.routes.filter(({ answerKind }) => answerKind !== 'eventos')) {
    // A logout or a new key ends the session, so these calls use a session of their own.
    for (const usuarioId of [company.usuarioId, await rootId()]) {
      const key = await openSession(server, usuarioId);
      remember(`session of ${route.method} ${route.path} ${usuarioId}`, key);
      const url = `${route.path.replace(/:\w+/g, usuarioId)}?apiKey=${encodeURIComponent(company.clave)}&rncEmisor=${company.rnc}`;
      const send = (request: Request) => call(route.method, url, { key, ...request });
      if (route.method === 'GET') await send({});
      else if (route.bodyKind === 'multipart') {
        const form: Record<string, string | File> = { ...fields, archivo: p12(), certificado: p12() };
        await send({ form });
        // With the field names that the call accepts, the request passes more checks.
        await send({
          form: Object.fromEntries(Object.keys(route.form ?? {}).map((name) => [name, form[name] ?? 'x'])),
        });
      } else {
        await send({ body: out });
        const { properties = {} } = (route.body ?? {}) as { properties?: object };
        const taken = Object.keys(properties).map((name) => [name, (out as Record<string, unknown>)[name] ?? 'x']);
        await send({ body: Object.fromEntries(taken) });
      }
    }
    await call(route.method, route.path.replace(/:\w+/g, typed), { key: company.clave.slice(0, -1) });
  }
  for (const path of ['/metrics', '/livez', '/readyz', '/api/openapi.json', `/${encodeURIComponent(typed)}`])
    for (const key of [undefined, metricsToken, company.clave])
      await call('GET', path, { key, headers: { accept: 'application/json', 'x-request-id': company.clave } });
}

const rootId = async () =>
  (
    await server.ctx.db.system((tx) =>
      tx.selectFrom('persona').select('id').where('es_root', '=', true).executeTakeFirstOrThrow(),
    )
  ).id;

/** Sends the same secrets with a table missing, so that internal failures are logged. */
async function failWithin(): Promise<void> {
  const { rnc, sesion: key } = company;
  const rename = (from: string, to: string) =>
    server.ctx.db.owner((tx) => sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(tx));
  await rename('evento_cabeza', 'evento_cabeza_lejos');
  const statuses: number[] = [];
  const attempt = async (...args: Parameters<typeof call>) => statuses.push((await call(...args)).status);
  await attempt('POST', '/api/auth/login', { body: { correo: rnc, contrasena: testPassword } });
  await attempt('POST', '/api/auth/login', { body: { correo: rnc, contrasena: password('a log-in that fails') } });
  await attempt('PUT', '/api/empresa/certificado', { key, form: { archivo: p12(), clave: certificate.password } });
  await attempt('POST', '/api/configuracion/generar-apikey', { key, body: {} });
  await attempt('POST', '/api/configuracion/generar-secreto', { key, body: {} });
  const person = { NombreUsuario: newId(new Date()), Correo: 'x@ejemplo.invalid', Contrasena: password('a failure') };
  await attempt('POST', '/api/usuarios/crear', { key, body: person });
  await rename('evento_cabeza_lejos', 'evento_cabeza');
  // A refused login is recorded after its answer.
  expect(statuses).toEqual([500, 401, 500, 500, 500, 500]);
}

/** Returns the content of the database, one text per table; bytes in hexadecimal. */
async function contents(): Promise<Map<string, string>> {
  return server.ctx.db.owner(async (tx) => {
    await sql`set local role timbre_system`.execute(tx);
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> 'migracion' order by 1`.execute(tx);
    const byTable = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(tx);
      byTable.set(name, rows.map(({ row }) => row).join('\n'));
    }
    return byTable;
  });
}

test('the search finds a secret in every encoding', () => {
  const secret = secrets.get('prime of the private key')!;
  for (const text of [
    certificate.key,
    JSON.stringify({ err: certificate.key }),
    secret.toString('hex'),
    Buffer.concat([Buffer.of(1), secret]).toString('base64url'),
    Buffer.concat([Buffer.of(1, 2), secret, Buffer.of(3)]).toString('base64'),
  ])
    expect(secretsIn(text)).toContain('prime of the private key');
  expect(secretsIn(`{"contrasena":"${testPassword}"}`)).toEqual(['password of a person']);
  expect(secretsIn(`?clave=${encodeURIComponent(testPassword)}`)).toEqual(['password of a person']);
  expect(secretsIn(company.clave)).toEqual(['integration key of the test']);
});

test('no secret is in the database, the log or an answer, but where it is shown once', async () => {
  await plant();
  await sweep();
  await failWithin();
  expect(secrets.size).toBeGreaterThan(100);

  const tables = await contents();
  expect(tables.size).toBeGreaterThan(18);
  for (const [name, text] of tables) expect([name, secretsIn(text)]).toEqual([name, []]);

  expect(server.logged.length).toBeGreaterThan(200);
  expect(server.logged.filter((line) => line.includes('request failed')).length).toBeGreaterThanOrEqual(5);
  expect(secretsIn(server.logged.join('\n'))).toEqual([]);

  const leaked = answers.flatMap(({ call: name, text }) => secretsIn(text).map((secret) => `${name}: ${secret}`));
  expect(leaked.sort()).toEqual([
    'POST /api/auth/login: session of a log-in',
    'POST /api/auth/register: Secret Key of a registration',
    'POST /api/configuracion/certificado/descarga: the .p12',
    'POST /api/configuracion/generar-apikey: integration key',
    'POST /api/configuracion/generar-secreto: Secret Key',
  ]);
});
