import { configuracion, documentos, facturas } from '@timbre/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

/** The permitted fields of a line of the access log. */
const fields = ['bytes', 'empresaId', 'hostname', 'id', 'ip', 'level', 'method', 'ms', 'msg', 'pid', 'route', 'status'];
const allowed = [...fields, 'time', 'usuarioId'];

type Entry = Readonly<Record<string, unknown>>;

describe.each([0, 1])('a request, behind %i proxies', (trustedProxies) => {
  const server = withServer({ trustedProxies });
  let company: Stranger;
  beforeAll(async () => {
    company = await stranger(server, { ...bare, certificado: true });
  });

  const entries = () => server.logged.map((line) => JSON.parse(line) as Entry);
  const answersTo = (id: string) => entries().filter((entry) => entry.id === id && entry.msg === 'answered');

  async function ask(url: string, headers: Record<string, string> = {}, more: object = {}) {
    const response = await server.app.http.fastify.inject({ url, remoteAddress: '203.0.113.9', headers, ...more });
    const id = String(response.headers['x-request-id']);
    await expect.poll(() => answersTo(id).length).toBe(1);
    return { response, id, entry: answersTo(id)[0]! };
  }

  test('a request is one line at info: who by ids, the declared route, and the result', async () => {
    const { response, entry } = await ask(facturas.listarFacturas.path, { authorization: `Bearer ${company.sesion}` });
    expect(response.statusCode).toBe(200);
    const { id: empresaId, usuarioId } = company;
    const bytes = response.rawPayload.length;
    const logged = {
      level: 30,
      method: 'GET',
      route: facturas.listarFacturas.path,
      status: 200,
      bytes,
      empresaId,
      usuarioId,
    };
    expect(entry).toMatchObject({ ...logged, ip: '203.0.113.9', time: expect.any(Number), ms: expect.any(Number) });
    expect(Object.keys(entry).filter((name) => !allowed.includes(name))).toEqual([]);
  });

  test('a request by an integration key has a company and no person', async () => {
    const { entry } = await ask(facturas.listarFacturas.path, { 'x-api-key': company.clave });
    expect(entry).toMatchObject({ empresaId: company.id });
    expect(entry).not.toHaveProperty('usuarioId');
  });

  test('a request has one id: in the header of the answer, in its problem and in the log', async () => {
    const { response, id, entry } = await ask(`/api/documentos/${company.id}`, { 'x-api-key': company.clave });
    expect(response.statusCode).toBe(404);
    expect(response.json().requestId).toBe(id);
    expect(entry).toMatchObject({ id, status: 404, route: documentos.verDocumento.path });
  });

  test('a request has an id of ours, or that of a proxy of ours if it is short and plain', async () => {
    const sent = 'Proxy-1_a.9';
    expect((await ask('/livez', { 'x-request-id': sent })).id === sent).toBe(trustedProxies > 0);
    for (const bad of ['', 'x'.repeat(65), 'a b', 'a"b', 'a{}', 'á', '<script>', `${company.clave}=`]) {
      const { id } = await ask('/livez', { 'x-request-id': bad });
      expect(id).toMatch(/^[\w-]{12}$/);
    }
  });

  test('a request has the address that the proxy of ours saw, and none that the client states', async () => {
    const { entry } = await ask('/livez', { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' });
    expect(entry.ip).toBe(trustedProxies > 0 ? '198.51.100.7' : '203.0.113.9');
  });

  test('a request of a health check is logged at debug level', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) expect((await ask(path)).entry).toMatchObject({ level: 20 });
  });

  test('a request leaves nothing that it wrote in the log: path, query, headers, body, names, RNC', async () => {
    const before = server.logged.length;
    const words = [
      'canario-de-ruta',
      'canario-de-consulta',
      'canario-de-agente',
      'canario-de-cuerpo',
      'canario-de-galleta',
    ];
    const [path, query, agent, body, cookie] = words;
    const headers = {
      authorization: `Bearer ${company.sesion}`,
      'user-agent': `${agent}`,
      cookie: `a=${cookie}`,
      referer: `https://timbre.ejemplo/?clave=${query}`,
      'content-type': 'application/json',
    };
    const urls = [
      `/${path}?apiKey=${query}`,
      `/api/documentos/${path}?rncEmisor=${company.rnc}&x=${query}`,
      `${facturas.listarFacturas.path}?rncEmisor=${company.rnc}&busqueda=${query}`,
    ];
    for (const url of urls) await ask(url, headers);
    const payload = JSON.stringify({ rncEmisor: company.rnc, secretoIngresado: body });
    for (const url of [configuracion.validarSecreto.path, `/${path}`])
      await ask(`${url}?x=${query}`, headers, { method: 'POST', payload });
    await ask(configuracion.validarSecreto.path, headers, { method: 'POST', payload: `{"a": "${body}` });
    const lines = server.logged.slice(before);
    expect(lines.length).toBeGreaterThanOrEqual(6);
    for (const word of [...words, company.rnc, company.sesion, company.clave, 'Empresa de Prueba', company.correo])
      expect(lines.filter((line) => line.includes(word))).toEqual([]);
  });
});
