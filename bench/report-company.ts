import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeDocument } from '@timbre/ecf';
import { inventedRNC } from '@timbre/reports/testing';
import { type InputOf, pathOf, type RouteSpec } from '@timbre/route';
import { hostsAt } from '@timbre/simulator';
import { sql } from 'kysely';
import pino from 'pino';
import { readConfig } from '../apps/server/src/domain/config.ts';
import type { Scope } from '../apps/server/src/domain/reports/scope.ts';
import type { Context } from '../apps/server/src/features/context.ts';
import { type App, createApp } from '../apps/server/src/main/app.ts';
import { doorInto } from '../apps/server/src/main/testing/server.ts';
import { bare, type Stranger, stranger } from '../apps/server/src/main/testing/stranger.ts';
import { withDatabase } from './own-database.ts';
import { sampleECF } from './sample-ecf.ts';

/** Documents stored by one statement. */
const batch = 10_000;
const suppliers = Array.from({ length: 500 }, (_, n) => inventedRNC(n));

/** An application with one company, on a database of its own. */
export interface ReportCompany {
  readonly app: App;
  readonly company: Stranger;
  readonly scope: Scope;
}

/** Environment variables of the application. */
type Environment = Readonly<Record<string, string>>;

const engines = {
  postgresql: <T>(work: (of: ReportCompany) => Promise<T>, env: Environment) =>
    withDatabase((databaseUrl) => withCompany({ databaseUrl }, env, work)),
  embebida: <T>(work: (of: ReportCompany) => Promise<T>, env: Environment) => withCompany({}, env, work),
} as const;

/**
 * Measures on both engines, or on the one that TIMBRE_BENCH_ENGINE names. Returns the name and the figures of each
 * engine.
 */
export async function onEngines<T>(
  work: (of: ReportCompany) => Promise<T>,
  env: Environment = {},
): Promise<[string, T][]> {
  const wanted = process.env.TIMBRE_BENCH_ENGINE;
  const all: [string, T][] = [];
  for (const [name, measure] of Object.entries(engines))
    if (wanted === undefined || name === wanted) all.push([name, await measure(work, env)]);
  return all;
}

async function withCompany<T>(
  { databaseUrl }: { readonly databaseUrl?: string },
  env: Environment,
  work: (of: ReportCompany) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-bench-'));
  const config = {
    ...readConfig({ TIMBRE_DEMO: '0', ...env }),
    dataDir,
    ...(databaseUrl !== undefined && { databaseUrl }),
  };
  const overrides = { log: pino({ level: 'silent' }), hosts: hostsAt('http://127.0.0.1:9') };
  const app = await createApp(config, overrides, (error) => {
    throw error;
  });
  try {
    const company = await stranger(doorInto(app), { ...bare, certificado: true });
    const { id: empresaId, rnc } = company;
    return await work({ app, company, scope: { empresaId, ambiente: 'testecf', rnc } });
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true });
  }
}

/**
 * Stores received documents of a month of 2026, made from one document.
 *
 * @param documents number of documents; @param after the first document has the number after this one
 */
export async function receive(
  { db }: Context,
  { empresaId }: Scope,
  documents: number,
  month = 4,
  after = 0,
): Promise<void> {
  const sample = writeDocument('ECF', sampleECF(0));
  for (let first = after + 1; first <= after + documents; first += batch) {
    const last = Math.min(first + batch - 1, after + documents);
    await db.tenant(empresaId, (tx) =>
      sql`
        insert into recibido (empresa_id, id, ambiente, rnc_emisor, razon_emisor, tipo, encf, fecha_emision, monto_total,
          total_itbis, codigo_seguridad, fecha_firma, url_qr, titular, xml, xml_sha256, via, recibido, estado_dgii)
        select ${empresaId}, gen_random_uuid(), 'testecf', rnc, 'Suplidora ' || rnc, 31, encf, day, 6490,
          990, 'abc123', '', '', '', convert_to(replace(replace(replace(${sample}, 'E310000000000', encf), '131000016', rnc),
            '<FechaEmision>01-04-2026', '<FechaEmision>' || to_char(day, 'DD-MM-YYYY')), 'UTF8'), '', 'servicio',
          now(), 'aceptado'
        from (
          select n, 'E31' || lpad(n::text, 10, '0') as encf, 
            (${suppliers}::text[])[n % ${suppliers.length}::integer + 1] as rnc,
            make_date(2026, ${month}::integer, n % 28 + 1) as day
          from generate_series(${first}::integer, ${last}::integer) as n) each`.execute(tx),
    );
  }
  await db.owner((tx) => sql`analyze recibido`.execute(tx));
}

/** Stores accepted sales of a month of 2026, made from one document. */
export async function issue(
  { db }: Context,
  { empresaId, rnc }: Scope,
  documents: number,
  month: number,
): Promise<void> {
  const sample = writeDocument('ECF', sampleECF(0)).replace('131000016', rnc);
  await db.tenant(empresaId, (tx) =>
    sql`
      insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, estado, ocupa_numero, fecha_emision, xml,
        xml_sha256, origen, creado)
      select ${empresaId}, gen_random_uuid(), 'testecf', ${rnc}, 31, n, encf, 'aceptado', true, day,
        replace(replace(${sample}, 'E310000000000', encf), '<FechaEmision>01-04-2026',
          '<FechaEmision>' || to_char(day, 'DD-MM-YYYY')), '', 'api', now()
      from (
        select n, 'E31' || lpad(n::text, 10, '0') as encf, make_date(2026, ${month}::integer, n % 28 + 1) as day
        from generate_series(1, ${documents}::integer) as n) each`.execute(tx),
  );
  await db.owner((tx) => sql`analyze documento`.execute(tx));
}

/** Stores answers for all receipts, and marks them so that their rows are derived again. */
export const answerAll = ({ db }: Context, { empresaId }: Scope) =>
  db.tenant(empresaId, (tx) => {
    const respuestas = JSON.stringify({ tipo_bienes_servicios: '09', itbis_costo: '0.00', forma_pago: '02' });
    return sql`update comprobante set respuestas = ${respuestas}, derivado = 0 where empresa_id = ${empresaId}`.execute(
      tx,
    );
  });

/** Makes a call as the company's administrator. Returns the response body. @throws Error when the call is refused */
export async function ask<const R extends RouteSpec>(
  { app, company }: ReportCompany,
  route: R,
  input: InputOf<R>,
): Promise<string> {
  const { body } = input as { body?: object };
  const answer = await app.http.fastify.inject({
    method: route.method,
    url: pathOf(route, input as { params?: Record<string, unknown>; query?: Record<string, unknown> }),
    headers: { authorization: `Bearer ${company.sesion}` },
    ...(body !== undefined && { payload: body }),
  });
  if (answer.statusCode >= 300) throw new Error(`${route.path} answered ${answer.statusCode}: ${answer.body}`);
  return answer.body;
}

/** Duration of a piece of work, in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/** The same, with the longest delay of the event loop and the growth of the process's memory during the work. */
export async function watched(work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.memoryUsage().rss;
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  delay.enable();
  const seconds = await secondsOf(work);
  delay.disable();
  clearInterval(looking);
  return { seconds, stallMs: delay.max / 1e6, memoryMB: (most - before) / 1e6 };
}
