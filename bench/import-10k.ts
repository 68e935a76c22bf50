// Imports a generated workbook of ten thousand invoices, from its upload until every document has been sent to an
// authority that answers at once, on both engines. The server's peak memory and the longest stall of its event loop
// have limits too.
import { readFileSync } from 'node:fs';
import type { importacion } from '@timbre/contract';
import { type Fecha, formatFecha } from '@timbre/values';
import { FormData } from 'undici';
import { type IssuingServer, startIssuingServer } from './issuing-server.ts';
import { buildGrande } from './large-workbook.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

const invoices = 10_000;
const limitSeconds = 20;
const mostMegabytes = 1024;
const mostStallMs = 50;
/** When the ranges of the demonstration company expire. */
const vencimientoDemo = '31-12-2028' as Fecha;
const patienceSeconds = 85;

type Importacion = importacion.Importacion;

interface Import {
  readonly seconds: number;
  readonly peakMegabytes: number;
  readonly stallMs: number;
  readonly detail: Record<string, number>;
}

export default async function import10k(): Promise<BenchResult> {
  const postgres = await withDatabase((DATABASE_URL) => measureImport({ DATABASE_URL }));
  const embedded = await measureImport({ DATABASE_URL: '' });
  const value = Math.max(postgres.seconds, embedded.seconds);
  const named = (engine: string, { seconds, peakMegabytes, stallMs, detail }: Import) =>
    Object.entries({
      seconds,
      ...detail,
      'peak memory, MB': peakMegabytes,
      'longest stall of the event loop, ms': stallMs,
    }).map(([name, figure]) => [`${engine}: ${name}`, figure]);
  const detail = Object.fromEntries([...named('PostgreSQL', postgres), ...named('embedded', embedded)]);
  const missed = [
    ...(Math.max(postgres.peakMegabytes, embedded.peakMegabytes) > mostMegabytes ? [`over ${mostMegabytes} MB`] : []),
    ...(Math.max(postgres.stallMs, embedded.stallMs) > mostStallMs ? [`a stall over ${mostStallMs} ms`] : []),
  ];
  const ratio = limitSeconds / value;
  return { name: 'import-10k', value, unit: 's', limit: limitSeconds, ratio, target: 1, missed, detail };
}

async function measureImport(env: Record<string, string>): Promise<Import> {
  const issuing = await startIssuingServer({ env, connections: 4 });
  try {
    const bytes = await buildGrande(invoices, {
      rnc: issuing.server.login,
      razonSocial: 'Colmado La Esquina Demo SRL',
      desde: 1,
      fecha: formatFecha(Date.now()),
      vencimiento: vencimientoDemo,
    });
    return await importAndSend(issuing, bytes);
  } finally {
    await issuing.stop();
  }
}

async function importAndSend(issuing: IssuingServer, bytes: Uint8Array): Promise<Import> {
  const { call, server, metric } = issuing;
  const stall = () => metric('timbre_event_loop_delay_seconds{quantile="1"}');
  await stall(); // discards the stall of the start
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;

  const form = new FormData();
  form.set('archivo', new File([Buffer.from(bytes)], 'diez-mil.xlsx'));
  const { id } = await call<{ id: string }>('POST', '/api/importaciones', form);
  const look = async () => {
    const all = await call<Pick<Importacion, 'id' | 'estado' | 'totales'>[]>('GET', '/api/importaciones');
    const own = all.find((one) => one.id === id);
    if (own === undefined || elapsed() > patienceSeconds) throw new Error(`Not done after ${elapsed()} s`);
    if (own.estado === 'error' || own.totales.conErrores > 0) throw new Error('The workbook has errors');
    return own;
  };
  const until = async (done: (state: Awaited<ReturnType<typeof look>>) => boolean) => {
    while (!done(await look())) await new Promise((resolve) => setTimeout(resolve, 1000));
    return elapsed();
  };

  const processed = await until(({ estado }) => estado === 'listo');
  // As the screen does: requests the head of the import, and the documents in view.
  const { totales } = await call<Importacion>('GET', `/api/importaciones/${id}`);
  await call('GET', `/api/importaciones/${id}/documentos?rfce=false&desde=${invoices / 2}`);
  await call('POST', `/api/importaciones/${id}/firmar`, '{}');
  const signed = await until(({ totales }) => totales.firmados === totales.total);
  await call('POST', `/api/importaciones/${id}/enviar`, '{}');
  const sent = await until(({ totales }) => totales.enviados === totales.total);
  return {
    seconds: sent,
    peakMegabytes: peakMegabytes(server.pid),
    stallMs: 1000 * (await stall()),
    detail: {
      documents: totales.total,
      'seconds to process': processed,
      'to sign': signed - processed,
      'to send': sent - signed,
    },
  };
}

/** Peak memory of a process so far. */
const peakMegabytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
