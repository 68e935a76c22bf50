import { emision } from '@timbre/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { saleOf } from '../testing/draft.ts';
import { withIssuing } from '../testing/issuing.ts';
import { withServer } from '../testing/server.ts';

const forwarding = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

describe.each([0, 1])('/metrics, behind %i proxies', (trustedProxies) => {
  const server = withServer({ trustedProxies });
  const statusOf = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await server.app.http.fastify.inject({ url: '/metrics', remoteAddress, headers })).statusCode;

  test('/metrics is shown to a program of this machine', async () => {
    expect(await statusOf('127.0.0.1')).toBe(200);
    expect(await statusOf('::1')).toBe(200);
  });

  test('/metrics does not exist for anybody else, who may come by a proxy of this machine with any header', async () => {
    expect(await statusOf('203.0.113.9')).toBe(404);
    expect(await statusOf('203.0.113.9', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    for (const header of forwarding)
      expect([header, await statusOf('127.0.0.1', { [header]: '127.0.0.1' })]).toEqual([header, 404]);
  });

  test('no token opens /metrics without a configured one', async () => {
    for (const authorization of ['Bearer ', 'Bearer undefined', `Bearer ${'m'.repeat(40)}`])
      expect(await statusOf('203.0.113.9', { authorization })).toBe(404);
  });
});

describe('/metrics, with a token', () => {
  const metricsToken = `${'m'.repeat(31)}0`;
  const server = withServer({ metricsToken, trustedProxies: 1 });
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    server.app.http.fastify.inject({ url: '/metrics', remoteAddress, headers });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test('/metrics is shown to a caller with the token, from anywhere and by any proxy', async () => {
    expect((await ask('203.0.113.9', bearer(metricsToken))).statusCode).toBe(200);
    for (const header of forwarding)
      expect((await ask('127.0.0.1', { ...bearer(metricsToken), [header]: '198.51.100.7' })).statusCode).toBe(200);
  });

  test('/metrics does not exist for a caller with another token, or with the token in another place', async () => {
    const others = ['', 'm'.repeat(32), metricsToken.slice(0, -1), `${metricsToken}0`, metricsToken.toUpperCase()];
    for (const token of others)
      expect([token, (await ask('203.0.113.9', bearer(token))).statusCode]).toEqual([token, 404]);
    const ways: Record<string, string>[] = [
      { authorization: metricsToken },
      { authorization: `Basic ${metricsToken}` },
      { 'x-api-key': metricsToken },
      { cookie: `token=${metricsToken}` },
    ];
    for (const headers of ways) expect((await ask('203.0.113.9', headers)).statusCode).toBe(404);
    for (const header of forwarding)
      expect((await ask('127.0.0.1', { ...bearer('otra'), [header]: '127.0.0.1' })).statusCode).toBe(404);
  });

  test('/metrics is still shown to this machine without the token, and to nobody else', async () => {
    expect((await ask('127.0.0.1')).statusCode).toBe(200);
    expect((await ask('203.0.113.9')).statusCode).toBe(404);
  });

  test('the token of /metrics does not open anything else, nor is it logged', async () => {
    const { fastify } = server.app.http;
    const { statusCode } = await fastify.inject({ url: '/api/facturas', headers: bearer(metricsToken) });
    expect(statusCode).toBe(401);
    expect(server.logged.length).toBeGreaterThan(20);
    expect(server.logged.filter((line) => line.includes(metricsToken))).toEqual([]);
  });
});

/** Parses an exposition into samples by name with labels. Throws on an invalid line or an undeclared family. */
function samplesOf(text: string): Map<string, number> {
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples = new Map<string, number>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') helped.add(name);
    if (kind === 'TYPE') types.set(name, rest);
    if (kind !== undefined) continue;
    const [, family = '', labels = '', value = ''] =
      /^([a-z_]+)(\{(?:[a-z]+="[^"\\\n]*",?)+\})? (-?[\d.e+-]+|\+Inf|NaN)$/.exec(line) ?? [];
    const declared = types.get(family) ?? types.get(family.replace(/_(bucket|sum|count)$/, ''));
    if (declared === undefined || !helped.has(family.replace(/_(bucket|sum|count)$/, '')))
      throw new Error(`Not a sample of a declared family: ${line}`);
    if (samples.has(family + labels)) throw new Error(`Twice: ${line}`);
    samples.set(family + labels, Number(value));
  }
  return samples;
}

describe('the figures', () => {
  const server = withIssuing();
  const text = async () => (await server.app.http.fastify.inject({ url: '/metrics' })).body;
  const figures = async () => samplesOf(await text());
  const emit = (sale: Parameters<typeof saleOf>[0]) =>
    server.call(emision.enviarFactura, { body: saleOf(sale) }, server.key);
  /** Waits until the figures are as expected. Those of the database are cached between two readings. */
  const awaitFigures = (holds: (figure: (name: string) => number | undefined) => boolean) =>
    server.until(async () => {
      const samples = await figures();
      return holds((name) => samples.get(name)) && samples;
    });

  test('the figures have the issued and refused documents, the time it took, and the verdicts of the DGII', async () => {
    const { body } = await emit({});
    expect((await emit({ precio: 'mucho' })).status).toBe(422);
    const samples = await awaitFigures(
      (figure) =>
        figure('timbre_send_attempts_total{operacion="consulta",resultado="aceptado"}') === 1 &&
        figure('timbre_jobs{clase="envio"}') === undefined,
    );
    expect(body.eNCF).toMatch(/^E31/);
    expect(Object.fromEntries(samples)).toMatchObject({
      'timbre_issue_requests_total{origen="api",tipo="31",resultado="emitido"}': 1,
      'timbre_issue_requests_total{origen="api",tipo="",resultado="ecf/invalido"}': 1,
      'timbre_issue_seconds_count{origen="api"}': 1,
      'timbre_issue_seconds_bucket{le="+Inf",origen="api"}': 1,
      'timbre_send_attempts_total{operacion="envio",resultado="recibido"}': 1,
      'timbre_authority_calls_total{ambiente="testecf",servicio="enviarECF",resultado="respondida"}': 1,
      'timbre_authority_breaker_open{ambiente="testecf",servicio="host"}': 0,
      'timbre_authority_breaker_open{ambiente="ecf",servicio="enviarRFCE"}': 0,
      'timbre_http_answers_total{method="POST",route="/fe/api/emision/ecf/EnviarFactura",status="2xx"}': 1,
      'timbre_http_answers_total{method="POST",route="/fe/api/emision/ecf/EnviarFactura",status="4xx"}': 1,
      'timbre_http_request_seconds_count{method="POST",route="/fe/api/emision/ecf/EnviarFactura"}': 2,
      timbre_database_up: 1,
      'timbre_documents_open{estado="firmado"}': 0,
      'timbre_passwords_waiting{line="strangers"}': 0,
      timbre_certificates_expiring: 0,
    });
    expect(samples.get('timbre_certificate_expiry_seconds')).toBeGreaterThan(0);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(samples.get('timbre_event_loop_delay_seconds_count')).toBeGreaterThan(0);
    expect(samples.has('timbre_unconfirmed_oldest_seconds')).toBe(false);
  });

  test('the figures name no company, number, key or address', async () => {
    const shown = await text();
    const secrets = [server.rnc, server.empresaId, server.key, 'E310000000001', '127.0.0.1'];
    for (const each of secrets) expect(shown).not.toContain(each);
    const { fastify } = server.app.http;
    await fastify.inject({ url: `/api/${server.rnc}?apiKey=${server.key}` });
    await fastify.inject({ url: `/api/documentos/${server.rnc}` });
    const after = await text();
    expect(after).toContain('route="otra"');
    for (const each of secrets) expect(after).not.toContain(each);
  });

  test('the figures have what of the DGII does not answer and when it is tried again, and what waits for it', async () => {
    await server.wire.become('refuse');
    await emit({});
    const samples = await awaitFigures(
      (figure) =>
        figure('timbre_authority_breaker_open{ambiente="testecf",servicio="host"}') === 1 &&
        figure('timbre_jobs{clase="envio"}') === 1 &&
        figure('timbre_documents_open{estado="firmado"}') === 1,
    );
    expect(
      samples.get('timbre_authority_next_try_timestamp_seconds{ambiente="testecf",servicio="host"}'),
    ).toBeGreaterThan(1.7e9);
    await server.wire.become('pass');
    await awaitFigures(
      (figure) => figure('timbre_jobs{clase="envio"}') === undefined && figure('timbre_database_up') === 1,
    );
  });

  test('the figures have the job that is due for longest, of however many queues', async () => {
    const now = server.ctx.clock.now().getTime();
    const jobs = [0, 1, 2].flatMap((company) =>
      [0, 1, 2].flatMap((prioridad) =>
        [300, 600 + company * 3 + prioridad, -50].map((s) => ({ company, prioridad, s })),
      ),
    );
    // A job of a class without a handler: it stays queued.
    await server.ctx.db.system((tx) =>
      sql`insert into trabajo (id, clase, empresa_id, sujeto, en, prioridad)
        select gen_random_uuid(), 'ninguna', ('00000000-0000-4000-8000-00000000000' || company)::uuid, gen_random_uuid(), en, prioridad
        from unnest(${jobs.map(({ company }) => company)}::integer[], ${jobs.map(({ prioridad }) => prioridad)}::smallint[],
          ${jobs.map(({ s }) => new Date(now - s * 1_000))}::timestamptz[]) as j (company, prioridad, en)`.execute(tx),
    );
    const samples = await awaitFigures((figure) => figure('timbre_jobs{clase="ninguna"}') === 27);
    const oldest = samples.get('timbre_jobs_oldest_due_seconds{clase="ninguna"}');
    expect(Math.floor(oldest!)).toBeGreaterThanOrEqual(608);
    expect(Math.floor(oldest!)).toBeLessThan(668);
    expect(samples.get('timbre_jobs_most_attempts{clase="ninguna"}')).toBe(0);
  });

  test('the figures have the unconfirmed documents and their age, until somebody confirms them', async () => {
    const setTo = (estado: string) =>
      server.ctx.db.tenant(server.empresaId, (tx) => sql`update documento set estado = ${estado}`.execute(tx));
    const { rows } = await server.ctx.db.system((tx) =>
      sql<{ n: number }>`select count(*)::integer as n from documento`.execute(tx),
    );
    await setTo('sin_confirmar');
    await server.ctx.db.system((tx) =>
      sql`update documento_sin_confirmar set desde = desde - interval '1 hour'`.execute(tx),
    );
    await setTo('sin_confirmar');
    const samples = await awaitFigures(
      (figure) => figure('timbre_documents_open{estado="sin_confirmar"}') === rows[0]!.n,
    );
    expect(samples.get('timbre_unconfirmed_oldest_seconds')).toBeGreaterThanOrEqual(3_600 - 1);
    await setTo('aceptado');
    const after = await awaitFigures((figure) => figure('timbre_documents_open{estado="sin_confirmar"}') === 0);
    expect(after.has('timbre_unconfirmed_oldest_seconds')).toBe(false);
  });

  test('the figures come without those of a database that does not answer', async () => {
    const rename = (from: string, to: string) =>
      server.ctx.db.owner((tx) => sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(tx));
    await rename('documento_sin_confirmar', 'lejos');
    const samples = await awaitFigures((figure) => figure('timbre_database_up') === 0);
    expect(samples.get('timbre_journal_writable')).toBe(1);
    expect(samples.has('timbre_certificates_expiring')).toBe(false);
    expect([...samples.keys()].filter((name) => name.startsWith('timbre_jobs'))).toEqual([]);
    await rename('lejos', 'documento_sin_confirmar');
    await awaitFigures((figure) => figure('timbre_database_up') === 1);
  });
});
