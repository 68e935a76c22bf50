import { estadosAceptados } from '@timbre/contract';
import type { Periodo } from '@timbre/values';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import type { Desk } from '../desk/desk.ts';
import { bringUpToDate } from './catch-up.ts';
import { problemsOfMonth } from './check-rows.ts';
import { listDamaged } from './damaged-repo.ts';
import { loadReceipts } from './load.ts';
import { type RenglonRow, rowOf, rowPage, rowPages, rowsOfReceipts, totalsOf, txtPages } from './rows-repo.ts';
import { daysOf, type Scope } from './scope.ts';
import type { ReporteDeRenglones } from './tables.ts';
import { counted, type Draft, ecfOf, issued, received, says } from './testing/documents.ts';

const server = withServer();
const agosto = daysOf('202608' as Periodo);
const supplier = '132111117';
const person = '00100000017';

let company: Stranger;
let scope: Scope;
const scopeOf = ({ id, rnc }: Stranger): Scope => ({ empresaId: id, ambiente: 'testecf', rnc });
const catchUp = (of = scope) => bringUpToDate(server.ctx, of, agosto);

beforeAll(async () => {
  company = await stranger(server, bare);
  scope = scopeOf(company);
});

async function rowsOf(reporte: ReporteDeRenglones, of = scope, days = agosto): Promise<RenglonRow[]> {
  const rows: RenglonRow[] = [];
  for await (const page of rowPages(server.ctx.db, of, reporte, days)) rows.push(...page);
  return rows;
}
const numbersOf = async (reporte: ReporteDeRenglones) => (await rowsOf(reporte)).map(({ ncf }) => ncf);
const within = <T>(work: (tx: Parameters<Parameters<typeof server.ctx.db.tenant>[1]>[0]) => Promise<T>) =>
  server.ctx.db.tenant(company.id, work);

test('documents of every type end in the rows of their side', async () => {
  const own = company.rnc;
  const n = (tipo: number) => `E${tipo}0000000001`;
  const drafts: Draft[] = [
    { eNCF: n(31), emisor: own, comprador: supplier },
    { eNCF: n(32), emisor: own },
    { eNCF: n(33), emisor: own, comprador: supplier, modifica: n(31) },
    { eNCF: n(34), emisor: own, comprador: supplier, modifica: n(31), gravado: 100 },
    { eNCF: n(41), emisor: own, comprador: person, bienServicio: 2, retenido: { itbis: '180.00', isr: '150.00' } },
    { eNCF: n(43), emisor: own },
    { eNCF: n(44), emisor: own, comprador: supplier },
    { eNCF: n(45), emisor: own, comprador: supplier },
    { eNCF: n(46), emisor: own, extranjero: 'PA-1' },
    { eNCF: n(47), emisor: own, extranjero: 'PA-2', bienServicio: 2 },
    { eNCF: 'E340000000009', emisor: own, comprador: person, modifica: n(41), gravado: 10 },
  ];
  await within(async (tx) => {
    for (const draft of drafts) await issued(tx, company.id, draft);
    // None of these is reported.
    await issued(tx, company.id, { eNCF: 'E310000000090', emisor: own, comprador: supplier }, { estado: 'rechazado' });
    await issued(tx, company.id, { eNCF: 'E310000000091', emisor: own, comprador: supplier }, { ambiente: 'certecf' });
    await issued(tx, company.id, { eNCF: 'E310000000092', emisor: own, comprador: supplier, fecha: '2026-09-01' });
    await issued(tx, company.id, { eNCF: 'E320000000093', emisor: own }, { es_rfce: true });
    await received(tx, company.id, { eNCF: n(31), emisor: supplier, comprador: own });
  });
  expect(await catchUp()).toBe(true);
  const side = (tipos: number[]) => tipos.map(n).sort();
  expect((await numbersOf('607')).sort()).toEqual(side([31, 32, 33, 34, 44, 45, 46]));
  expect((await numbersOf('606')).sort()).toEqual([...side([31, 41, 43, 47]), 'E340000000009'].sort());
  expect(await numbersOf('609')).toEqual([n(47)]);
  const bought = new Map((await rowsOf('606')).map((row) => [row.ncf, rowOf(row)]));
  expect(bought.get(n(41))).toMatchObject({ rnc: person, fuente: 'emitido', razonSocial: `Comprador de ${n(41)}` });
  expect(bought.get(n(31))).toMatchObject({ rnc: supplier, fuente: 'recibido', razonSocial: `Emisor ${supplier}` });
  expect(bought.get('E340000000009')).toMatchObject({ notaCredito: true, montoTotal: '-11.80', rnc: person });
  const [sale] = (await rowsOf('607')).filter(({ ncf }) => ncf === n(31));
  expect(sale).toMatchObject({ destino: 'e-CF', pendientes: [], linea: null });
});

