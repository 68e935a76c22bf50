// The rows of the 606 of 100,000 received e-CF of one month, on both engines: reading the documents into rows, and the TXT of the
// rows, compared with one plain select of the same lines. The TXT may take two seconds, hold the event loop for 50 ms and take
// 100 MB of memory. TIMBRE_BENCH_ENGINE=postgresql or embebida runs it on one of
// them, TIMBRE_BENCH_DOCUMENTS with another number of documents.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeDocument } from '@timbre/ecf';
import { hostsAt } from '@timbre/simulator';
import type { Periodo } from '@timbre/values';
import { sql } from 'kysely';
import pino from 'pino';
import { createApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config.ts';
import type { Context } from '../apps/server/src/context.ts';
import { bringUpToDate } from '../apps/server/src/renglones/catch-up.ts';
import { gridPlaces } from '../apps/server/src/renglones/grid-repo.ts';
import { totalsOf, txtPages } from '../apps/server/src/renglones/rows-repo.ts';
import { daysOf, type Scope } from '../apps/server/src/renglones/scope.ts';
import { makeEmpresa } from '../apps/server/src/testing/empresa.ts';
import { type BenchResult, median } from './measure.ts';
import { withDatabase } from './own-database.ts';
import { sampleECF } from './sample-ecf.ts';

const documents = Number(process.env.TIMBRE_BENCH_DOCUMENTS ?? 100_000);
const batch = Math.min(10_000, documents);
const suppliers = 500;
const rounds = 5;
const periodo = '202604' as Periodo;

const most = { txtMs: 2_000, stallMs: 50, memoryMB: 100 } as const;
/** Times that the TXT may take as long as one plain select of its lines. */
const mayTake = 3;

const engines = {
  postgresql: () => withDatabase((databaseUrl) => measure({ databaseUrl })),
  embebida: () => measure({}),
} as const;

/** Seconds, or what the name says. */
type Figures = Readonly<
  Record<'reading' | 'again' | 'txt' | 'plain' | 'stallMs' | 'memoryMB' | 'totalsMs' | 'gridMs' | 'fileMB', number>
>;

export default async function reportRows(): Promise<BenchResult> {
  const wanted = process.env.TIMBRE_BENCH_ENGINE;
  const names = (Object.keys(engines) as (keyof typeof engines)[]).filter(
    (name) => wanted === undefined || name === wanted,
  );
  const all: [string, Figures][] = [];
  for (const name of names) all.push([name, await engines[name]()]);
  const slowest = Math.max(...all.map(([, { txt }]) => txt));
  const [, worst] = all.find(([, { txt }]) => txt === slowest)!;
  const missed = all.flatMap(([name, { txt, stallMs, memoryMB }]) => [
    ...(txt * 1_000 > most.txtMs ? [`${name}: the TXT took ${txt.toFixed(2)} s`] : []),
    ...(stallMs > most.stallMs ? [`${name}: the event loop waited ${stallMs.toFixed(0)} ms`] : []),
    ...(memoryMB > most.memoryMB ? [`${name}: ${memoryMB.toFixed(0)} MB were taken`] : []),
  ]);
  const detail = Object.fromEntries(
    all.flatMap(([name, figures]) =>
      Object.entries({
        'documents/s, read into rows': documents / figures.reading,
        'reading them again, none left, s': figures.again,
        'TXT, s': figures.txt,
        'one plain select of its lines, s': figures.plain,
        'event loop waited at most, TXT, ms': figures.stallMs,
        'memory taken, TXT, MB': figures.memoryMB,
        'totals of the month, ms': figures.totalsMs,
        'last page of the grid, ms': figures.gridMs,
        'file, MB': figures.fileMB,
      }).map(([what, figure]) => [`${name}: ${what}`, figure]),
    ),
  );
  const value = documents / worst.txt;
  const limit = documents / worst.plain;
  return {
    name: 'report-rows',
    value,
    unit: 'rows/s',
    limit,
    ratio: value / limit,
    target: 1 / mayTake,
    missed,
    detail,
  };
}

async function measure({ databaseUrl }: { readonly databaseUrl?: string }): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-bench-'));
  const config = { ...readConfig({ TIMBRE_DEMO: '0' }), dataDir, ...(databaseUrl !== undefined && { databaseUrl }) };
  const overrides = { log: pino({ level: 'silent' }), hosts: hostsAt('http://127.0.0.1:9') };
  const app = await createApp(config, overrides, (error) => {
    throw error;
  });
  try {
    const { context: ctx } = app;
    const { id: empresaId, rnc } = await makeEmpresa({ ctx }, { certificado: false });
    return await measureRows(ctx, { empresaId, ambiente: 'testecf', rnc });
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function measureRows(ctx: Context, scope: Scope): Promise<Figures> {
  const days = daysOf(periodo);
  await receive(ctx, scope);
  const reading = await secondsOf(() => bringUpToDate(ctx, scope, days));
  const again = await secondsOf(() => bringUpToDate(ctx, scope, days));
  await answerAll(ctx, scope);
  await bringUpToDate(ctx, scope, days);
  await ctx.db.owner((tx) => sql`analyze comprobante, renglon`.execute(tx));
  const { empresaId } = scope;
  const totalsMs = 1_000 * (await secondsOf(() => ctx.db.reading(empresaId, (tx) => totalsOf(tx, scope, '606', days))));
  const filter = { periodo: Number(periodo), soloPendientes: false, buscar: '' };
  const last = { fecha: '2026-04-28', ncf: 'E319999999999', emisor: '', momento: 'compra' } as const;
  const gridMs =
    1_000 * (await secondsOf(() => ctx.db.reading(empresaId, (tx) => gridPlaces(tx, scope, '606', filter, last, 11))));

  const txts: number[] = [];
  const plains: number[] = [];
  let [stallMs, memoryMB, fileMB] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < rounds; round++) {
    plains.push(await secondsOf(() => plainSelect(ctx, scope)));
    const taken = await writeFile(ctx, scope);
    txts.push(taken.seconds);
    fileMB = taken.bytes / 1e6;
    // Other load on the machine only adds to these.
    stallMs = Math.min(stallMs, taken.stallMs);
    memoryMB = Math.min(memoryMB, taken.memoryMB);
  }
  return { reading, again, txt: median(txts), plain: median(plains), stallMs, memoryMB, totalsMs, gridMs, fileMB };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/** The file as a download makes it: its count, then pieces. */
async function writeFile(ctx: Context, scope: Scope) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.memoryUsage().rss;
  let [bytes, most, lines] = [0, before, 0];
  delay.enable();
  const seconds = await secondsOf(async () => {
    const { detalle } = await ctx.db.reading(scope.empresaId, (tx) => totalsOf(tx, scope, '606', daysOf(periodo)));
    bytes += `606|${scope.rnc}|${periodo}|${detalle}`.length;
    for await (const piece of txtPages(ctx.db, scope, '606', periodo)) {
      bytes += 2 + piece.length;
      lines += piece.split('\r\n').length;
      most = Math.max(most, process.memoryUsage().rss);
    }
  });
  delay.disable();
  if (lines !== documents) throw new Error(`The file has ${lines} lines`);
  return { seconds, bytes, stallMs: delay.max / 1e6, memoryMB: (most - before) / 1e6 };
}

/** The lines as one query gives them. */
const plainSelect = ({ db }: Context, { empresaId }: Scope) =>
  db.reading(empresaId, (tx) =>
    sql`select linea from renglon where empresa_id = ${empresaId} and reporte = '606' order by fecha, ncf`.execute(tx),
  );

/** Stores received documents, made from one. */
async function receive({ db }: Context, { empresaId }: Scope): Promise<void> {
  const sample = writeDocument('ECF', sampleECF(0));
  for (let first = 1; first <= documents; first += batch)
    await db.tenant(empresaId, (tx) =>
      sql`
        insert into recibido (empresa_id, id, ambiente, rnc_emisor, razon_emisor, tipo, encf, fecha_emision, monto_total,
          total_itbis, codigo_seguridad, fecha_firma, url_qr, titular, xml, xml_sha256, via, recibido, estado_dgii)
        select ${empresaId}, gen_random_uuid(), 'testecf', rnc, 'Suplidora ' || rnc, 31, encf, make_date(2026, 4, day), 6490,
          990, 'abc123', '', '', '', convert_to(replace(replace(replace(${sample}, 'E310000000000', encf), '131000016', rnc),
            '<FechaEmision>01', '<FechaEmision>' || lpad(day::text, 2, '0')), 'UTF8'), '', 'servicio', now(), 'aceptado'
        from (
          select n, 'E31' || lpad(n::text, 10, '0') as encf, (131000000 + n % ${suppliers}::integer)::text as rnc,
            n % 28 + 1 as day
          from generate_series(${first}::integer, ${first + batch - 1}::integer) as n) each`.execute(tx),
    );
  await db.owner((tx) => sql`analyze recibido`.execute(tx));
}

/** Answers for all receipts, whose rows are then made again. */
const answerAll = ({ db }: Context, { empresaId }: Scope) =>
  db.tenant(empresaId, (tx) => {
    const respuestas = JSON.stringify({ tipo_bienes_servicios: '09', itbis_costo: '0.00', forma_pago: '02' });
    return sql`update comprobante set respuestas = ${respuestas}, derivado = 0 where empresa_id = ${empresaId}`.execute(
      tx,
    );
  });
