// The figures of Inicio for a company with a million documents, on PostgreSQL: the time of the whole call. The same run also
// checks that the figures equal those of a recount.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inicio } from '@timbre/contract';
import { pathOf } from '@timbre/route';
import { hostsAt } from '@timbre/simulator';
import { sql } from 'kysely';
import pino from 'pino';
import { listWrongFigures } from '../apps/server/src/domain/comprobantes/queries/figures.ts';
import { readConfig } from '../apps/server/src/domain/config.ts';
import { createApp } from '../apps/server/src/main/app.ts';
import { doorInto } from '../apps/server/src/main/testing/server.ts';
import { bare, type Stranger, stranger } from '../apps/server/src/main/testing/stranger.ts';
import type { Db } from '../apps/server/src/platform/db/transactions.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

const documents = 1_000_000;
const batch = 50_000;
/** Verdicts that are stored one by one afterwards. The figures must include them before they are folded. */
const verdicts = 2_000;
const calls = 200;
const limitMs = 200;

export default async function inicioOfAMillion(): Promise<BenchResult> {
  return withDatabase(async (databaseUrl) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'timbre-bench-'));
    const config = { ...readConfig({ TIMBRE_DEMO: '0' }), dataDir, databaseUrl };
    const overrides = { log: pino({ level: 'silent' }), hosts: hostsAt('http://127.0.0.1:9') };
    const app = await createApp(config, overrides, (error) => {
      throw error;
    });
    try {
      const { db } = app.context;
      const company = await stranger(doorInto(app), bare);
      await issue(db, company);
      const waits: number[] = [];
      let numbers = 0;
      for (let call = 0; call < calls; call++) {
        const start = performance.now();
        const answer = await app.http.fastify.inject({
          url: pathOf(inicio.estadisticas, { params: { userId: company.usuarioId } }),
          headers: { authorization: `Bearer ${company.sesion}` },
        });
        waits.push(performance.now() - start);
        if (answer.statusCode !== 200) throw new Error(`The figures answered ${answer.statusCode}: ${answer.body}`);
        const figures = Object.values(answer.json() as Record<string, { totalNCFUtilizados: number }>);
        numbers = figures.reduce((total, { totalNCFUtilizados }) => total + totalNCFUtilizados, 0);
      }
      const recountStart = performance.now();
      const wrong = await db.tenant(company.id, (tx) => listWrongFigures(tx, company.id));
      const recountMs = performance.now() - recountStart;
      if (wrong.length > 0) throw new Error(`The figures are not those of a recount: ${JSON.stringify(wrong)}`);
      const sorted = waits.toSorted((a, b) => a - b);
      const value = sorted[Math.ceil(calls * 0.99) - 1]!;
      const detail = {
        documents,
        'numbers used': numbers,
        'changes not folded yet': await unfolded(db, company),
        'first call, ms': waits[0]!,
        'median, ms': sorted[calls / 2]!,
        'slowest, ms': sorted.at(-1)!,
        'counting them all instead, ms': recountMs,
        'figures that a recount contradicts': wrong.length,
      };
      return { name: 'inicio-1m', value, unit: 'ms', limit: limitMs, ratio: limitMs / value, target: 1, detail };
    } finally {
      await app.close();
      rmSync(dataDir, { recursive: true });
    }
  });
}

/** Creates a million documents of every type, environment and outcome, and then verdicts one by one. */
async function issue(db: Db, { id, rnc }: Stranger): Promise<void> {
  for (let first = 1; first <= documents; first += batch) {
    await db.tenant(id, (tx) =>
      sql`
        insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, estado, ocupa_numero, monto_total,
          origen, creado)
        select ${id}, gen_random_uuid(), ambiente, ${rnc}, tipo, n, 'E' || tipo || lpad(n::text, 10, '0'), estado,
          estado <> 'rechazado', (n % 100000) / 100.0, 'api', now()
        from (
          select n, (array['testecf', 'certecf', 'ecf'])[n % 3 + 1] as ambiente,
            (array[31, 32, 33, 34, 41, 43, 44, 45, 46, 47])[n % 10 + 1]::smallint as tipo,
            (array['aceptado', 'aceptado', 'aceptado_condicional', 'enviado', 'rechazado'])[n % 5 + 1] as estado
          from generate_series(${first}::integer, ${first + batch - 1}::integer) as n) each`.execute(tx),
    );
  }
  const sent = await db.tenant(id, (tx) =>
    tx
      .selectFrom('documento')
      .select('id')
      .where('empresa_id', '=', id)
      .where('estado', '=', 'enviado')
      .limit(verdicts)
      .execute(),
  );
  for (const document of sent) {
    await db.tenant(id, (tx) =>
      tx
        .updateTable('documento')
        .set({ estado: 'aceptado' })
        .where('empresa_id', '=', id)
        .where('id', '=', document.id)
        .execute(),
    );
  }
}

const unfolded = (db: Db, { id }: Stranger): Promise<number> =>
  db.tenant(id, async (tx) => {
    const { rows } = await sql<{ changes: number }>`
      select count(*) as changes from estadistica_cambio where empresa_id = ${id}`.execute(tx);
    return rows[0]!.changes;
  });
