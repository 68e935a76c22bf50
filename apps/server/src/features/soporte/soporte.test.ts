import { readFileSync } from 'node:fs';
import { auditoria, emision, soporte } from '@timbre/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { makePerson, makeRoot, testPassword } from '../../main/testing/people.ts';
import { unpack } from '../../main/testing/unpack.ts';
import { fileNames } from './bundle.ts';
import { kindOf, knownName } from './error-kind.ts';
import { settingNames, tellSettings } from './settings.ts';

const empresa = { rnc: '131246796', razonSocial: 'Ferretería Plantada SRL' };
const server = withIssuing('testecf', { empresa });
let root: string;

/** Secrets of the process, of which the bundle tells only that they are set. */
const planted = {
  SMTP_URL: 'smtp://persona-plantada:clave-plantada@correo.plantado.do:587',
  TIMBRE_METRICS_TOKEN: 'token-plantado-0123456789abcdef0123',
  TIMBRE_ROOT_LOGIN: 'raiz-plantada',
  TIMBRE_LOG_LEVEL: 'palabra-plantada',
};
const before = { ...process.env };

beforeAll(() => {
  Object.assign(process.env, planted);
});
afterAll(() => {
  for (const name of Object.keys(planted)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});
beforeEach(async () => {
  root = await makeRoot(server);
});

const download = async (key = root) => {
  const { rawPayload, statusCode } = await server.app.http.fastify.inject({
    url: soporte.paqueteDeSoporte.path,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(statusCode).toBe(200);
  return unpack(rawPayload);
};
const parsed = (files: ReadonlyMap<string, string>, name: string) => JSON.parse(files.get(name)!);

describe('the support bundle', () => {
  test('the bundle has no secret, person, company, number or document of a filled server', async () => {
    const { body } = await server.call(emision.enviarFactura, { body: saleOf({}) }, server.key);
    // A job whose error has data, as an error of a library might; a record that was altered; a failed call.
    await server.ctx.db.system((tx) =>
      sql`insert into trabajo (id, clase, empresa_id, sujeto, en, ultimo_error)
        select gen_random_uuid(), 'ninguna', ${server.empresaId}, gen_random_uuid(), now(), error
        from unnest(${[`TypeError: ${empresa.razonSocial} ${empresa.rnc}`, `${empresa.razonSocial}: ${empresa.rnc}`]}::text[]) as e (error)`.execute(
        tx,
      ),
    );
    await server.ctx.db.owner(async (tx) => {
      await sql`alter table evento no force row level security`.execute(tx);
      await sql`update evento set datos = '{"de":"persona plantada"}' where empresa_id = ${server.empresaId} and seq = 2`.execute(
        tx,
      );
      await sql`alter table evento force row level security`.execute(tx);
    });
    server.ctx.failures.add({
      id: 'peticion-1',
      method: 'GET',
      ruta: '/api/facturas',
      estado: 500,
      codigo: 'servidor/error',
    });

    const files = await download();
    expect([...files.keys()]).toEqual(fileNames);
    const everything = [...files].map(([name, text]) => `${name}\n${text}`).join('\n');
    const { company } = server;
    const secrets = [
      ...[empresa.rnc, empresa.razonSocial, 'Plantada', 'plantad', company.correo, company.usuarioId, company.id],
      ...[company.clave, company.sesion, server.key, root, testPassword, body.eNCF, '@', 'E31', 'tmb_', 'ses_'],
      ...Object.values(planted),
      ...[server.ctx.config.dataDir, 'BEGIN', 'postgres://', '<ECF'],
    ];
    for (const secret of secrets) expect(everything.includes(secret), secret).toBe(false);

    expect(parsed(files, 'errores.json')).toMatchObject([
      { id: 'peticion-1', method: 'GET', ruta: '/api/facturas', estado: 500, codigo: 'servidor/error' },
    ]);
    const jobs = parsed(files, 'trabajos.json').find(({ clase }: { clase: string }) => clase === 'ninguna');
    expect(jobs).toMatchObject({ total: 2, conError: 2, ultimosErrores: { TypeError: 1, otro: 1 } });
    const checked = parsed(files, 'verificar.json');
    expect(checked).toMatchObject({ completa: true, hallazgos: { I9: { veces: 1 } } });
    expect(checked.comprobantes).toBeGreaterThan(0);
    const { timbre, node, baseDeDatos } = parsed(files, 'versiones.json');
    expect(timbre).toBe(
      JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')).version,
    );
    expect(node).toBe(process.version);
    expect(baseDeDatos).toMatchObject({ motor: expect.stringMatching(/^(embebida|postgresql)$/) });
    expect(baseDeDatos.version).toMatch(/^\d+\.\d+/);
    expect(baseDeDatos.migraciones.length).toBeGreaterThan(0);
    const state = parsed(files, 'estado.json');
    expect(state.certificados).toEqual({ vencidos: 0, pronto: 0, vigentes: 1 });
    expect(state.disco.carpetaDeDatos.totalMB).toBeGreaterThan(0);
    expect(files.get('cifras.txt')).toContain('timbre_http_answers_total');
    expect(parsed(files, 'ajustes.json')).toMatchObject({ SMTP_URL: 'fijada', TIMBRE_LOG_LEVEL: 'fijada' });
  });

  test('what cannot be read is told in its file, and the others are whole', async () => {
    const rename = (from: string, to: string) =>
      server.ctx.db.owner((tx) => sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(tx));
    await rename('migracion', 'lejos');
    const files = await download().finally(() => rename('lejos', 'migracion'));
    expect([...files.keys()]).toEqual(fileNames);
    expect(parsed(files, 'versiones.json')).toMatchObject({
      node: process.version,
      baseDeDatos: { noLeido: expect.stringContaining('(42P01)') },
    });
    expect(parsed(files, 'verificar.json').completa).toBe(true);
    expect(parsed(files, 'trabajos.json')).toBeInstanceOf(Array);
  });

  test('the download is recorded in the record of the platform', async () => {
    await download();
    const { body } = await server.call(auditoria.listarAuditoria, { query: { grupo: 'auditoria' } }, root);
    expect(body.entradas[0]).toMatchObject({
      tipo: 'soporte.descargado',
      descripcion: 'Descargó el paquete de soporte',
      quien: 'root',
    });
  });

  test('only the administrator of the platform downloads it', async () => {
    const administrator = await makePerson(server, server.company, 'administrador');
    for (const key of [administrator, server.company.sesion, server.key, undefined]) {
      const { status } = await server.call(soporte.paqueteDeSoporte, {}, key);
      expect(status).toBeGreaterThanOrEqual(401);
      expect(status).toBeLessThanOrEqual(403);
    }
  });

  test('a failure of a call is kept with its id, route and code, the newest first, two hundred at most', async () => {
    const rename = (from: string, to: string) =>
      server.ctx.db.owner((tx) => sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(tx));
    await rename('evento', 'lejos');
    const { headers } = await server
      .call(auditoria.listarAuditoria, { query: { quien: empresa.razonSocial } }, root)
      .finally(() => rename('lejos', 'evento'));
    expect(server.ctx.failures.list()[0]).toEqual({
      en: expect.any(String),
      id: headers['x-request-id'],
      method: 'GET',
      ruta: '/api/auditoria',
      estado: 500,
      codigo: 'servidor/error',
    });
    for (let i = 0; i < 250; i++)
      server.ctx.failures.add({ id: `${i}`, method: 'GET', ruta: undefined, estado: 503, codigo: undefined });
    expect(server.ctx.failures.list()).toHaveLength(200);
    expect(server.ctx.failures.list()[0]?.id).toBe('249');
  });
});

describe('what the bundle may tell', () => {
  test('every setting of docs/operar.md is told by its name', () => {
    const operar = readFileSync(new URL('../../../../../docs/operar.md', import.meta.url), 'utf8');
    const table = operar.slice(operar.indexOf('## Ajustes'), operar.indexOf('\n## ', operar.indexOf('## Ajustes') + 5));
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const documented = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    expect(documented.length).toBeGreaterThan(20);
    expect(documented.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  test('a setting shows its value only if it can be a number, a day or a word', () => {
    const told = tellSettings({ PORT: '3000', TIMBRE_AUTHORITY: 'dgii', TIMBRE_DEMO: 'Ana Pérez', DATABASE_URL: 'x' });
    expect(told).toMatchObject({
      PORT: '3000',
      TIMBRE_AUTHORITY: 'dgii',
      TIMBRE_DEMO: 'fijada',
      DATABASE_URL: 'fijada',
      SMTP_URL: 'no fijada',
    });
  });

  test('of an error its kind is told, never its message', () => {
    const broken = Object.assign(new Error('la clave es 1234'), { code: 'ECONNREFUSED' });
    expect(kindOf(broken)).toBe('Error (ECONNREFUSED)');
    expect(kindOf(Object.assign(new TypeError('Ana'), { code: '42P01' }))).toBe('TypeError (42P01)');
    expect(kindOf(Object.assign(new Error('x'), { name: 'Ana Pérez', code: '131246796' }))).toBe('otro');
    expect(kindOf('texto')).toBe('otro');
    expect([knownName('AuthorityUnreachable'), knownName('Juan')]).toEqual(['AuthorityUnreachable', 'otro']);
  });
});
