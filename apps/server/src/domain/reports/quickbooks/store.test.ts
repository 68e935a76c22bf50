import { reportes } from '@timbre/contract';
import {
  type AccountMapping,
  addToDirectory,
  derivePurchase,
  distinct,
  emptyDirectory,
  findNCF,
  indexMapping,
  lineWriter,
  quickbooksEntities,
  readQuickBooks,
  receiptFromQuickBooks,
} from '@timbre/reports';
import { numberPlaces, quickbooksYear } from '@timbre/reports/testing';
import { addMonths, type Periodo } from '@timbre/values';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withServer } from '../../../main/testing/server.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';
import { answerReceipts } from '../answer.ts';
import { bringUpToDate } from '../catch-up.ts';
import { loadReceipts } from '../load.ts';
import { rowPages, txtPages } from '../rows-repo.ts';
import { daysOf } from '../scope.ts';
import { received } from '../testing/documents.ts';
import { insertFiled } from '../testing/filed.ts';
import { knownDocuments, quickbooksFaults, type RealmScope, unseenDocuments } from './documents-repo.ts';
import type { FedDocument } from './read.ts';
import { type QuickBooksEnd, type QuickBooksOptions, storeQuickBooks } from './store.ts';

const server = withServer();
const agosto = '202608' as Periodo;
const supplier = '132111117';
let scope: RealmScope;
let sesion: string;

beforeAll(() => {
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
});
beforeEach(async () => {
  const { id, rnc, sesion: key } = await stranger(server, bare);
  sesion = key;
  scope = { empresaId: id, ambiente: 'testecf', rnc, realm: '9130' };
});

interface Fed extends FedDocument {
  readonly json: Record<string, unknown>;
}
const mapeo: AccountMapping = {
  mapping606: { monto_facturado_bienes: ['1'] },
  mapping607: {},
  mapeoTipos606: { 1: '09' },
  mapeoTipos607: {},
};
const options: QuickBooksOptions = {
  mapping: indexMapping(mapeo),
  directory: emptyDirectory(),
};
/** Stores documents a few hundred at a time. Returns how many ended in each way. */
async function store(documents: readonly Fed[], more: Partial<QuickBooksOptions> = {}) {
  const ends: Record<QuickBooksEnd['estado'], number> = {
    recibo: 0,
    iguales: 0,
    falla: 0,
    omitido: 0,
    espera: 0,
    borrado: 0,
  };
  for (let at = 0; at < documents.length; at += 200)
    for (const { estado } of await server.ctx.db.tenant(scope.empresaId, (tx) =>
      storeQuickBooks(tx, scope, documents.slice(at, at + 200), { ...options, ...more }, server.clock.now()),
    ))
      ends[estado]++;
  return ends;
}
const bill = (json: Record<string, unknown> = {}): Fed => ({
  entity: 'Bill',
  json: {
    Id: '7',
    TxnDate: '2026-08-14',
    DocNumber: 'E310000000001',
    VendorRef: { value: '56', name: `RNC ${supplier}` },
    Line: [
      {
        Amount: 1000,
        DetailType: 'AccountBasedExpenseLineDetail',
        AccountBasedExpenseLineDetail: { AccountRef: { value: '1' } },
      },
    ],
    TxnTaxDetail: { TotalTax: 180 },
    TotalAmt: 1180,
    ...json,
  },
});
async function rowsOf(periodo = agosto) {
  const rows = [];
  for await (const page of rowPages(server.ctx.db, scope, '606', daysOf(periodo))) rows.push(...page);
  return rows;
}
const summary = async () =>
  (await rowsOf()).map(({ ncf, fuente, subtotal, fila }) => [ncf, fuente, subtotal, JSON.parse(fila).itbis_costo]);
const answer = (ncf: string, respuestas: Record<string, string>, emisor = supplier) =>
  server.ctx.db.tenant(scope.empresaId, (tx) =>
    answerReceipts(server.ctx, tx, scope, '606', [{ emisor, ncf, respuestas }], {
      changing: 'persona',
      teach: false,
    }),
  );
const faults = () =>
  server.ctx.db.reading(scope.empresaId, (tx) => quickbooksFaults(tx, scope, daysOf(agosto), undefined, 10));

