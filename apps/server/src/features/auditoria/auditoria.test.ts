import { auditoria, sesion } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, makeRoot, openSession } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { type NewEvent, platformRecord } from '../../platform/events/events.ts';
import type { Search } from './service.ts';

const server = withServer();
let root: string;
let company: Stranger;

beforeAll(async () => {
  root = await makeRoot(server);
});
beforeEach(async () => {
  company = await stranger(server, bare);
});

const list = async (search: Search & { antesDe?: string } = {}, key = company.sesion) =>
  (await server.call(auditoria.listarAuditoria, { query: search as object }, key)).body;
const csv = (search: Search = {}, key = company.sesion) =>
  server.call(auditoria.auditoriaCsv, { query: search as object }, key);
const verify = async (key = company.sesion) => (await server.call(auditoria.verificarAuditoria, {}, key)).body;
const append = (empresaId: string, ...events: NewEvent[]) =>
  server.ctx.db.tenant(empresaId, (tx) => server.ctx.events.append(tx, empresaId, events));
const created = (usuario: string, por = 'ana'): NewEvent => ({
  tipo: 'usuario.creado',
  datos: { usuario, correo: 'x@y.z', rol: 'consulta', por, ip: '192.0.2.1' },
});
const moved: NewEvent = {
  tipo: 'documento',
  datos: { eNCF: 'E310000000001', documento: { id: 'd', estado: 'aceptado' } },
};

describe('the list', () => {
  test('the list describes in Spanish what each person did, when and from where, the newest first', async () => {
    await append(company.id, created('beto'), { tipo: 'configuracion', datos: { que: 'usuarios' } });
    const { entradas, hayMas } = await list();
    expect(hayMas).toBe(false);
    expect(entradas[0]).toEqual({
      seq: expect.any(Number),
      numero: expect.any(Number),
      en: server.clock.now().toISOString(),
      tipo: 'usuario.creado',
      descripcion: 'Creó el usuario beto (Consulta)',
      quien: 'ana',
      ip: '192.0.2.1',
      datos: { usuario: 'beto', correo: 'x@y.z', rol: 'consulta', por: 'ana', ip: '192.0.2.1' },
    });
    const seqs = entradas.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => b - a));
  });

  test('the events of documents are a separate group of the list', async () => {
    await append(company.id, moved, created('beto'), { tipo: 'configuracion', datos: { que: 'usuarios' } });
    expect((await list()).entradas.map(({ tipo }) => tipo)).not.toContain('documento');
    const { entradas } = await list({ grupo: 'documento' });
    expect(entradas).toMatchObject([{ descripcion: 'E310000000001 pasó a Aceptado', quien: 'Timbre', ip: '' }]);
    const groups = await list({ grupo: 'usuario' });
    expect(groups.entradas.map(({ tipo }) => tipo)).toEqual(['usuario.creado']);
    const unknown = await server.call(
      auditoria.listarAuditoria,
      { query: { grupo: 'otro' as 'sesion' } },
      company.sesion,
    );
    expect(unknown.problem.code).toBe('peticion/invalida');
  });

  test('the list comes a hundred at a time, without gaps or repetitions', async () => {
    await append(company.id, ...Array.from({ length: 230 }, (_, i) => created(`persona ${i}`)));
    const seen: number[] = [];
    for (let antesDe: string | undefined; ; ) {
      const page = await list({ grupo: 'usuario', ...(antesDe === undefined ? {} : { antesDe }) });
      seen.push(...page.entradas.map(({ seq }) => seq));
      if (!page.hayMas) break;
      expect(page.entradas).toHaveLength(100);
      antesDe = String(seen.at(-1));
    }
    expect(seen).toHaveLength(230);
    expect(new Set(seen).size).toBe(230);
  });

  test('the numbers of the list have no gaps, whatever else happens in the company', { tags: ['S6-5'] }, async () => {
    const refresh: NewEvent = { tipo: 'configuracion', datos: { que: 'usuarios' } };
    await append(company.id, created('uno'), refresh, moved, created('dos'), refresh);
    await append(company.id, moved, created('tres'));
    const numbers = async (search: Search) => (await list(search)).entradas.map(({ numero }) => numero);
    const acts = await numbers({});
    expect(acts).toEqual(acts.map((_, i) => acts.length - i));
    expect(await numbers({ grupo: 'documento' })).toEqual([2, 1]);
    const lines = (await csv()).text.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(acts);
  });

  test('the list is filtered by person, and by days of Santo Domingo, both included', async () => {
    const day = (iso: string) => server.clock.advance(new Date(iso).getTime() - server.clock.now().getTime());
    day('2026-04-01T03:59:59Z');
    await append(company.id, created('el 31 de marzo', 'Ana'));
    day('2026-04-01T04:00:00Z');
    await append(company.id, created('el primero'), moved);
    day('2026-04-02T03:59:59Z');
    await append(company.id, created('el primero, tarde', 'beto'));
    day('2026-04-02T04:00:00Z');
    await append(company.id, created('el dos'));
    const key = await openSession(server, company.usuarioId);
    const names = async (search: Search) =>
      (await list({ grupo: 'usuario', ...search }, key)).entradas.map(
        ({ datos }) => (datos as { usuario: string }).usuario,
      );
    expect(await names({ desde: '2026-04-01', hasta: '2026-04-01' })).toEqual(['el primero, tarde', 'el primero']);
    expect(await names({ desde: '2026-04-02' })).toEqual(['el dos']);
    expect(await names({ hasta: '2026-03-31' })).toEqual(['el 31 de marzo']);
    expect(await names({ desde: '2026-04-03' })).toEqual([]);
    expect(await names({ hasta: '2026-01-01' })).toEqual([]);
    expect(await names({ quien: 'ANA' })).toEqual(['el dos', 'el primero', 'el 31 de marzo']);
    expect(await names({ quien: 'ana', hasta: '2026-04-01' })).toEqual(['el primero', 'el 31 de marzo']);
    root = await openSession(server, (await rootId()).id);
  });

  test('the list is of the caller’s company alone; the platform’s, with each company, is its administrator’s', async () => {
    const other = await stranger(server, bare);
    await append(other.id, created('de otra'));
    expect(JSON.stringify(await list())).not.toContain('de otra');
    await append(platformRecord, {
      tipo: 'empresa.modificada',
      datos: { campos: ['razón social'], por: 'root', ip: '', rnc: '199000005' },
    });
    const { entradas } = await list({}, root);
    expect(entradas[0]?.descripcion).toBe('Modificó los datos de la empresa: razón social (RNC 199-00000-5)');
    expect(JSON.stringify(entradas)).not.toContain('de otra');
  });

  test('only administrators read the list', async () => {
    for (const key of [await makePerson(server, company, 'contador'), company.clave])
      for (const route of [auditoria.listarAuditoria, auditoria.auditoriaCsv, auditoria.verificarAuditoria])
        expect((await server.call(route, { query: {} }, key)).status).toBe(403);
  });

  test('the list has every log-in, right and wrong', async () => {
    await server.call(sesion.login, { body: { correo: company.rnc, contrasena: 'no es esta' } });
    // A wrong password is recorded after its answer.
    const newest = async () => (await list({ grupo: 'sesion' })).entradas[0]?.descripcion;
    await expect.poll(newest).toBe('Se intentó entrar con una contraseña incorrecta');
  });
});

