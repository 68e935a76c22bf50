import { facturas } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildBlocks, documentsToSign } from '../../domain/comprobantes/blocks/build.ts';
import type { FacturaFilter } from '../../domain/comprobantes/queries/factura-filter.ts';
import { facturasQuery, newest, type Sorted } from '../../domain/comprobantes/queries/facturas.ts';
import { documentRow } from '../../main/testing/documento.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { ecfXml, justNow } from '../../main/testing/xml.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Place } from '../../platform/input/keyset-cursor.ts';

const server = withServer();
let company: Stranger;
let large: Stranger;
/** For each of five large companies. */
const many = 10_000;

/** Signed documents of a company; every third one is the summary of the one before. */
const insert = (empresaId: string, rnc: string, count: number) =>
  server.ctx.db.tenant(empresaId, (tx) =>
    sql`
      insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, es_rfce, resume_a, estado, fecha_emision,
        monto_total, rnc_comprador, razon_comprador, xml, xml_sha256, codigo_seguridad, fecha_firma, track_id, codigo,
        mensajes, origen, creado)
      select ${empresaId}::uuid, gen_random_uuid(), 'testecf', ${rnc}, case when n % 3 = 0 then 32 else 31 end, n,
        'E31' || lpad(n::text, 10, '0'), n % 3 = 0, case when n % 3 = 0 then gen_random_uuid() end, case when n % 100 = 1 then 'rechazado' else 'aceptado' end,
        date '2026-01-01' + (n / 1000), n, '199000110', 'Comprador ' || n,
        '<ECF><RNCComprador>199000110</RNCComprador><MontoTotal>' || n || '.0</MontoTotal></ECF>', '\\x00', 'a+/=b&',
        '16-03-2026 10:00:00', 'track-' || n, '1', '[{"codigo": "0", "valor": "Bien"}, {"codigo": "1", "valor": "Otro"}]',
        'api', now()
      from generate_series(1, ${count}) as n`.execute(tx),
  );

beforeAll(async () => {
  company = await stranger(server, bare);
  large = await stranger(server, bare);
  await insert(company.id, company.rnc, 250);
  await insert(large.id, large.rnc, many);
  for (let i = 0; i < 4; i++) {
    const other = await stranger(server, bare);
    await insert(other.id, other.rnc, many);
  }
  await server.ctx.db.tenant(company.id, (tx) =>
    tx
      .insertInto('documento')
      .values({
        empresa_id: company.id,
        id: newId(new Date()),
        ambiente: 'testecf',
        rnc_emisor: company.rnc,
        tipo: 31,
        numero: 999,
        encf: 'E310000000999',
        estado: 'pendiente',
        fecha_emision: '2026-01-01',
        monto_total: '1.00',
        origen: 'excel',
        creado: new Date(),
      })
      .execute(),
  );
  await buildBlocks(server.ctx.db, new Date(Date.now() + 60 * 60_000));
  await server.ctx.db.owner((tx) => sql`analyze documento`.execute(tx));
  await server.ctx.db.owner((tx) => sql`analyze documento_bloque`.execute(tx));
});

const list = (query: object = {}, key = company.clave) => server.call(facturas.listarFacturas, { query }, key);

