// Saved reports of 100,000 rows, on both engines: the requests of the screen when it opens, which may take 200 ms;
// answers for 1,000 receipts; the generation of reports of 20,000 and of 100,000 rows, the latter compared with only
// deflating the same bytes; and the other requests of a user about a month. None of them may block the event loop for
// more than 50 ms. Most are made in several rounds, of which the best counts, because other load on the machine only
// adds to it. TIMBRE_BENCH_ENGINE=postgresql or embebida measures only that engine; TIMBRE_BENCH_DOCUMENTS sets another
// number of documents.
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { reportes } from '@timbre/contract';
import type { InputOf, RouteSpec } from '@timbre/route';
import type { Periodo } from '@timbre/values';
import { bringUpToDate } from '../apps/server/src/domain/reports/catch-up.ts';
import { daysOf } from '../apps/server/src/domain/reports/scope.ts';
import { savedRows } from '../apps/server/src/features/reportes/saved/parts.ts';
import type { BenchResult } from './measure.ts';
import {
  answerAll,
  ask as askAs,
  issue,
  onEngines,
  type ReportCompany,
  receive,
  secondsOf,
  watched,
} from './report-company.ts';

const large = Number(process.env.TIMBRE_BENCH_DOCUMENTS ?? 100_000);
const small = Math.min(20_000, large);
const rounds = 3;
const [abril, mayo] = ['202604', '202605'] as const;
const most = { openMs: 200, stallMs: 50 } as const;
/** Longest time allowed to generate a report, as a multiple of the time to deflate its rows. */
const mayTake = 12;

/** The smallest values of some rounds. */
interface Watched {
  readonly seconds: number;
  readonly stallMs: number;
}

interface Figures {
  readonly opening: number;
  readonly deflating: number;
  readonly best: ReadonlyMap<string, Watched>;
}

const generation = `generation of ${large.toLocaleString('en-US')} rows`;

export default async function reportSaved(): Promise<BenchResult> {
  const all = await onEngines(measure);
  const missed = all.flatMap(([engine, { opening, best }]) => [
    ...(opening * 1_000 > most.openMs ? [`${engine}: opening took ${(opening * 1_000).toFixed(0)} ms`] : []),
    ...[...best].flatMap(([label, { stallMs }]) =>
      stallMs > most.stallMs ? [`${engine}: the event loop waited ${stallMs.toFixed(0)} ms, ${label}`] : [],
    ),
  ]);
  const ratios = all.map(([, { best, deflating }]) => deflating / best.get(generation)!.seconds);
  const ratio = Math.min(...ratios);
  const [, worst] = all[ratios.indexOf(ratio)]!;
  const detail = Object.fromEntries(
    all.flatMap(([engine, { opening, deflating, best }]) => [
      [`${engine}: opening the screen, ms`, opening * 1_000],
      [`${engine}: deflating its rows alone, s`, deflating],
      ...[...best].map(([label, { seconds, stallMs }]) => [
        `${engine}: ${label}`,
        `${seconds.toFixed(3)} s, event loop waited ${stallMs.toFixed(0)} ms at most`,
      ]),
    ]),
  );
  return {
    name: 'report-saved',
    value: large / worst.best.get(generation)!.seconds,
    unit: 'rows/s',
    limit: large / worst.deflating,
    ratio,
    target: 1 / mayTake,
    missed,
    detail,
  };
}

async function measure(company: ReportCompany): Promise<Figures> {
  const {
    app: { context: ctx, runner },
    scope,
  } = company;
  await receive(ctx, scope, large);
  await receive(ctx, scope, small, 5, large);
  await issue(ctx, scope, small, 5);
  const best = new Map<string, Watched>();
  const [of, ofSmall] = [daysOf(abril as Periodo), daysOf(mayo as Periodo)];
  await watch('reading the documents', () => bringUpToDate(ctx, scope, of), 1);
  await answerAll(ctx, scope);
  await bringUpToDate(ctx, scope, ofSmall);
  await watch('making the rows again', () => bringUpToDate(ctx, scope, of), 1);
  await runner.start();

  const ask = <const R extends RouteSpec>(route: R, input: InputOf<R>) => askAs(company, route, input);
  const rango = { fechaDesde: of.desde, fechaHasta: of.hasta };
  const params = { tipo: '606' } as const;
  const generate = async (tipo: reportes.TipoDeReporte, days: typeof of): Promise<string> => {
    const body = { fechaDesde: days.desde, fechaHasta: days.hasta };
    const { _id: id } = JSON.parse(await ask(reportes.generarReporte, { params: { tipo }, body })) as { _id: string };
    for (;;) {
      const { estado, progreso } = JSON.parse(await ask(reportes.verReporte, { params: { tipo, id } }));
      if (estado === 'listo') return id;
      if (estado === 'error') throw new Error(progreso.mensaje);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  let id = '';
  const few = `generation of ${small.toLocaleString('en-US')} rows`;
  await watch(few, () => generate('606', ofSmall));
  await watch(`${few}, sales`, () => generate('607', ofSmall));
  await watch(generation, async () => {
    id = await generate('606', of);
  });
  await generate('607', of);
  await watch('generation of the IT-1', () => generate('it1', of));
  const page = { params: { ...params, id }, query: {} };
  const open = () =>
    Promise.all([
      ask(reportes.listarReportes, { params, query: rango }),
      ask(reportes.filasDeReporte, page),
      ask(reportes.historialDeReportes, { params, query: {} }),
    ]);
  await watch('opening the screen', open);
  const grid = { params, query: { periodo: abril, cuantos: 250 } };
  await watch('first page of the grid', () => ask(reportes.listarComprobantes, grid));
  const { comprobantes } = JSON.parse(
    await ask(reportes.listarComprobantes, { params, query: { periodo: abril, cuantos: 1_000 } }),
  ) as { comprobantes: { id: string }[] };
  const cambios = comprobantes.map(({ id }) => ({ id, respuestas: { tipo_bienes_servicios: '02' } }));
  await watch('answers for 1,000 receipts', () => ask(reportes.responderComprobantes, { params, body: { cambios } }));
  await watch('problems', () => ask(reportes.problemasDeReporte, { params, query: { periodo: abril } }));
  await watch('CSV', () => ask(reportes.exportarCsv, { params, query: rango }));
  await watch('workbook', () => ask(reportes.exportarExcel, { params, query: rango }), 2);
  await watch('comparison with itself', () =>
    ask(reportes.compararReportes, { params: { ...params, id }, query: { con: id } }),
  );
  await watch('changes since it was saved', () => ask(reportes.rectificacionDeReporte, { params: { ...params, id } }));
  await watch('evidence', () => ask(reportes.evidenciaDePeriodo, { query: { periodo: mayo } }), 2);
  const parts: string[] = [];
  for await (const rows of savedRows(ctx.db, scope.empresaId, id)) parts.push(JSON.stringify(rows));
  const deflating = await secondsOf(async () => {
    for (const part of parts) await promisify(deflate)(part);
  });
  return { opening: best.get('opening the screen')!.seconds, deflating, best };

  async function watch(label: string, work: () => Promise<unknown>, times = rounds): Promise<void> {
    let [seconds, stallMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < times; round++) {
      const taken = await watched(work);
      seconds = Math.min(seconds, taken.seconds);
      stallMs = Math.min(stallMs, taken.stallMs);
    }
    best.set(label, { seconds, stallMs });
  }
}