const rootId = () =>
  server.ctx.db.system((tx) =>
    tx.selectFrom('persona').select('id').where('es_root', '=', true).executeTakeFirstOrThrow(),
  );

describe('the list as CSV', () => {
  test('the CSV is the list for a spreadsheet; its download is recorded', async () => {
    await append(company.id, created('=HYPERLINK("http://x")', '@malo'));
    const { text, headers } = await csv({ grupo: 'usuario' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/auditoria-\d{4}-\d{2}-\d{2}\.csv/);
    const [first, second, end] = text.slice(1).split('\r\n');
    expect(first).toBe('Número,Fecha,Quién,IP,Qué,Tipo');
    expect(second).toMatch(
      /^\d+,\d{2}\/\d{2}\/2026 \d{2}:\d{2}:\d{2},'@malo,192\.0\.2\.1,"Creó el usuario =HYPERLINK\(""http:\/\/x""\) \(Consulta\)",usuario\.creado$/,
    );
    expect(end).toBe('');
    expect((await list()).entradas[0]).toMatchObject({
      tipo: 'auditoria.exportada',
      descripcion: 'Descargó la auditoría: 1 entrada',
      quien: company.correo,
    });
  });
});

describe('the check of the record', () => {
  test('an untouched record passes the check, the platform’s too', async () => {
    await append(company.id, ...Array.from({ length: 2_100 }, (_, i) => created(`persona ${i}`)));
    const { integra, entradas, ultima } = await verify();
    expect([integra, ultima]).toEqual([true, server.clock.now().toISOString()]);
    expect(entradas).toBeGreaterThan(2_100);
    expect(await verify(root)).toMatchObject({ integra: true });
  });

  test('the check reports where the record was altered', async () => {
    await append(company.id, created('uno'), created('dos'));
    const { entradas } = await list();
    const { seq } = entradas[1]!;
    await server.ctx.db.owner(async (tx) => {
      await sql`alter table evento no force row level security`.execute(tx);
      await sql`update evento set datos = '{}' where empresa_id = ${company.id} and seq = ${seq}`.execute(tx);
      await sql`alter table evento force row level security`.execute(tx);
    });
    expect(await verify()).toMatchObject({
      integra: false,
      entradas: seq - 1,
      ultima: server.clock.now().toISOString(),
      plataforma: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await list()).entradas[1]).toMatchObject({ seq, descripcion: 'usuario.creado', quien: 'Timbre' });
  });

  test('the check detects a changed number', async () => {
    await append(company.id, created('uno'), created('dos'));
    await server.ctx.db.owner(async (tx) => {
      await sql`alter table evento no force row level security`.execute(tx);
      await sql`update evento set numero = numero + 1 where empresa_id = ${company.id} and numero = 2`.execute(tx);
      await sql`alter table evento force row level security`.execute(tx);
    });
    expect((await verify()).integra).toBe(false);
  });

  test('the check may be run only a few times at once', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await server.call(auditoria.verificarAuditoria, {}, company.sesion)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
