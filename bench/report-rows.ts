// The rows of the 606 of 100,000 received e-CF of one month, on both engines: deriving the rows from the documents, and
// writing their TXT, which is compared with one plain select of the same lines. The TXT may take two seconds, block the
// event loop for 50 ms and take 100 MB of memory. TIMBRE_BENCH_ENGINE=postgresql or embebida measures only that engine;
// TIMBRE_BENCH_DOCUMENTS sets another number of documents.
import type { Periodo } from '@timbre/values';
import { sql } from 'kysely';
import { bringUpToDate } from '../apps/server/src/domain/reports/catch-up.ts';
import { gridPlaces } from '../apps/server/src/domain/reports/grid-repo.ts';
import { totalsOf, txtPages } from '../apps/server/src/domain/reports/rows-repo.ts';
import { daysOf, type Scope } from '../apps/server/src/domain/reports/scope.ts';
import type { Context } from '../apps/server/src/features/context.ts';
import { type BenchResult, median } from './measure.ts';
import { answerAll, onEngines, type ReportCompany, receive, secondsOf, watched } from './report-company.ts';

const documents = Number(process.env.TIMBRE_BENCH_DOCUMENTS ?? 100_000);
const rounds = 5;
const periodo = '202604' as Periodo;

const most = { txtMs: 2_000, stallMs: 50, memoryMB: 100 } as const;
/** Longest time allowed for the TXT, as a multiple of one plain select of its lines. */
const mayTake = 3;

/** In seconds, unless the name has another unit. */
type Figures = Readonly<
  Record<'reading' | 'again' | 'txt' | 'plain' | 'stallMs' | 'memoryMB' | 'totalsMs' | 'gridMs' | 'fileMB', number>
>;

export default async function reportRows(): Promise<BenchResult> {
  const all = await onEngines(measure);
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
      }).map(([label, figure]) => [`${name}: ${label}`, figure]),
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

async function measure({ app: { context: ctx }, scope }: ReportCompany): Promise<Figures> {
  const days = daysOf(periodo);
  await receive(ctx, scope, documents);
  const reading = await secondsOf(() => bringUpToDate(ctx, scope, days));
  const again = await secondsOf(() => bringUpToDate(ctx, scope, days));
  await answerAll(ctx, scope);
  await bringUpToDate(ctx, scope, days);
  await ctx.db.owner((tx) => sql`analyze comprobante, renglon`.execute(tx));
  const { empresaId } = scope;
  const totalsMs = 1_000 * (await secondsOf(() => ctx.db.reading(empresaId, (tx) => totalsOf(tx, scope, '606', days))));
  const filter = { periodo: Number(periodo), parte: 'todas' as const, buscar: '' };
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
    // The smallest value counts, because other load on the machine only adds to these.
    stallMs = Math.min(stallMs, taken.stallMs);
    memoryMB = Math.min(memoryMB, taken.memoryMB);
  }
  return { reading, again, txt: median(txts), plain: median(plains), stallMs, memoryMB, totalsMs, gridMs, fileMB };
}

/** Produces the file as a download does: first the count of rows, then the pieces. */
async function writeFile(ctx: Context, scope: Scope) {
  let [bytes, lines] = [0, 0];
  const taken = await watched(async () => {
    const { detalle } = await ctx.db.reading(scope.empresaId, (tx) => totalsOf(tx, scope, '606', daysOf(periodo)));
    bytes += `606|${scope.rnc}|${periodo}|${detalle}`.length;
    for await (const piece of txtPages(ctx.db, scope, '606', periodo)) {
      bytes += 2 + piece.length;
      lines += piece.split('\r\n').length;
    }
  });
  if (lines !== documents) throw new Error(`The file has ${lines} lines`);
  return { ...taken, bytes };
}

/** Selects all lines in one query. */
const plainSelect = ({ db }: Context, { empresaId }: Scope) =>
  db.reading(empresaId, (tx) =>
    sql`select linea from renglon where empresa_id = ${empresaId} and reporte = '606' order by fecha, ncf`.execute(tx),
  );