describe('the invoices issued', () => {
  test('the invoices come newest first, in the words of the specification, without drafts nor summaries', async () => {
    const { body } = await list({ limit: 2 });
    expect(body.map(({ eNCF }) => eNCF)).toEqual(['E310000000250', 'E310000000248']);
    expect(body[0]).toMatchObject({
      trackID: 'track-250',
      rncEmisor: company.rnc,
      rncComprador: '199000110',
      montoTotal: '250.00',
      fechaEmision: '01-01-2026',
      estado: 'aceptado',
      codigoRespuesta: '1',
      mensajeRespuesta: 'Bien · Otro',
    });
  });

  test('the stamp’s address carries the values as the signed XML has them', async () => {
    const { body } = await list({ limit: 1 });
    const url = new URL(body[0]!.urlQR!);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      RncEmisor: company.rnc,
      RncComprador: '199000110',
      ENCF: 'E310000000250',
      FechaEmision: '01-01-2026',
      MontoTotal: '250.0',
      FechaFirma: '16-03-2026 10:00:00',
      CodigoSeguridad: 'a+/=b&',
    });
  });

  test('an environment that is none is refused, in the list and in its figures', { tags: ['SI7-14'] }, async () => {
    expect((await list({ ambiente: 'ninguno' })).problem.detail).toContain('No hay un ambiente «ninguno»');
    const query = { ambiente: 'ninguno' };
    expect((await server.call(facturas.resumirFacturas, { query }, company.clave)).status).toBe(400);
  });

  test('an invoice has its XML, its JSON and what they say, unless the caller wants none', {
    tags: ['SI7-14'],
  }, async () => {
    const owner = await stranger(server, bare);
    const eNCF = 'E310000000001';
    const forms = [1, 4].map(
      (forma) => `<FormaDePago><FormaPago>${forma}</FormaPago><MontoPago>50.00</MontoPago></FormaDePago>`,
    );
    const xml = ecfXml({ rnc: owner.rnc, eNCF, fechaFirma: justNow() }).replace(
      '</IdDoc>',
      `<TablaFormasPago>${forms.join('')}</TablaFormasPago></IdDoc>`,
    );
    await server.ctx.db.tenant(owner.id, (tx) =>
      tx
        .insertInto('documento')
        .values(documentRow(owner, 31, 1, { xml, estado: 'aceptado' }))
        .execute(),
    );
    const [row] = (await list({}, owner.clave)).body;
    expect(row).toMatchObject({
      xml,
      json: { Encabezado: { IdDoc: { eNCF } } },
      formaPago: '1,4',
      fechaVencimiento: '31-12-2028',
      secuenciaECF: '0000000001',
      codigoEstado: '1',
    });
    const [light] = (await list({ sinXml: true }, owner.clave)).body;
    expect(light).not.toHaveProperty('xml');
    expect(light).not.toHaveProperty('json');
  });

  test('a page has no more than 4 MB of XML: what is beyond has none', { tags: ['SI7-14'] }, async () => {
    const heavy = `<ECF><Nota>${'x'.repeat(3 * 1024 ** 2)}</Nota></ECF>`;
    const owner = await stranger(server, bare);
    await server.ctx.db.tenant(owner.id, (tx) =>
      tx
        .insertInto('documento')
        .values([1, 2].map((numero) => documentRow(owner, 31, numero, { xml: heavy })))
        .execute(),
    );
    const { body } = await list({}, owner.clave);
    expect(body.map(({ xml }) => xml?.length ?? null)).toEqual([heavy.length, null]);
    expect((await list({ limit: 1 }, owner.clave)).body[0]!.xml).toHaveLength(heavy.length);
  });

  test('the invoices come page after page, each once, to the last', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await list({ limit: 40, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...body.map(({ eNCF }) => eNCF));
      cursor = headers['x-siguiente'];
    } while (cursor !== undefined);
    const all = Array.from({ length: 250 }, (_, i) => 250 - i).filter((n) => n % 3 !== 0);
    expect(seen).toEqual(all.map((n) => `E31${String(n).padStart(10, '0')}`));
  });

  test.each<[FacturaFilter, (n: number) => boolean]>([
    [{ estado: 'rechazado' }, (n) => n % 100 === 1],
    [{ eNCF: 'e310000000100' }, (n) => n === 100],
    [{ eNCF: '024' }, (n) => String(n).padStart(10, '0').includes('024')],
    [{ trackId: 'TRACK-19' }, (n) => `track-${n}`.includes('track-19')],
    [{ eNCF: '%' }, () => false],
    [{ ambiente: 'ecf' }, () => false],
    [{ ambiente: 'PRUEBA' as never }, () => true],
    [{ ambiente: 'Test' as never }, () => true],
    [{ ambiente: 'TODOS' as never }, () => true],
    [{ ambiente: 'Certificacion' as never }, () => false],
    [{ ambiente: 'PRD' as never }, () => false],
    [{ fechaDesde: '2026-01-02' }, () => false],
    [{ fechaDesde: '2026-01-01', fechaHasta: '2026-01-01', estado: 'rechazado' }, (n) => n % 100 === 1],
    [{ tipo: '31' }, () => true],
    [{ tipo: '34' }, () => false],
    [{ buscar: 'e31000000024' }, (n) => n >= 240 && n < 250],
    [{ buscar: 'TRACK-19' }, (n) => `track-${n}`.includes('track-19')],
    [{ buscar: 'COMPRÁDOR 24' }, (n) => `comprador ${n}`.includes('comprador 24')],
    [{ buscar: '199-00011-0' }, () => true],
    [{ buscar: '199000111' }, () => false],
    [{ buscar: '_%' }, () => false],
  ])('the invoices are filtered by %j', { tags: ['SI2.1-1'] }, async (filter, fits) => {
    const { body } = await list(filter);
    const expected = Array.from({ length: 250 }, (_, i) => 250 - i).filter((n) => n % 3 !== 0 && fits(n));
    expect(body.map(({ eNCF }) => Number(eNCF.slice(3)))).toEqual(expected.slice(0, 100));
  });

  test.each(facturas.ordenes)('the invoices in the order %s come page by page, each once', async (orden) => {
    const seen: facturas.Factura[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await list({ limit: 30, orden, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...body);
      cursor = headers['x-siguiente'];
    } while (cursor !== undefined);
    const sortValue = {
      recientes: (row: facturas.Factura) => -Number(row.eNCF.slice(3)),
      emision: (row: facturas.Factura) => Date.parse(row.fechaEmision.split('-').reverse().join('-')),
      monto: (row: facturas.Factura) => Number(row.montoTotal),
      eNCF: (row: facturas.Factura) => Number(row.eNCF.slice(3)),
    }[orden.replace('-', '') as 'monto'];
    const values = seen.map(sortValue);
    const sign = orden.startsWith('-') ? -1 : 1;
    expect(values).toEqual([...values].sort((a, b) => sign * (a - b)));
    expect(new Set(seen.map(({ eNCF }) => eNCF)).size).toBe(167);
    expect(seen).toHaveLength(167);
  });

  test('a cursor of one order is refused in another', async () => {
    const { headers } = await list({ limit: 10, orden: 'monto' });
    for (const orden of ['recientes', 'emision', '-eNCF'] as const)
      expect((await list({ orden, cursor: headers['x-siguiente'] })).problem.code).toBe('peticion/invalida');
  });

  test('the invoices are counted and summed; credit notes subtract; a search has the count of its matches', async () => {
    const summary = async (query: object, key = company.clave) =>
      (await server.call(facturas.resumirFacturas, { query }, key)).body;
    const all = Array.from({ length: 250 }, (_, i) => i + 1).filter((n) => n % 3 !== 0);
    const sum = (numbers: readonly number[]) => `${numbers.reduce((a, b) => a + b, 0)}.00`;
    const rejected = all.filter((n) => n % 100 === 1);
    const accepted = all.filter((n) => n % 100 !== 1);
    const none = { montoCompras: '0.00', hayMas: false };
    expect(await summary({})).toEqual({ ...none, comprobantes: 167, montoTotal: sum(accepted), rechazados: 2 });
    expect(await summary({ estado: 'rechazado' })).toMatchObject({ comprobantes: 2, montoTotal: sum(rejected) });
    expect(await summary({ fechaDesde: '2027-01-01' })).toEqual({
      ...none,
      comprobantes: 0,
      montoTotal: '0.00',
      rechazados: 0,
    });
    expect(await summary({ buscar: 'comprador' }, large.clave)).toMatchObject({ comprobantes: 1_001, hayMas: true });
    await server.ctx.db.tenant(company.id, (tx) =>
      sql`update documento set tipo = 34 where encf = 'E310000000250'`.execute(tx),
    );
    expect((await summary({})).montoTotal).toBe(sum([...accepted, -500]));
  });

  test('the invoices of another company are not listed', async () => {
    const { body } = await list({ eNCF: 'E310000009999' });
    expect(body).toEqual([]);
  });

  test('a made-up cursor, a page too large and another’s user are refused', async () => {
    expect((await list({ cursor: 'x' })).problem.code).toBe('peticion/invalida');
    expect((await list({ limit: 101 })).problem.code).toBe('peticion/invalida');
    expect((await list({ userId: large.usuarioId }, company.sesion)).problem.code).toBe('acceso/denegado');
    expect((await list({ userId: company.usuarioId, apiKey: 'x' }, company.sesion)).status).toBe(200);
  });
});

