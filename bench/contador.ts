// The list of an accountant with 200 companies of 5,000 documents each, on PostgreSQL and on the embedded engine: the time of
// the whole call.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contador } from '@timbre/contract';
import { pathOf } from '@timbre/route';
import { hostsAt } from '@timbre/simulator';
import { sql } from 'kysely';
import pino from 'pino';
import { readConfig } from '../apps/server/src/domain/config.ts';
import { type App, createApp } from '../apps/server/src/main/app.ts';
import { doorInto } from '../apps/server/src/main/testing/server.ts';
import { bare, type Stranger, stranger } from '../apps/server/src/main/testing/stranger.ts';
import type { Tx } from '../apps/server/src/platform/db/transactions.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

const companies = 200;
const documents = 5_000;
const calls = 100;
/** Of the ninety-ninth of a hundred calls, on each engine. */
const limits = { postgresql: 500, embebida: 1_000 };
/** Of the first call, on PostgreSQL. */
const firstMs = 300;
/** The last day of the year of documents, and the month that is asked about. */
const lastDay = '2026-11-15';
const month = '202610';

interface Figures {
  readonly first: number;
  readonly median: number;
  readonly p99: number;
}

export default async function contadorOf200(): Promise<BenchResult> {
  const onPostgres = await withDatabase((databaseUrl) => measure({ databaseUrl }));
  const embedded = await measure({});
  const missed = [
    ...(onPostgres.first > firstMs ? [`the first call on PostgreSQL took more than ${firstMs} ms`] : []),
    ...(embedded.p99 > limits.embebida ? [`embedded, p99 took more than ${limits.embebida} ms`] : []),
  ];
  return {
    name: 'contador',
    value: onPostgres.p99,
    unit: 'ms',
    limit: limits.postgresql,
    ratio: limits.postgresql / onPostgres.p99,
    target: 1,
    missed,
    detail: {
      companies,
      'documents of each': documents,
      'first call, PostgreSQL, ms': onPostgres.first,
      'median, PostgreSQL, ms': onPostgres.median,
      'first call, embedded, ms': embedded.first,
      'median, embedded, ms': embedded.median,
      'p99, embedded, ms': embedded.p99,
    },
  };
}

async function measure(where: { readonly databaseUrl?: string }): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-bench-'));
  const config = { ...readConfig({ TIMBRE_DEMO: '0', TIMBRE_FSYNC: '0' }), dataDir, ...where };
  const overrides = { log: pino({ level: 'silent' }), hosts: hostsAt('http://127.0.0.1:9') };
  const app = await createApp(config, overrides, (error) => {
    throw error;
  });
  try {
    const person = await stranger(doorInto(app), bare);
    await fill(app, person);
    const waits: number[] = [];
    for (let call = 0; call < calls; call++) waits.push(await ask(app, person));
    const sorted = waits.toSorted((a, b) => a - b);
    return { first: waits[0]!, median: sorted[calls / 2]!, p99: sorted[Math.ceil(calls * 0.99) - 1]! };
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function ask(app: App, { sesion }: Stranger): Promise<number> {
  const start = performance.now();
  const answer = await app.http.fastify.inject({
    url: pathOf(contador.listarCartera, { query: { periodo: month } }),
    headers: { authorization: `Bearer ${sesion}` },
  });
  const took = performance.now() - start;
  const { clientes } = answer.json() as { clientes?: unknown[] };
  if (clientes?.length !== companies)
    throw new Error(`The list answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`);
  return took;
}

/**
 * Makes the companies, all of them the person's, in Producción, and fills the tables that the list reads as 5,000 documents
 * of a year leave them: figures of each day, rows of the reports, and received documents. A tenth of the rows lack an answer.
 */
async function fill(app: App, person: Stranger): Promise<void> {
  const { db } = app.context;
  const others = [person];
  while (others.length < companies) others.push(await stranger(doorInto(app), bare));
  await db.system((tx) =>
    sql`
      insert into membresia (empresa_id, id, persona_id, nombre_usuario, rol, estado)
      select e.id, gen_random_uuid(), own.persona_id, 'contable', 'contador', 'activa'
      from empresa e cross join (select persona_id from membresia where id = ${person.usuarioId}) own
      where e.id <> ${person.id}`.execute(tx),
  );
  await db.system((tx) => sql`update empresa set ambiente = 'ecf'`.execute(tx));
  for (const { id, rnc } of others) await db.tenant(id, (tx) => fillCompany(tx, id, rnc));
  await db.owner((tx) => sql`analyze`.execute(tx));
}

async function fillCompany(tx: Tx, id: string, rnc: string): Promise<void> {
  await sql`
    insert into estadistica_dia (empresa_id, ambiente, dia, tipo, clase, emitidos, importe)
    select ${id}, 'ecf', ${lastDay}::date - d, tipo, clase, 3, 1180
    from generate_series(0, 364) as d cross join (values (31, 'aceptado'), (32, 'aceptado'), (34, 'aceptado'),
      (31, 'aceptado_condicional'), (31, 'rechazado')) as t (tipo, clase)`.execute(tx);
  await sql`
    insert into renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento, destino, nota, subtotal, itbis,
      total, pendientes, fila, linea)
    select ${id}, 'ecf', reporte, to_char(dia, 'YYYYMM')::integer, dia, 'B01' || lpad(n::text, 8, '0'), ${rnc},
      'compra', 'detalle', false, 1000, 180, 1180, case when n % 10 = 0 then array['forma_pago'] else '{}' end,
      repeat('x', 400), case when n % 10 = 0 then null else repeat('y', 150) end
    from (select n, case when n % 2 = 0 then '606' else '607' end as reporte, ${lastDay}::date - n % 365 as dia
      from generate_series(1, ${documents}::integer) as n) each`.execute(tx);
  await sql`
    insert into recibido (empresa_id, id, ambiente, rnc_emisor, razon_emisor, tipo, encf, fecha_emision, monto_total,
      total_itbis, codigo_seguridad, fecha_firma, url_qr, titular, xml, xml_sha256, via, recibido, estado_dgii, respuesta)
    select ${id}, gen_random_uuid(), 'ecf', '131880600', 'Otro', 31, 'E31' || lpad(n::text, 10, '0'), ${lastDay}::date - n % 365,
      1180, 180, '', '', '', '', decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex'), 'archivo', now(), 'aceptado',
      case when n % 10 = 0 then null else 'aceptada' end
    from generate_series(1, ${documents / 10}::integer) as n`.execute(tx);
  await sql`delete from comprobante_por_leer where empresa_id = ${id}`.execute(tx);
}