test('a year of books makes the lines of the package, and a second import changes nothing', async () => {
  const year = quickbooksYear(20_264, 25);
  scope = { ...scope, rnc: year.declarant.rnc };
  const directory = emptyDirectory();
  for (const { entity, json } of year.records) addToDirectory(directory, entity, json);
  const documents = quickbooksEntities.flatMap((entity) =>
    year.documents.filter((each) => each.entity === entity),
  ) as Fed[];
  const mapping = indexMapping(year.mapeo);
  const first = await store(documents, { directory, mapping });
  expect(Object.values(first).reduce((sum, n) => sum + n, 0)).toBe(documents.length);
  expect(first.falla).toBeGreaterThan(10);

  const numbers = new Map<string, string | undefined>(
    documents.map(({ entity, json }) => [`${entity}:${json.Id}`, findNCF(numberPlaces(json))]),
  );
  const context = {
    declarant: year.declarant,
    directory,
    mapping,
    numberOf: (entity: string, id: string) => numbers.get(`${entity}:${id}`),
  };
  const purchases = documents.flatMap(({ entity, json }) => {
    const read = readQuickBooks(entity, json);
    const outcome = 'failure' in read ? read : receiptFromQuickBooks(read, context);
    return 'receipt' in outcome && outcome.sentido === 'compra' ? derivePurchase(outcome.receipt, year.declarant) : [];
  });
  const write = lineWriter('606');
  const complete = [...distinct(purchases, true)].filter(({ pending }) => pending.length === 0);
  const theirs = complete.map(({ row }) => write(row as never)).sort();
  const ours: string[] = [];
  for (let i = 0; i < 12; i++)
    for await (const text of txtPages(server.ctx.db, scope, '606', addMonths('202601' as Periodo, i)))
      ours.push(...text.split('\r\n'));
  expect(theirs.length).toBeGreaterThan(10);
  expect(ours.sort()).toEqual(theirs);

  const again = await store(documents, { directory, mapping });
  expect([again.recibo, again.iguales, again.falla]).toEqual([0, first.recibo, first.falla]);
});

describe('documents of one number', () => {
  test('a document of the platform precedes a loaded receipt, and that precedes QuickBooks', async () => {
    await store([bill()]);
    expect(await summary()).toEqual([['E310000000001', 'quickbooks', '1000.00', undefined]]);
    await answer('E310000000001', { itbis_costo: '80.00' });
    const paper = {
      rnc: supplier,
      razonSocial: 'S',
      ncf: 'E310000000001',
      fecha: '2026-08-14',
      montoTotal: '2360',
      itbis: '360',
    };
    const loaded = await loadReceipts(server.ctx, scope, 'compra', [paper], 'persona', {
      por: 'x',
      via: 'web',
    } as never);
    expect(loaded).toEqual({ cargados: 1, repetidos: [], rechazados: [], avisos: [] });
    expect(await summary()).toEqual([['E310000000001', 'cargado', '2000.00', '80.00']]);
    expect(await store([bill({ TotalAmt: 590, TxnTaxDetail: { TotalTax: 90 } })])).toMatchObject({ recibo: 1 });
    expect(await summary()).toEqual([['E310000000001', 'cargado', '2000.00', '80.00']]);
    await server.ctx.db.tenant(scope.empresaId, (tx) =>
      received(tx, scope.empresaId, { eNCF: 'E310000000001', emisor: supplier, comprador: scope.rnc, gravado: 3000 }),
    );
    await bringUpToDate(server.ctx, scope, daysOf(agosto));
    await store([bill({ TotalAmt: 1180.5 })]);
    expect(await summary()).toEqual([['E310000000001', 'recibido', '3000.00', '80.00']]);
  });

  test('a second document of QuickBooks with one number is reported, and the first stays', async () => {
    expect(await store([bill(), bill({ Id: '8', TotalAmt: 1190 })])).toMatchObject({ recibo: 1, falla: 1 });
    expect(await summary()).toEqual([['E310000000001', 'quickbooks', '1000.00', undefined]]);
    expect((await faults()).map(({ qb_id, codigo }) => [qb_id, codigo])).toEqual([['8', 'QB-REPETIDO']]);
    expect(await store([bill({ Id: '8', TotalAmt: 1190 }), bill()])).toMatchObject({ iguales: 1, falla: 1 });
  });
});