test.each<[string, FacturaFilter, { sorted?: Sorted; after?: Place }?]>([
  ['the first page', {}],
  ['a page in the middle', {}, { after: { orden: many / 2 } }],
  ['by state', { estado: 'rechazado' }],
  ['by a state that is not final', { estado: 'enviado' }],
  ['by date', { fechaDesde: '2026-01-04', fechaHasta: '2026-01-04' }],
  ['by type and environment', { tipo: '34', ambiente: 'testecf' }],
  ['by a whole eNCF', { eNCF: 'E310000001234' }],
  ['by part of an eNCF', { eNCF: '1234' }],
  ['by part of a Track ID', { trackId: 'ck-12' }],
  ['by a search', { buscar: 'comprador 77' }],
  ['by a search with few matches, by amount', { buscar: '777' }, { sorted: { orden: '-monto', way: 'all' } }],
  ['all by amount', {}, { sorted: { orden: '-monto', way: 'index' } }],
  ['rejected by amount', { estado: 'rechazado' }, { sorted: { orden: '-monto', way: 'index' } }],
  [
    'all by amount, further on',
    {},
    { sorted: { orden: 'monto', way: 'index' }, after: { orden: 1, value: '5000.00' } },
  ],
  ['all by date', {}, { sorted: { orden: 'emision', way: 'index' } }],
  ['all by eNCF', {}, { sorted: { orden: '-eNCF', way: 'index' } }],
])('no table is read whole for %s', async (_, filter, { sorted = newest(filter), after } = {}) => {
  const plan = await planOf((tx) => facturasQuery(large.id, filter, sorted, after, 101).compile(tx));
  expect(plan).toMatch(/Index Scan|Bitmap/);
  expect(plan).not.toMatch(/Seq Scan on documento/);
});