test('totals subtract credit notes, and every amount is that of the rows', async () => {
  const totals = await server.ctx.db.reading(company.id, (tx) => totalsOf(tx, scope, '607', agosto));
  // Six sales of 1,000 and a credit note of 100.
  expect(totals).toMatchObject({ filas: 7, detalle: 0, subtotal: '5900.00', itbis: '1062.00', total: '6962.00' });
});

test('a second catch-up changes nothing', async () => {
  const before = await server.ctx.db.reading(company.id, (tx) => counted(tx, company.id));
  const progress: number[] = [];
  await bringUpToDate(server.ctx, scope, agosto, (done) => progress.push(done));
  expect(progress).toEqual([]);
  expect(await server.ctx.db.reading(company.id, (tx) => counted(tx, company.id))).toEqual(before);
});

test('a document is read once the DGII accepts it, in any state of acceptance; then nothing is left pending', async () => {
  const n = (i: number) => `E31000000006${i}`;
  const states = [...estadosAceptados];
  const ids = await within((tx) =>
    Promise.all(
      states.map((_, i) =>
        issued(tx, company.id, { eNCF: n(i), emisor: company.rnc, comprador: supplier }, { estado: 'enviado' }),
      ),
    ),
  );
  await catchUp();
  const reported = async () => (await numbersOf('607')).filter((ncf) => ncf.startsWith('E31000000006'));
  expect(await reported()).toEqual([]);
  for (const [i, estado] of states.entries())
    await within((tx) => tx.updateTable('documento').set({ estado }).where('id', '=', ids[i]!).execute());
  await catchUp();
  expect(await reported()).toEqual(states.map((_, i) => n(i)));
  const left = await within((tx) =>
    tx
      .selectFrom('comprobante_por_leer')
      .selectAll()
      .where('ambiente', '=', 'testecf')
      .where('fecha', '<', '2026-09-01')
      .execute(),
  );
  expect(left).toEqual([]);
});

test('an answer that arrives while its document is read is not lost', async () => {
  const eNCF = 'E310000000008';
  const id = await within((tx) => received(tx, company.id, { eNCF, emisor: supplier, comprador: company.rnc }));
  const answering: Desk = {
    ...server.ctx.desk,
    readReceipts: (...order) =>
      within((tx) => says(tx, id, { respuesta: 'rechazada' })).then(() => server.ctx.desk.readReceipts(...order)),
  };
  await bringUpToDate({ ...server.ctx, desk: answering }, scope, agosto);
  expect(await numbersOf('606')).toContain(eNCF);
  await catchUp();
  expect(await numbersOf('606')).not.toContain(eNCF);
});

test('a commercial rejection takes the receipt out, and its reversal brings it back', async () => {
  const eNCF = 'E310000000007';
  const id = await within((tx) => received(tx, company.id, { eNCF, emisor: supplier, comprador: company.rnc }));
  const isReported = async () => (await numbersOf('606')).filter((ncf) => ncf === eNCF).length === 1;
  const reason = async () =>
    (await within((tx) => tx.selectFrom('comprobante').select('excluido').where('ncf', '=', eNCF).execute()))[0]!
      .excluido;
  const changes: [Parameters<typeof says>[2], string | null][] = [
    [{ respuesta: 'rechazada' }, 'Su empresa lo rechazó comercialmente'],
    [{ respuesta: 'aceptada' }, null],
    [{ estado_dgii: 'rechazado' }, 'La DGII lo rechazó'],
    [{ estado_dgii: 'no_encontrado' }, 'La DGII todavía no lo ha aceptado'],
    [{ estado_dgii: 'aceptado_condicional' }, null],
  ];
  await catchUp();
  expect(await isReported()).toBe(true);
  for (const [change, expected] of changes) {
    await within((tx) => says(tx, id, change));
    await catchUp();
    expect([await reason(), await isReported()]).toEqual([expected, expected === null]);
  }
});

test('a receipt on paper is replaced by its document, which keeps the answers', async () => {
  const eNCF = 'E310000000055';
  const paper = {
    rnc: supplier,
    razonSocial: 'De papel',
    ncf: eNCF,
    fecha: '14-08-2026',
    montoTotal: '50.00',
    itbis: 0,
  };
  const by = { por: 'prueba', ip: '127.0.0.1' };
  const load = () => loadReceipts(server.ctx, scope, 'compra', [{ ...paper, formaPago: '03' }], 'persona', by);
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
  expect(await load()).toEqual({ cargados: 1, repetidos: [], rechazados: [], avisos: [] });
  expect((await load()).cargados).toBe(1);
  await within((tx) => received(tx, company.id, { eNCF, emisor: supplier, comprador: company.rnc }));
  await catchUp();
  const rows = (await rowsOf('606')).filter(({ ncf }) => ncf === eNCF).map(rowOf);
  expect(rows).toMatchObject([{ fuente: 'recibido', montoTotal: '1180.00', fila: { forma_pago: '03' } }]);
  expect(await load()).toEqual({ cargados: 0, repetidos: [eNCF], rechazados: [], avisos: [] });
});

