import { auditoria, configuracion, documentos, emision, enlaces } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { makePerson } from '../../main/testing/people.ts';
import { bare, stranger } from '../../main/testing/stranger.ts';

const server = withIssuing();

beforeAll(async () => {
  expect((await set({ activo: true, dias: 90 })).status).toBe(200);
});

const set = (body: enlaces.AjusteDeEnlaces) => server.call(enlaces.guardarAjusteDeEnlaces, { body }, server.key);
const issue = async (sale: Parameters<typeof saleOf>[0] = {}) => {
  const { body } = await server.call(emision.enviarFactura, { body: saleOf(sale) }, server.key);
  return body;
};
const share = (id: string, key = server.key) =>
  server.call(enlaces.compartirDocumento, { params: { id }, body: {} }, key);
const unshare = (id: string) => server.call(enlaces.dejarDeCompartir, { params: { id } }, server.key);
const tokenIn = (url: string) => /^http:\/\/[^/]+\/f\/([\w-]{24})$/.exec(url)![1]!;
const tokenOf = async (id: string) => tokenIn((await share(id)).body.enlace!.url);

/** An address of a network that has asked nothing yet. */
const newAddress = () => `10.1.${asked >> 8}.${asked++ & 255}`;
let asked = 0;
const open = (token: string, address = newAddress()) =>
  server.call(enlaces.verCompartido, { params: { token } }, undefined, undefined, address);
const verdictOf = (id: string) =>
  server.until(async () => {
    const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
    return ['aceptado', 'aceptado_condicional', 'rechazado'].includes(body.estado) && body;
  });
const update = (set: ReturnType<typeof sql>) =>
  server.ctx.db.tenant(server.empresaId, (tx) => sql`update enlace_documento set ${set}`.execute(tx));

/** The paths under the address of a link, which answer without a session. */
const parts = ['', '/xml', '/pdf', '/pdf?forma=ticket', '/paginas'];
const askedAt = (token: string, part: string) =>
  server.app.http.fastify.inject({ url: `/api/enlaces/${token}${part}`, remoteAddress: newAddress() });

/** A refusal without what differs between any two answers. */
async function refusalAt(token: string, part: string) {
  const { statusCode, headers, body } = await askedAt(token, part);
  const { 'x-request-id': _, date: __, ...rest } = headers;
  const { requestId: ___, ...problem } = JSON.parse(body);
  return { statusCode, headers: rest, problem };
}

test('a document has one link, the same for all who ask, at once or later; it is recorded once and expires', async () => {
  const { id, eNCF } = await issue();
  const [one, two] = await Promise.all([share(id), share(id)]);
  expect(one.body.enlace!.url).toBe(two.body.enlace!.url);
  const reader = await makePerson(server, server.company, 'consulta');
  expect((await share(id, reader)).body.enlace!.url).toBe(one.body.enlace!.url);
  const { body } = await server.call(enlaces.verEnlace, { params: { id } }, server.key);
  expect(body).toEqual(one.body);
  const { creado, vence } = body.enlace!;
  expect(Date.parse(vence!) - Date.parse(creado)).toBe(90 * 24 * 60 * 60_000);
  const record = await server.call(auditoria.listarAuditoria, { query: { grupo: 'documento' } }, server.key);
  const written = record.body.entradas.filter(({ tipo }) => tipo === 'documento.compartido');
  expect(written.map(({ descripcion }) => descripcion)).toEqual([`Compartió ${eNCF} con un enlace público`]);
  expect(JSON.stringify(record.body)).not.toContain(tokenIn(body.enlace!.url));
});

test('a person who has the link sees the document with what its printed form says, and nothing else', async () => {
  const { id, eNCF } = await issue({ precio: '1000.00' });
  await verdictOf(id);
  const { status, body, headers } = await open(await tokenOf(id));
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(
    [
      'ajustes',
      'anuladaPor',
      'comprador',
      'condiciones',
      'decidido',
      'eNCF',
      'emisor',
      'fecha',
      'identidad',
      'leyendas',
      'lineas',
      'logo',
      'monedas',
      'monto',
      'observaciones',
      'prueba',
      'secciones',
      'sello',
      'situacion',
      'titulo',
      'totalDeLineas',
      'totales',
      'vence',
    ].toSorted(),
  );
  expect(body).toMatchObject({
    eNCF,
    titulo: 'Factura de Crédito Fiscal Electrónica',
    monto: '1180.00',
    situacion: 'aceptado',
    decidido: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    prueba: true,
    totalDeLineas: 1,
  });
  expect(body.comprador.map(({ valor }) => valor)).toContain('Ferretería Inventada SRL');
  expect(body.lineas[0]).toMatchObject({ descripcion: 'Cemento gris', cantidad: '1', valor: '1,000.00' });
  const amountOf = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);
  const total = body.totales.findIndex(({ nombre }) => nombre === 'Total');
  const sums = body.totales.slice(0, total).filter(({ clase }) => clase === 'suma');
  expect(sums.reduce((sum, { valor }) => sum + amountOf(valor), 0)).toBe(amountOf(body.totales[total]!.valor));
  const text = JSON.stringify(body);
  for (const secret of [id, server.empresaId, server.company.usuarioId]) expect(text).not.toContain(secret);
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
});

