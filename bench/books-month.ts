// A month of 20,000 QuickBooks documents, from the consent to rows of the reports, on both engines. A whole run at the
// rate limits of QuickBooks is compared with the least time in which these limits allow its requests. A second run, in
// which no document has changed, is measured too. TIMBRE_BENCH_ENGINE=postgresql or embebida measures only that engine.
import { mapeo, procesar } from '@timbre/contract';
import { startQuickBooksSimulator } from '@timbre/quickbooks-simulator';
import { connectCompany } from '../apps/server/src/features/quickbooks/testing/connect.ts';
import type { BenchResult } from './measure.ts';
import { ask, onEngines, type ReportCompany, watched } from './report-company.ts';

const documents = 20_000;
const dates = { fechaInicio: '2026-05-01', fechaFin: '2026-05-31' } as const;
const most = { stallMs: 50, memoryMB: 100 } as const;
/**
 * Longest run allowed, as a multiple of the time that the rate limits require. The run also turns documents into rows.
 */
const mayTake = 4;
/** Requests per second. @source Intuit: 10 a second for each company */
const perSecond = 10;

export default async function booksMonth(): Promise<BenchResult> {
  const running = await startQuickBooksSimulator({ settings: { perMonth: documents } });
  try {
    const all = await onEngines((company) => measure(company, running.address), {
      QUICKBOOKS_BASE_URL: running.address,
    });
    const detail = Object.fromEntries(
      all.flatMap(([engine, figures]) =>
        Object.entries(figures).map(([what, value]) => [`${engine}: ${what}`, value] as const),
      ),
    );
    const missed = all.flatMap(([engine, { stallMs, memoryMB, read }]) => [
      ...(stallMs > most.stallMs ? [`${engine}: the event loop waited ${stallMs.toFixed(0)} ms`] : []),
      ...(memoryMB > most.memoryMB ? [`${engine}: the memory grew by ${memoryMB.toFixed(0)} MB`] : []),
      ...(read === documents ? [] : [`${engine}: ${read} documents came`]),
    ]);
    const [, slowest] = all.toSorted(([, a], [, b]) => b.seconds - a.seconds)[0]!;
    const ratio = slowest.limitS / slowest.seconds;
    return {
      name: 'books-month',
      value: slowest.seconds,
      unit: 's',
      limit: slowest.limitS,
      ratio,
      target: 1 / mayTake,
      missed,
      detail,
    };
  } finally {
    await running.close();
  }
}

async function measure(company: ReportCompany, address: string) {
  const { runner } = company.app;
  await connectCompany(async (route, body) => JSON.parse(await ask(company, route, { body } as never)));
  await saveMapping(company);
  await runner.start();
  const requestsBefore = await answered(address);
  const first = await watched(() => run(company));
  const requests = (await answered(address)) - requestsBefore;
  const again = await watched(() => run(company));
  const { historial } = JSON.parse(
    await ask(company, procesar.historialDeProceso, { params: { rnc: company.scope.rnc }, query: {} }),
  ) as { historial: procesar.Ejecucion[] };
  return {
    seconds: first.seconds,
    'documents/s': documents / first.seconds,
    requests,
    limitS: Math.ceil(requests / perSecond) - 1,
    stallMs: first.stallMs,
    memoryMB: first.memoryMB,
    'again, s': again.seconds,
    'again, ms that the event loop waited': again.stallMs,
    'again, MB that the memory grew by': again.memoryMB,
    read: historial[0]!.RegistrosProcesados,
    'not reported': historial[0]!.fallos,
  };
}

const saveMapping = (company: ReportCompany) =>
  ask(company, mapeo.guardarMapeoDeCuentas, {
    params: { rnc: company.scope.rnc },
    body: {
      mapeo: {
        mapping606: { campo12: ['2202'], campo18: ['2203'] },
        mapping607: { campo10: ['1402'] },
        mapeoTipos606: { '5101': '09', '6201': '02', '6202': '03', '6205': '02', '6206': '11' },
        mapeoTipos607: { '4101': 1 },
      },
    },
  });

/** Processes the month and waits until the run is complete. */
async function run(company: ReportCompany): Promise<void> {
  const begun = await ask(company, procesar.procesarReportes, { body: { ...dates } });
  const { ejecucion } = JSON.parse(begun) as { ejecucion: procesar.Ejecucion };
  for (;;) {
    const now = JSON.parse(await ask(company, procesar.verEjecucion, { params: { id: ejecucion.ID } }));
    if (now.Estado === 'Completado') return;
    if (now.Estado !== 'En Proceso') throw new Error(now.mensaje);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Number of API requests that the QuickBooks simulator has answered. */
async function answered(address: string): Promise<number> {
  const figures = await fetch(`${address}/_control/figures`, { method: 'POST' });
  return ((await figures.json()) as { answered: number }).answered;
}