test('a run that breaks off between two batches loses nothing and does nothing twice', async () => {
  const other = await stranger(server, bare);
  const of = scopeOf(other);
  await server.ctx.db.tenant(other.id, async (tx) => {
    for (let i = 1; i <= 450; i++)
      await issued(tx, other.id, { eNCF: `E31${String(i).padStart(10, '0')}`, emisor: other.rnc, comprador: supplier });
  });
  let runs = 0;
  const breaking: Desk = {
    ...server.ctx.desk,
    readReceipts: (...order) =>
      ++runs === 2 ? Promise.reject(new Error('broken off')) : server.ctx.desk.readReceipts(...order),
  };
  const ctx = { ...server.ctx, desk: breaking };
  await expect(bringUpToDate(ctx, of, agosto)).rejects.toThrow('broken off');
  const count = () => server.ctx.db.reading(other.id, (tx) => counted(tx, other.id));
  expect(await count()).toEqual({ comprobantes: 200, renglones: 200 });
  const done: number[] = [];
  await bringUpToDate(ctx, of, agosto, (documents) => done.push(documents));
  expect(done).toEqual([200, 250]);
  expect(await count()).toEqual({ comprobantes: 450, renglones: 450 });
});

test('an effort that ends early returns so, and two at once store each document once', async () => {
  const other = await stranger(server, bare);
  const of = scopeOf(other);
  await server.ctx.db.tenant(other.id, async (tx) => {
    for (let i = 1; i <= 220; i++)
      await received(tx, other.id, {
        eNCF: `E31${String(i).padStart(10, '0')}`,
        emisor: supplier,
        comprador: other.rnc,
      });
  });
  expect(await bringUpToDate(server.ctx, of, agosto, undefined, { batches: 1 })).toBe(false);
  await Promise.all([catchUp(of), catchUp(of)]);
  expect(await server.ctx.db.reading(other.id, (tx) => counted(tx, other.id))).toEqual({
    comprobantes: 220,
    renglones: 220,
  });
});

test('a damaged document stops nothing, is logged once, and is read when it changes or a newer version can', async () => {
  const other = await stranger(server, bare);
  const of = scopeOf(other);
  const draft = { eNCF: 'E310000000001', emisor: other.rnc, comprador: supplier };
  const huge = { eNCF: 'E310000000003', emisor: supplier, comprador: other.rnc };
  const [id, receivedId] = await server.ctx.db.tenant(other.id, async (tx) => [
    await issued(tx, other.id, draft, { xml: '<ECF>' }),
    await received(tx, other.id, { ...huge, gravado: 9e15 }),
    await issued(tx, other.id, { ...draft, eNCF: 'E310000000002' }),
  ]);
  const warnings = () =>
    server.logged.filter((line) => line.includes('cannot be read for the reports') && line.includes(other.id));
  const damaged = () => server.ctx.db.reading(other.id, (tx) => listDamaged(tx, of, agosto, 10));
  await catchUp(of);
  await catchUp(of);
  expect((await rowsOf('607', of)).map(({ ncf }) => ncf)).toEqual(['E310000000002']);
  expect(warnings()).toHaveLength(2);
  expect(await damaged()).toEqual([
    { documentoId: id, fuente: 'emitido', emisor: other.rnc, ncf: draft.eNCF },
    { documentoId: receivedId, fuente: 'recibido', emisor: supplier, ncf: huge.eNCF },
  ]);
  const problemsOf = async (reporte: '606' | '607') =>
    (await problemsOfMonth(server.ctx.db, of, reporte, '202608' as Periodo)).problemas.filter(({ codigo }) =>
      codigo.includes('LECTURA'),
    );
  expect(await problemsOf('607')).toMatchObject([{ codigo: '607-LECTURA-01', gravedad: 'aviso', ncf: draft.eNCF }]);
  expect(await problemsOf('606')).toMatchObject([
    { codigo: '606-LECTURA-01', documento: { documentoId: receivedId, fuente: 'recibido' } },
  ]);
  await server.ctx.db.tenant(other.id, (tx) =>
    tx
      .updateTable('documento')
      .set({ xml: ecfOf(draft), xml_sha256: Buffer.of(1) })
      .where('id', '=', id!)
      .execute(),
  );
  await server.ctx.db.tenant(other.id, (tx) => tx.updateTable('comprobante_ilegible').set({ derivado: 0 }).execute());
  await catchUp(of);
  expect((await rowsOf('607', of)).map(({ ncf }) => ncf)).toEqual(['E310000000001', 'E310000000002']);
  expect(await damaged()).toMatchObject([{ fuente: 'recibido', emisor: supplier, ncf: huge.eNCF }]);
  expect(warnings()).toHaveLength(2);
});