test('the blocks are read newest first, only as far as a page needs', async () => {
  const filter = { buscar: 'comprador', fechaDesde: '2026-01-01' };
  const plan = await planOf((tx) => facturasQuery(large.id, filter, newest(filter), undefined, 101).compile(tx));
  expect(plan).toMatch(/Incremental Sort/);
  expect(plan).toMatch(/Index Scan Backward using documento_bloque_pkey/);
});

test('rejected invoices by amount are read in the order of their index', async () => {
  const filter: FacturaFilter = { estado: 'rechazado' };
  const sorted: Sorted = { orden: '-monto', way: 'index' };
  // Some 70 match. For a page with most of them, the index would cost no less than sorting.
  const plan = await planOf((tx) => facturasQuery(large.id, filter, sorted, undefined, 2).compile(tx));
  expect(plan).toMatch(/Index Scan Backward using documento_por_estado/);
});

test('the documents of blocks without a signature are read along an index', async () => {
  const plan = await planOf((tx) => documentsToSign(large.id, -1).compile(tx));
  expect(plan).not.toMatch(/Seq Scan on documento/);
  expect(plan).toMatch(/Index Cond: .*orden = ANY/);
});

const planOf = (
  query: (tx: Tx) => { readonly sql: string; readonly parameters: readonly unknown[] },
): Promise<string> =>
  server.ctx.db.tenant(large.id, async (tx) => {
    const { sql: text, parameters } = query(tx);
    const { rows } = await tx.executeQuery<Record<string, string>>({
      sql: `explain ${text}`,
      parameters,
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: '' },
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