test('its XML and its PDF are those of the company, byte by byte, and its pages those of the PDF', async () => {
  const { id, eNCF } = await issue();
  await verdictOf(id);
  const token = await tokenOf(id);
  for (const part of ['/xml', '/pdf', '/pdf?forma=ticket']) {
    const own = await server.app.http.fastify.inject({
      url: `/api/documentos/${id}${part}`,
      headers: { authorization: `Bearer ${server.key}` },
    });
    const shared = await askedAt(token, part);
    expect([part, shared.statusCode, shared.rawPayload.equals(own.rawPayload)]).toEqual([part, 200, true]);
    expect(shared.headers['content-disposition']).toBe(own.headers['content-disposition']);
    expect(shared.headers['content-disposition']).toContain(eNCF);
  }
  for (const forma of ['carta', 'ticket'] as const) {
    const query = { forma };
    const own = await server.call(documentos.verPaginas, { params: { id }, query }, server.key);
    const shared = await server.call(enlaces.paginasCompartidas, { params: { token }, query });
    expect(shared.body).toEqual(own.body);
  }
});

test('a link that never existed, is malformed, expired, was closed, or whose company shares no longer: one refusal', async () => {
  const { id } = await issue();
  const token = await tokenOf(id);
  const invented = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  const wanted = await Promise.all(parts.map((part) => refusalAt(invented, part)));
  expect(wanted[0]!.statusCode).toBe(404);
  expect(wanted[0]!.headers['x-robots-tag']).toBe('noindex, nofollow');
  const all = (token: string) => Promise.all(parts.map((part) => refusalAt(token, part)));

  for (const malformed of ['x', '%20', '..%2F..', 'a'.repeat(190), 'a'.repeat(400), `${token}x`, id])
    expect([malformed, await all(malformed)]).toEqual([malformed, wanted]);

  expect((await askedAt(token, '')).statusCode).toBe(200);
  await set({ activo: false, dias: 90 });
  expect(await all(token)).toEqual(wanted);
  expect((await server.call(enlaces.verEnlace, { params: { id } }, server.key)).body).toEqual({
    activo: false,
    enlace: null,
  });
  await set({ activo: true, dias: 90 });
  expect((await askedAt(token, '')).statusCode).toBe(200);

  await update(sql`vence = now() - interval '1 second' where documento_id = ${id}`);
  expect(await all(token)).toEqual(wanted);
  const next = await tokenOf(id);
  expect(next).not.toBe(token);
  expect(await all(token)).toEqual(wanted);

  expect((await askedAt(next, '')).statusCode).toBe(200);
  expect((await unshare(id)).body).toEqual({ activo: true, enlace: null });
  expect(await all(next)).toEqual(wanted);
  const again = await tokenOf(id);
  expect([token, next]).not.toContain(again);
});

test('a signature that was removed to correct the document closes its page in the same words', async () => {
  const { id } = await issue();
  const token = await tokenOf(id);
  await verdictOf(id);
  await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql`update documento set xml = null, xml_sha256 = null, estado = 'pendiente' where id = ${id}`.execute(tx),
  );
  for (const part of parts) expect(await refusalAt(token, part)).toEqual(await refusalAt('x', part));
  expect((await share(id)).problem.code).toBe('documento/sin-firmar');
});

test('the page tells the state: on its way, conditional with the words of the DGII, rejected, annulled with its note', async () => {
  const { id } = await issue();
  const token = await tokenOf(id);
  await verdictOf(id);
  const state = async (estado: string, mensajes: object[] = []) => {
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql`update documento set estado = ${estado}, mensajes = ${JSON.stringify(mensajes)}::jsonb where id = ${id}`.execute(
        tx,
      ),
    );
    const { situacion, observaciones, anuladaPor } = (await open(token)).body;
    return [situacion, observaciones, anuladaPor];
  };
  for (const estado of ['firmado', 'enviado', 'recibido', 'en_proceso', 'sin_confirmar'])
    expect([estado, await state(estado)]).toEqual([estado, ['en_proceso', [], null]]);
  expect(await state('aceptado_condicional', [{ codigo: '12', valor: 'El RNC del comprador no existe' }])).toEqual([
    'aceptado_condicional',
    ['El RNC del comprador no existe'],
    null,
  ]);
  expect(await state('rechazado', [{ codigo: '1', valor: 'Interno' }])).toEqual(['rechazado', [], null]);
  expect(await state('aceptado')).toEqual(['aceptado', [], null]);
  const { body } = await server.call(
    documentos.anularDocumento,
    { params: { id }, body: { motivo: '02' } },
    server.key,
  );
  await verdictOf(body.nota.id);
  expect(await state('aceptado')).toEqual(['anulada', [], body.nota.eNCF]);
});