describe('a document that changes in QuickBooks', () => {
  test('a changed document changes its receipt, which keeps its answers, also under another number', async () => {
    await store([bill()]);
    await answer('E310000000001', { itbis_costo: '80.00' });
    expect(await store([bill({ TotalAmt: 1280 })])).toMatchObject({ recibo: 1 });
    expect(await summary()).toEqual([['E310000000001', 'quickbooks', '1100.00', '80.00']]);
    await store([bill({ DocNumber: 'E310000000002' })]);
    expect(await summary()).toEqual([['E310000000002', 'quickbooks', '1000.00', '80.00']]);
  });

  test('a changed document that cannot be reported leaves the reports with its reason, and can return', async () => {
    await store([bill()]);
    await store([bill({ DocNumber: 'F-7' })]);
    expect(await rowsOf()).toEqual([]);
    expect((await faults()).map(({ codigo }) => codigo)).toEqual(['QB-SIN-NCF']);
    await store([bill()]);
    expect([(await rowsOf()).length, await faults()]).toEqual([1, []]);
  });

  test('a deleted document is reported, leaves the reports, and can return', async () => {
    const other = bill({ Id: '8', DocNumber: 'B0100000008' });
    await store([bill(), other]);
    expect(await store([{ entity: 'Bill', json: { Id: '7', status: 'Deleted' } }])).toMatchObject({ borrado: 1 });
    expect((await rowsOf()).map(({ ncf }) => ncf)).toEqual(['B0100000008']);
    expect((await faults()).map(({ qb_id, estado, ncf }) => [qb_id, estado, ncf])).toEqual([
      ['7', 'borrado', 'E310000000001'],
    ]);
    server.clock.advance(1_000);
    const since = server.clock.now();
    await store([bill()]);
    const unseen = await server.ctx.db.reading(scope.empresaId, (tx) =>
      unseenDocuments(tx, scope, ['Bill'], daysOf(agosto), since, 10),
    );
    expect(unseen).toEqual([{ entidad: 'Bill', qb_id: '8' }]);
    expect(await store([{ entity: 'Bill', json: { Id: '8', status: 'Deleted' } }])).toMatchObject({ borrado: 1 });
    expect((await rowsOf()).map(({ ncf }) => ncf)).toEqual(['E310000000001']);
  });
});

test('a document that would change a filed report waits until a person confirms it', async () => {
  await store([bill()]);
  await insertFiled(server, scope, '606', { desde: '2026-08-01', hasta: '2026-08-31' });
  const moved = bill({ TxnDate: '2026-09-02', TotalAmt: 1280 });
  expect(await store([moved, bill({ Id: '8', DocNumber: 'B0100000008' })])).toMatchObject({ espera: 2 });
  expect(await summary()).toEqual([['E310000000001', 'quickbooks', '1000.00', undefined]]);
  expect((await faults()).map(({ motivo }) => motivo)).toEqual([
    'Cambiaría un reporte ya presentado, 606 de 202608: rectifíquelo, y procese de nuevo con los presentados',
  ]);
  expect(await store([bill()])).toMatchObject({ espera: 1 });
  expect(await store([{ entity: 'Bill', json: { Id: '7', status: 'Deleted' } }])).toMatchObject({
    espera: 1,
  });
  expect(await summary()).toEqual([['E310000000001', 'quickbooks', '1000.00', undefined]]);
  expect(await store([moved], { aunquePresentado: true })).toMatchObject({ recibo: 1 });
  expect([await summary(), (await rowsOf('202609' as Periodo)).length]).toEqual([[], 1]);
});