test('rows of an older version are derived again', async () => {
  const other = await stranger(server, bare);
  const of = scopeOf(other);
  await server.ctx.db.tenant(other.id, async (tx) => {
    await issued(tx, other.id, { eNCF: 'E310000000002', emisor: other.rnc, comprador: supplier });
  });
  await catchUp(of);
  await server.ctx.db.system((tx) =>
    tx.updateTable('comprobante').set({ derivado: 0 }).where('empresa_id', '=', other.id).execute(),
  );
  await server.ctx.db.system((tx) =>
    tx.updateTable('renglon').set({ fila: '{}' }).where('empresa_id', '=', other.id).execute(),
  );
  await catchUp(of);
  expect((await rowsOf('607', of)).map(({ fila }) => JSON.parse(fila).ncf)).toEqual(['E310000000002']);
});

test('a large document is read by itself', async () => {
  const other = await stranger(server, bare);
  const draft = { eNCF: 'E310000000001', emisor: other.rnc, comprador: supplier };
  const xml = ecfOf(draft).replace('Cosa', 'Cosa '.repeat(20_000).trim());
  await server.ctx.db.tenant(other.id, (tx) => issued(tx, other.id, draft, { xml }));
  await catchUp(scopeOf(other));
  expect((await rowsOf('607', scopeOf(other))).map(({ total }) => total)).toEqual(['1180.00']);
});

test('the lines of a month are in the order of day and number', async () => {
  const other = await stranger(server, bare);
  const paper = (n: number, day: string) => ({
    ...{ rnc: supplier, razonSocial: 'Cliente', ncf: `B01${String(n).padStart(8, '0')}`, fecha: `${day}-08-2026` },
    ...{ montoTotal: '118.00', itbis: '18.00', formaPago: '04', tipoIngreso: '1' },
  });
  const by = { por: 'prueba', ip: '127.0.0.1' };
  await loadReceipts(
    server.ctx,
    scopeOf(other),
    'venta',
    [paper(2, '03'), paper(3, '01'), paper(1, '03')],
    'persona',
    by,
  );
  let text = '';
  for await (const piece of txtPages(server.ctx.db, scopeOf(other), '607', '202608' as Periodo)) text += piece;
  expect(text.split('\r\n').map((line) => line.split('|')[2])).toEqual(['B0100000003', 'B0100000001', 'B0100000002']);
  expect(text.split('\r\n')[0]).toBe(`${supplier}|1|B0100000003||1|20260801||100.00|18.00|||||||||||118.00|||`);
});

test('rows find their receipts by the number before the database has statistics of them', async () => {
  const other = await stranger(server, bare);
  const receipts = sql`
    insert into comprobante (empresa_id, ambiente, sentido, emisor, ncf, periodo, fecha, nombre, fuente, recibo, derivado, cambiado)
    select ${other.id}, 'testecf', 'compra', ${supplier}, 'B01' || lpad(n::text, 8, '0'), 202608, '2026-08-01', '', 'cargado', '{}',
      1, now()
    from generate_series(1, 20000) n`;
  const plan = await server.ctx.db.tenant(other.id, async (tx) => {
    await receipts.execute(tx);
    const place = { fecha: '2026-08-01', ncf: 'B0100002000', emisor: supplier, momento: 'compra' } as const;
    const page = rowPage(scopeOf(other), '606', agosto, place);
    return (await sql<Record<string, string>>`explain ${page}`.execute(tx)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  });
  expect(plan).toContain('using comprobante_pkey on comprobante');
});

test('the rows of receipts are read by the number before the database has statistics of them', async () => {
  const other = await stranger(server, bare);
  const rows = sql`
    insert into renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento, destino, nota, subtotal, itbis, total, fila)
    select ${other.id}, 'testecf', '606', 202608, '2026-08-01', 'B01' || lpad(n::text, 8, '0'), ${supplier}, 'compra', 'detalle', false,
      1, 0, 1, '{}'
    from generate_series(1, 20000) n`;
  const keys = [{ emisor: supplier, ncf: 'B0100002000' }];
  const plan = await server.ctx.db.tenant(other.id, async (tx) => {
    await rows.execute(tx);
    const query = rowsOfReceipts(scopeOf(other), ['606', '609'], keys);
    return (await sql<Record<string, string>>`explain ${query}`.execute(tx)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  });
  expect(plan).toContain('renglon_pkey on renglon');
});
