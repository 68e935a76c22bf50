import { newId } from '../../platform/db/id.ts';
import { entriesAfter } from '../../platform/events/entries-repo.ts';
import { recordReaders } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { DELIVER } from './deliver.ts';
import { insertEntregas } from './entregas-repo.ts';
import { limitMs } from './pace.ts';
import { payloadsOf } from './payloads.ts';
import * as repo from './repo.ts';

/** Entries of the record that are read together. */
const page = 500;

/**
 * Makes deliveries from the record. One transaction stores the deliveries and the position read, so none is lost or
 * made twice. Rows are locked in the order in which the routes lock them: destination, then job.
 */
export const collectHandler = (ctx: Context): JobHandler => ({
  clase: recordReaders.seguida.clase,
  concurrency: 4,
  async handle(empresaId, all) {
    for (const job of all) while (await collect(ctx, empresaId, job));
  },
});

/** Reads one page; finishes the job with the last. Returns whether there may be more. */
async function collect({ db, clock, queue, issuers }: Context, empresaId: string, job: Job): Promise<boolean> {
  const company = await issuers.of(empresaId);
  return db.tenant(empresaId, async (tx) => {
    const destinos = await repo.lockActive(tx, empresaId);
    const from = Math.min(...destinos.map(({ leido }) => leido));
    const entries = destinos.length === 0 ? [] : await entriesAfter(tx, empresaId, from, page);
    const payloads = await payloadsOf(tx, empresaId, company, entries);
    const now = clock.now();
    const last = entries.at(-1)?.seq ?? from;
    const rows = destinos.flatMap(({ id: webhook_id, eventos, leido }) =>
      payloads
        .filter(({ seq, tipo }) => seq > leido && eventos.includes(tipo))
        .map(({ seq, tipo, cuerpo }) => ({
          ...{ empresa_id: empresaId, id: newId(now), webhook_id, seq, tipo, cuerpo, estado: 'pendiente' as const },
          ...{ creada: now, proximo: now, vence: new Date(now.getTime() + limitMs) },
        })),
    );
    if (rows.length > 0) await insertEntregas(tx, rows);
    for (const { id, leido } of destinos)
      if (last > leido) await repo.changeWebhook(tx, empresaId, id, { leido: last });
    const more = entries.length === page;
    if (more) await queue.hold(tx, [job]);
    else await queue.finish(tx, [job]);
    const receiving = [...new Set(rows.map(({ webhook_id }) => webhook_id))].sort();
    await queue.enqueue(
      tx,
      receiving.map((sujeto) => ({ clase: DELIVER, empresaId, sujeto })),
    );
    return more;
  });
}
