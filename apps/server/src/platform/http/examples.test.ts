import {
  alcances,
  aprobacionComercial,
  configuracion,
  documentos,
  emision,
  enlaces,
  entregas,
  facturas,
  importacion,
  mapeo,
  piloto,
  procesar,
  quienPuede,
  recibidas,
  reportes,
} from '@timbre/contract';
import { type Example, examples, filledExample, sampleValues } from '@timbre/contract/examples';
import { namedCalls } from '@timbre/contract/named';
import { createQuickBooksSimulator } from '@timbre/quickbooks-simulator';
import { emptyDirectory, indexMapping } from '@timbre/reports';
import { pathOf, type RouteSpec } from '@timbre/route';
import { formatENCF, formatFecha } from '@timbre/values';
import { toolOf } from '@timbre/workbook/testing/tools';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeQuickBooks } from '../../domain/reports/quickbooks/store.ts';
import { ensureInventedRegister } from '../../domain/taxpayers/load-invented.ts';
import { sampleFor } from '../../features/importacion/sample.ts';
import { connectCompany } from '../../features/quickbooks/testing/connect.ts';
import { fullMapping, inventedDocument, inventedDocuments } from '../../features/quickbooks/testing/documents.ts';
import { noteOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { makePeer } from '../../main/testing/peer.ts';
import type { TestConfig } from '../../main/testing/server.ts';
import { ecfXml, justNow, rfceXml, signedElsewhere } from '../../main/testing/xml.ts';
import { curlOf } from './example-call.ts';
import { undescribed } from './testing/described.ts';

// Sends every example of the reference to a new server, unchanged, with the integration key of its company.

/** The books of the company, in a year after the one of the examples. */
const quickbooks = createQuickBooksSimulator({
  now: () => Date.UTC(2027, 0, 1),
  settings: { perSecond: 1_000, documents: inventedDocuments(600, '2026-06') },
});
const config: TestConfig = {};
beforeAll(async () => {
  Object.assign(config, { quickbooks: { baseUrl: await quickbooks.listen() } });
});
const server = withIssuing('certecf', { config });
afterAll(() => quickbooks.close());
let clave: string;
/** The values of the variables of the examples, some from earlier answers. */
const values: Record<string, string> = {};
const files: Record<string, Buffer> = { 'declaracion.txt': Buffer.from('Declaro que es un ejemplo.') };

/** Calls whose address has the id of a person: an integration key has no person. */
const ofPersons = ['verConfiguracion', 'estadisticas'];

const byKey = namedCalls.filter(({ route: { policy } }) => policy !== 'publico' && quienPuede[policy].clave);
const routeOf = (name: string): RouteSpec => namedCalls.find((call) => call.name === name)!.route;

beforeAll(async () => {
  const { body } = await server.call(configuracion.generarApiKey, { body: {} }, server.key);
  clave = body.apiKey;
  const every = { alcances: Object.keys(alcances) as (keyof typeof alcances)[] };
  await server.call(configuracion.guardarAlcances, { body: every }, server.key);
  await ensureInventedRegister(server.ctx);
  const { rnc } = server;
  await server.call(enlaces.guardarAjusteDeEnlaces, { body: { activo: true, dias: 90 } }, server.key);
  await connectCompany(async (route, body) => (await server.call(route, { body } as never, server.key)).body);
  await server.call(
    mapeo.guardarMapeoDeCuentas,
    { params: { rnc }, body: { mapeo: fullMapping } as never },
    server.key,
  );
  // The expenses are held back, so that there is a run to cancel.
  quickbooks.control.fault({ kind: 'held', of: 'api', query: "select * from Purchase where TxnDate >= '2026-06-01'" });
  values.RNC = rnc;
  const ranges = await server.call(configuracion.listarSecuencias, {}, clave);
  values.RANGO = ranges.body.find(({ ambiente }) => ambiente === 'certecf')!.id;
  await server.call(
    configuracion.guardarCamposPdf,
    { body: { rncEmisor: rnc, campoNombreItem: 'NombreItem' } },
    server.key,
  );
  const free = (tipo: '31' | '32', at: number) => formatENCF(tipo, at);
  const bytesOf = async (xml: string) => Buffer.from((await signedElsewhere(server, xml)).xml);
  files['ecf.xml'] = Buffer.from(ecfXml({ rnc, eNCF: free('31', 501) }));
  files['ecf-firmado.xml'] = await bytesOf(ecfXml({ rnc, eNCF: free('31', 502), fechaFirma: justNow() }));
  files['otro-ecf-firmado.xml'] = await bytesOf(ecfXml({ rnc, eNCF: free('31', 503), fechaFirma: justNow() }));
  files['rfce-firmado.xml'] = await bytesOf(rfceXml({ rnc, eNCF: free('32', 504), codigo: 'aB3+/z' }));
  const approval = `<ACECF><DetalleAprobacionComercial><Version>1.0</Version><RNCEmisor>131246796</RNCEmisor><eNCF>E310000000007</eNCF><FechaEmision>${formatFecha(Date.now())}</FechaEmision><MontoTotal>118.00</MontoTotal><RNCComprador>${rnc}</RNCComprador><Estado>1</Estado><FechaHoraAprobacionComercial>${justNow()}</FechaHoraAprobacionComercial></DetalleAprobacionComercial></ACECF>`;
  files['acecf-firmado.xml'] = await bytesOf(approval);
  const approvals = [
    ['RNCEmisor', 'eNCF', 'FechaEmision', 'MontoTotal', 'RNCComprador'],
    ['131880681', 'E310000000005', '01-04-2026', '83320.00', rnc],
  ];
  files['aprobaciones.xlsx'] = xlsxOf({ Aprobaciones: approvals });
  files['herramienta-606.xlsm'] = toolOf('606');
  files['DGII_F_606.TXT'] = Buffer.from(`606|${rnc}|202608|0`);
  files['comprobantes.xlsx'] = xlsxOf({
    Compras: [
      ['RNC', 'NCF', 'Fecha', 'Monto total', 'ITBIS'],
      ['132111117', 'B0100000002', '14/08/2026', '1180.00', '180.00'],
    ],
  });
  files['cuentas.xlsx'] = xlsxOf({
    Cuentas: [
      ['Código', 'Nombre', 'Tipo'],
      ['6101', 'Energía eléctrica', 'Gasto'],
    ],
  });
  files['mapeo.json'] = Buffer.from('{"mapping606":{"campo11":["1106"]}}');
  await server.ctx.db.tenant(server.empresaId, (tx) =>
    storeQuickBooks(
      tx,
      { empresaId: server.empresaId, ambiente: 'certecf', rnc, realm: '9130' },
      [inventedDocument('Bill', 9, '2026-05-14')],
      {
        mapping: indexMapping({ mapping606: {}, mapping607: {}, mapeoTipos606: {}, mapeoTipos607: {} }),
        directory: emptyDirectory(),
      },
      new Date(),
    ),
  );
  const peer = makePeer(server);
  const toUs = (eNCF: string) =>
    peer.sign(ecfXml({ rnc: '131880600', eNCF, fechaFirma: justNow() }).replace(/(<RNCComprador>)\d+/, `$1${rnc}`));
  files['ecf-recibido.xml'] = Buffer.from(await toUs('E310000000001'));
  await peer.send(await toUs('E310000000002'));
  const { body: received } = await server.call(recibidas.listarRecibidas, {}, server.key);
  values.RECIBIDA = received.data[0]!.id;
});

/** The values that later examples need from an answer. */
const afterCall: Readonly<
  Record<string, (answer: { bytes: Buffer; json: Record<string, string> }) => Promise<void> | void>
> = {
  async enviarFactura({ json }) {
    const id = json.id!;
    values.DOCUMENTO = id;
    await server.until(async () => {
      const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
      return body.estado === 'aceptado';
    });
  },
  async signXmlFromDb({ json }) {
    const { rows } = await server.ctx.db.tenant(server.empresaId, (tx) =>
      sql<{ id: string }>`select id from documento where encf = ${formatENCF('31', 501)}`.execute(tx),
    );
    values.SIN_ENVIAR = rows[0]!.id;
    const { body } = await server.call(
      emision.enviarFactura,
      { body: noteOf(formatENCF('31', 501), { precio: '10.00' }) },
      server.key,
    );
    values.EN_CAMINO = body.id;
    values.XML = json.signedXml!.replace(/<Signature.*<\/Signature>/s, '');
  },
  libroDeMuestra: ({ bytes }) => {
    files['libro.xlsx'] = bytes;
  },
  async responderRecibida() {
    const params = { id: values.RECIBIDA! };
    const { body } = await server.call(recibidas.verRecibida, { params }, server.key);
    values.RESPUESTA = body.respuestas[0]!.id;
  },
  async listarAprobaciones() {
    const { body } = await server.call(aprobacionComercial.listarAprobaciones, {}, server.key);
    values.APROBACION = body.aprobaciones[0]!.id;
  },
  async crearImportacion({ json }) {
    const id = json.id!;
    values.IMPORTACION = id;
    await server.until(async () => {
      const { body } = await server.call(importacion.verImportacion, { params: { id } }, server.key);
      return body.estado === 'listo';
    });
  },
  async generarLoteDeSimulacion({ json }) {
    const { body } = await server.call(
      importacion.listarFilas,
      { params: { id: json.importacionId! }, query: { limite: 1 } },
      server.key,
    );
    values.SIMULADO = body.documentos[0]!.id;
  },
  async generarReporte() {
    const generated = async (tipo: '606' | '607' | 'it1') => {
      const dates = { fechaDesde: '2026-08-01', fechaHasta: '2026-08-31' };
      const query = { params: { tipo }, query: dates };
      const newest = async () => (await server.call(reportes.listarReportes, query, server.key)).body[0];
      if ((await newest()) === undefined)
        await server.call(reportes.generarReporte, { params: { tipo }, body: dates }, server.key);
      const ready = await server.until(async () => {
        const report = await newest();
        return report?.estado === 'listo' && report;
      });
      return ready._id;
    };
    values.REPORTE = await generated('606');
    await generated('607');
    values.RESUMEN = await generated('it1');
  },
  async procesarReportes({ json }) {
    const { ID: id } = (json as unknown as { ejecucion: procesar.Ejecucion }).ejecucion;
    values.EJECUCION = id;
    await server.until(async () => {
      const { body } = await server.call(procesar.verEjecucion, { params: { id } }, server.key);
      return body.RegistrosProcesados > 0;
    });
  },
  cancelarEjecucion: () => quickbooks.control.clearFaults(),
  async verPiloto() {
    files['set-de-datos.xlsx'] = await sampleFor(server.ctx, server.empresaId);
    files['postulacion.xml'] = Buffer.from('<Postulacion><RNC>131000016</RNC></Postulacion>');
  },
  cargarEnPiloto: () => pilotReaches('listo'),
  ensayarPiloto: () => pilotReaches('listo'),
  enviarPiloto: () => pilotReaches('completo'),
  /** No buyer acknowledges in certification, which has no directory: an acknowledgement is stored instead. */
  async verEntrega() {
    await server.until(async () => {
      const { body } = await server.call(entregas.verEntrega, { params: { id: values.DOCUMENTO! } }, server.key);
      return body?.estado === 'sin_direccion';
    });
    await server.ctx.db.tenant(server.empresaId, (tx) => sql`update entrega set acuse = '<ARECF/>'`.execute(tx));
    values.HUELLA = sampleValues.HUELLA!;
    const answer = { xml: Buffer.from('<ACECF/>'), xml_sha256: Buffer.from(values.HUELLA, 'hex') };
    const approval = { aprobada: true, motivo: null, fecha_hora: '01-03-2026 10:00:00', titular: '', firmante: '' };
    await server.ctx.db.tenant(server.empresaId, (tx) =>
      tx
        .insertInto('aprobacion_recibida')
        .values({
          empresa_id: server.empresaId,
          documento_id: values.DOCUMENTO!,
          ...answer,
          ...approval,
          recibida: new Date(),
        })
        .execute(),
    );
  },
  semilla: signSeed,
  semillaDeAuth: signSeed,
};

async function signSeed({ bytes }: { readonly bytes: Buffer }): Promise<void> {
  files['semilla-firmada.xml'] = Buffer.from((await signedElsewhere(server, bytes.toString('utf8'))).xml);
}

async function pilotReaches(etapa: piloto.EtapaDePiloto): Promise<void> {
  await server.until(async () => {
    const { body } = await server.call(piloto.verPiloto, {}, server.key);
    return body.comprobantes?.etapa === etapa;
  });
}

async function send(route: RouteSpec, { params, query, headers, body, form }: Example) {
  const parts = new FormData();
  for (const [name, value] of Object.entries(form ?? {})) {
    const file = value.startsWith('@') ? value.slice(1) : undefined;
    if (file === undefined) parts.set(name, value);
    else parts.set(name, new File([new Uint8Array(files[file]!)], file));
  }
  const encoded = form === undefined ? undefined : new Response(parts);
  const response = await server.app.http.fastify.inject({
    method: route.method,
    url: pathOf(route, { ...(params && { params }), ...(query && { query }) }),
    headers: {
      ...headers,
      'x-api-key': clave,
      ...(encoded && { 'content-type': encoded.headers.get('content-type')! }),
    },
    ...(encoded && { payload: Buffer.from(await encoded.arrayBuffer()) }),
    ...(body && { payload: body }),
    payloadAsStream: true,
  });
  const events = route.answerKind === 'eventos';
  if (events) response.stream().destroy();
  const chunks: Buffer[] = [];
  if (!events) for await (const chunk of response.stream()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const json = /json/.test(String(response.headers['content-type'])) ? JSON.parse(bytes.toString('utf8')) : {};
  const strange = undescribed(route, response.statusCode, response.headers, bytes.length === 0 && !events);
  return { status: response.statusCode, bytes, json, strange };
}

test('each call open to an integration key has an example, and no other has', { tags: ['S7-1'] }, () => {
  const expected = byKey.map(({ name }) => name).filter((name) => !ofPersons.includes(name));
  const hint = '`examples` in the contract’s file of the feature, or a row of packages/contract/src/examples.ts';
  expect(Object.keys(examples).sort(), `each call that an integration key can make has a row: ${hint}`).toEqual(
    expected.sort(),
  );
});

test.each(Object.entries(examples))('%s answers as in its example', { tags: ['SI7-9'] }, async (name, example) => {
  const route = routeOf(name);
  const answer = await send(route, filledExample(example, values));
  expect([answer.status, answer.status < 400 ? '' : answer.json]).toEqual([example.status, '']);
  if (route.answer !== undefined) expect([...Value.Errors(route.answer, answer.json)]).toEqual([]);
  expect(answer.strange, 'what OpenAPI does not describe').toEqual([]);
  await afterCall[name]?.(answer);
});

test('each example is in the reference as a command, and in OpenAPI with values for its variables', async () => {
  const { body: page } = await server.app.http.fastify.inject('/api/docs');
  const openApi = (await server.app.http.fastify.inject('/api/openapi.json')).json();
  for (const [name, example] of Object.entries(examples)) {
    const route = routeOf(name);
    const command = curlOf(route, example);
    expect(page).toContain(
      command.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    );
    const operation = openApi.paths[route.path.replace(/:(\w+)/g, '{$1}')][route.method.toLowerCase()];
    const [content] = Object.values<{ example?: unknown }>(operation.requestBody?.content ?? {});
    expect([name, content?.example]).toEqual([
      name,
      (example.body ?? example.form) ? filledExample(example.body ?? example.form) : undefined,
    ]);
    const shown = Object.fromEntries(
      operation.parameters.flatMap(({ name, example }: { name: string; example?: unknown }) =>
        example === undefined ? [] : [[name, example]],
      ),
    );
    expect([name, shown]).toEqual([name, filledExample({ ...example.params, ...example.query, ...example.headers })]);
  }
  const variables = JSON.stringify(examples)
    .match(/\$[A-Z_]+/g)!
    .map((name) => name.slice(1));
  expect([...new Set(variables)].filter((name) => sampleValues[name] === undefined)).toEqual([]);
});

test('an example is a command of the shell', () => {
  expect(curlOf(documentos.verXml, examples.verXml!)).toBe(
    'curl "$TIMBRE/api/documentos/$DOCUMENTO/xml" \\\n  -H "X-API-KEY: $CLAVE"',
  );
  expect(curlOf(documentos.editarXml, examples.editarXml!)).toContain(`-d '{\n  "xml": "'"$XML"'"\n}'`);
  expect(curlOf(facturas.listarFacturas, examples.listarFacturas!)).toContain('?fechaDesde=2026-01-01&limit=10"');
});