test('an unreadable document is reported, also without a day or an id', { tags: ['SR5-23'] }, async () => {
  const broken: Fed[] = [
    { entity: 'Bill', json: { Id: '1' } },
    { entity: 'Bill', json: {} },
    bill({ Id: '2', TotalAmt: 'mil' }),
  ];
  expect(await store(broken)).toMatchObject({ falla: 3, recibo: 0 });
  expect((await faults()).map(({ codigo, fecha }) => [codigo, fecha])).toEqual([
    ['QB-FORMA', '0001-01-01'],
    ['QB-FORMA', '0001-01-01'],
    ['QB-FORMA', '2026-08-14'],
  ]);
});

test('the books, e-CF and TXT of a month are reconciled, with what to correct', { tags: ['SR5-34'] }, async () => {
  await server.ctx.db.tenant(scope.empresaId, async (tx) => {
    await received(tx, scope.empresaId, {
      eNCF: 'E310000000001',
      emisor: supplier,
      comprador: scope.rnc,
      gravado: 1100,
    });
    await received(tx, scope.empresaId, { eNCF: 'E310000000005', emisor: supplier, comprador: scope.rnc });
  });
  await store([bill(), bill({ Id: '8', DocNumber: 'E320000000008' }), bill({ Id: '9', DocNumber: 'B1300000001' })]);
  const query = { periodo: agosto };
  const { status, body } = await server.call(reportes.conciliarReporte, { params: { tipo: '606' }, query }, sesion);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    totales: { quickbooks: { cantidad: 3, monto: '3000.00' }, ecf: { cantidad: 2, monto: '2100.00' } },
    iguales: 0,
    distintos: 4,
  });
  expect(body.diferencias[0]).toMatchObject({ de: 'quickbooks', respectoA: 'ecf', monto: '42.86' });
  expect(body.comprobantes.map(({ ncf, faltaEn, campos }) => [ncf, faltaEn.join(), campos.join()])).toEqual([
    ['B1300000001', 'txt', ''],
    ['E310000000001', 'txt', 'monto,itbis'],
    ['E310000000005', 'quickbooks,txt', ''],
    ['E320000000008', 'ecf', ''],
  ]);
  expect(body.comprobantes[1]!.corregir).toContainEqual({
    donde: 'quickbooks',
    texto: 'Cambie el monto sin impuestos a RD$ 1,100.00, como dice el e-CF',
  });
});

test('a month without any data is reconciled too', async () => {
  const input = { params: { tipo: '607' }, query: { periodo: agosto } } as const;
  const { status, body } = await server.call(reportes.conciliarReporte, input, sesion);
  expect([status, body.totales.txt?.cantidad, body.comprobantes]).toEqual([200, 0, []]);
});

test('the documents that are not reported are listed page by page, each with its reason', {
  tags: ['SR5-34'],
}, async () => {
  const without = Array.from({ length: 260 }, (_, i) => bill({ Id: String(i), DocNumber: `F-${i}` }));
  await store(without);
  const list = async (despues?: string) =>
    (
      await server.call(
        reportes.documentosSinReportar,
        { query: { periodo: agosto, ...(despues && { despues }) } },
        sesion,
      )
    ).body;
  const first = await list();
  const second = await list(first.siguiente!);
  expect([first.documentos.length, second.documentos.length, second.siguiente]).toEqual([250, 10, null]);
  expect(new Set([...first.documentos, ...second.documentos].map(({ id }) => id)).size).toBe(260);
  expect(first.documentos[0]).toMatchObject({ estado: 'falla', codigo: 'QB-SIN-NCF', fecha: '2026-08-14' });
});

test('documents are read by their ids before the database has statistics of them', async () => {
  const documents = sql`
    insert into quickbooks_documento (empresa_id, ambiente, realm, entidad, qb_id, estado, sentido, fecha, visto)
    select ${scope.empresaId}, 'testecf', ${scope.realm}, 'Bill', n::text, 'omitido', 'compra', '2026-08-01', now()
    from generate_series(1, 20000) n`;
  const keys = Array.from({ length: 250 }, (_, i) => ({ entidad: 'Bill', qb_id: String(i) }) as const);
  const plan = await server.ctx.db.tenant(scope.empresaId, async (tx) => {
    await documents.execute(tx);
    return (await sql<Record<string, string>>`explain ${knownDocuments(scope, keys)}`.execute(tx)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  });
  expect(plan).toContain('using quickbooks_documento_pkey on quickbooks_documento');
});