test('neither a rejected document, nor a summary, nor one of a company that does not share gets a link', async () => {
  const { id } = await issue();
  await verdictOf(id);
  await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql`update documento set estado = 'rechazado' where id = ${id}`.execute(tx),
  );
  expect((await share(id)).problem.code).toBe('enlaces/rechazado');
  const sale = await issue({ tipo: '32', comprador: null });
  const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
    sql<{ id: string }>`select id from documento where resume_a = ${sale.id}`.execute(tx),
  );
  expect((await share(rows[0]!.id)).problem.code).toBe('recurso/no-encontrado');
  await set({ activo: false, dias: null });
  expect((await share(sale.id)).problem.code).toBe('enlaces/desactivados');
  await set({ activo: true, dias: null });
  expect((await share(sale.id)).body.enlace!.vence).toBeNull();
  await set({ activo: true, dias: 90 });
});

test('a company that never chose does not share, only an administrator changes that, and each change is recorded', async () => {
  const other = await stranger(server, bare);
  const ajusteOf = async () => (await server.call(enlaces.verAjusteDeEnlaces, {}, other.sesion)).body;
  expect(await ajusteOf()).toEqual({ activo: false, dias: 90 });
  const body = { activo: true, dias: 365 } as const;
  const seller = await makePerson(server, other, 'facturador');
  expect((await server.call(enlaces.guardarAjusteDeEnlaces, { body }, seller)).problem.code).toBe('acceso/denegado');
  for (let times = 0; times < 2; times++)
    expect((await server.call(enlaces.guardarAjusteDeEnlaces, { body }, other.sesion)).body).toEqual(body);
  expect(await ajusteOf()).toEqual(body);
  const record = await server.call(auditoria.listarAuditoria, { query: { grupo: 'configuracion' } }, other.sesion);
  expect(record.body.entradas.filter(({ tipo }) => tipo === 'configuracion.enlaces')).toHaveLength(1);
});

test('a link opens the same for everybody and nothing else: neither a session nor a key of another company changes it', async () => {
  const other = await stranger(server, bare);
  const { id } = await issue();
  await verdictOf(id);
  const token = await tokenOf(id);
  const { id: second } = await issue({ precio: '300.00' });
  expect(await tokenOf(second)).not.toBe(token);
  const seen = await askedAt(token, '');
  for (const key of [other.sesion, other.clave, server.key, 'ses_inventada']) {
    const { statusCode, body } = await server.app.http.fastify.inject({
      url: `/api/enlaces/${token}`,
      headers: { authorization: `Bearer ${key}` },
      remoteAddress: newAddress(),
    });
    expect([statusCode, body]).toEqual([200, seen.body]);
  }
  for (const key of [other.sesion, other.clave])
    expect((await share(id, key)).problem.code).toBe('recurso/no-encontrado');
  for (const part of parts) expect(await refusalAt(second, part)).toEqual(await refusalAt('x', part));
});

test('a program shares with the scope that issues, and not with the one that reads', async () => {
  const { id } = await issue();
  const { body } = await server.call(configuracion.generarApiKey, { body: {} }, server.key);
  const scope = (alcances: ('leer' | 'emitir')[]) =>
    server.call(configuracion.guardarAlcances, { body: { alcances } }, server.key);
  await scope(['leer']);
  expect((await share(id, body.apiKey)).problem.code).toBe('clave/sin-alcance');
  await scope(['leer', 'emitir']);
  expect((await share(id, body.apiKey)).body.enlace!.por).toBe('API Key');
});

test('neither the database nor the log has an address that opens', async () => {
  const { id } = await issue();
  const token = await tokenOf(id);
  await askedAt(token, '');
  const { rows } = await server.ctx.db.system((tx) =>
    sql<{ text: string }>`select e::text as text from enlace_documento e`.execute(tx),
  );
  const hex = Buffer.from(token, 'base64url').toString('hex');
  for (const text of [...rows.map((row) => row.text), ...server.logged]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(hex);
  }
});

test('a network that asks too much waits, whether the link exists or not; others do not', async () => {
  const { id } = await issue();
  const token = await tokenOf(id);
  const from = '203.0.113.77';
  const statuses = [];
  for (let n = 0; n < 60; n++) statuses.push((await open('x', from)).status);
  expect(new Set(statuses)).toEqual(new Set([404]));
  const refused = await open(token, from);
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await open(token, '203.0.113.78')).status).toBe(200);
});

test('the page of a link is not for search engines', async () => {
  const page = (url: string) => server.app.http.fastify.inject({ url, headers: { accept: 'text/html' } });
  expect((await page('/f/cualquiera')).headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect((await page('/enciclopedia')).headers['x-robots-tag']).toBeUndefined();
});
