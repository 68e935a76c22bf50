import { alcances, configuracion, emision, mapeo, recibidas } from '@timbre/contract';
import { createQuickBooksSimulator } from '@timbre/quickbooks-simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureInventedRegister } from '../domain/taxpayers/load-invented.ts';
import { connectCompany } from '../features/quickbooks/testing/connect.ts';
import { fullMapping, inventedDocuments } from '../features/quickbooks/testing/documents.ts';
import { saleOf } from './testing/draft.ts';
import { withIssuing } from './testing/issuing.ts';
import type { TestConfig } from './testing/server.ts';
import type { Place, Sent, SpecificationCall } from './testing/specification-calls/place.ts';
import { specificationCalls } from './testing/specification-calls.ts';
import { bare, type Stranger, stranger } from './testing/stranger.ts';
import { ecfXml, justNow, signedElsewhere, xmlForm } from './testing/xml.ts';

// Every call of the specification is sent exactly as a text writes it, bare and below /api, and its answer has the fields
// that the text reads.

const books = createQuickBooksSimulator({
  now: () => Date.UTC(2027, 0, 1),
  settings: { perSecond: 1_000, documents: inventedDocuments(30) },
});
const config: TestConfig = {};
beforeAll(async () => {
  Object.assign(config, { quickbooks: { baseUrl: await books.listen() } });
});
const server = withIssuing('testecf', { config });
afterAll(() => books.close());

let numbers = 0;
let place: Place;

beforeAll(async () => {
  const { company } = server;
  const key = company.sesion;
  const call: typeof server.call = server.call;
  const every = { alcances: Object.keys(alcances) as (keyof typeof alcances)[] };
  await call(configuracion.guardarAlcances, { body: every }, key);
  await ensureInventedRegister(server.ctx);
  await connectCompany(async (route, body) => (await call(route, { body } as never, key)).body);
  await call(mapeo.guardarMapeoDeCuentas, { params: { rnc: company.rnc }, body: { mapeo: fullMapping } as never }, key);
  await call(emision.enviarFactura, { body: saleOf({}) }, key);
  const fecha = { rncEmisor: company.rnc, serie: 'E' as const, tipo: '31', activo: true };
  await call(configuracion.guardarFecha, { body: { ...fecha, fechaVencimiento: '2028-12-31T00:00:00.000Z' } }, key);
  const received = ecfXml({ rnc: '131880600', eNCF: 'E310000000001', fechaFirma: justNow() });
  const { xml: toUs } = await signedElsewhere(server, received.replace(/(<RNCComprador>)\d+/, `$1${company.rnc}`));
  expect((await call(recibidas.subirRecibida, { form: xmlForm(toUs) }, key)).text).toContain('nueva');
  const other: Stranger = await stranger(server, bare);
  place = { server, company, other, root: await server.root(), fresh: () => (numbers += 1) };
});

/** The headers by which a caller is known. */
const headersOf = ({ by = 'persona' }: SpecificationCall): Record<string, string> =>
  ({
    persona: { authorization: `Bearer ${place.company.sesion}` },
    clave: { 'x-api-key': place.company.clave },
    otra: { authorization: `Bearer ${place.other.sesion}` },
    root: { authorization: `Bearer ${place.root}` },
    direccion: {},
    nadie: {},
  })[by];

async function send(row: SpecificationCall, path: string) {
  const { params = {}, query = {}, headers, body, form }: Sent = (await row.send?.(place)) ?? {};
  const key = row.by === 'direccion' ? { apiKey: place.company.sesion } : {};
  const asked = new URLSearchParams({ ...query, ...key }).toString();
  const address = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  const encoded = form && new Response(form);
  return server.app.http.fastify.inject({
    method: row.call.split(' ')[0] as 'GET',
    url: asked === '' ? address : `${address}?${asked}`,
    headers: {
      ...headersOf(row),
      ...headers,
      ...(encoded && { 'content-type': encoded.headers.get('content-type')! }),
    },
    ...(encoded && { payload: Buffer.from(await encoded.arrayBuffer()) }),
    ...(body && { payload: body }),
  });
}

/** Whether an answer has a field: `a.b`; of a list, its first item counts. */
function has(answer: unknown, name: string): boolean {
  let value = answer;
  for (const step of name.split('.')) {
    const one: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof one !== 'object' || one === null || !(step in one)) return false;
    value = (one as Record<string, unknown>)[step];
  }
  return true;
}

/** The path as it is written, and with `/api` before it, or without it where it is written with it. */
const bothOf = (path: string) => [path, /^\/api\//.test(path) ? path.slice('/api'.length) : `/api${path}`];

const rows = specificationCalls.flatMap((row) =>
  bothOf(row.call.split(' ')[1]!).map((path) => ({
    row,
    path,
    name: `${row.text}: ${row.call.split(' ')[0]} ${path}`,
  })),
);

test.each(rows)('$name answers as the specification writes it', { tags: ['S7-2', 'S7-15'] }, async ({ row, path }) => {
  const answer = await send(row, path);
  expect(answer.statusCode, answer.body.slice(0, 600)).toBeLessThan(300);
  const { reads } = row;
  const type = String(answer.headers['content-type']);
  if (reads === 'xml') expect(type).toContain('xml');
  if (reads === 'archivo')
    expect([answer.rawPayload.length > 0, type]).toEqual([true, expect.not.stringMatching(/^application\/json/)]);
  if (typeof reads === 'string') return;
  expect(type).toContain('application/json');
  expect(reads.filter((field) => !has(answer.json(), field))).toEqual([]);
});
