import { StaleLease } from '../../../platform/jobs/queue.ts';
import type { JobHandler } from '../../../platform/jobs/runner.ts';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Core } from '../core.ts';
import type { Delivery, Parcel } from './delivery.ts';
import { isInDoubt, isPost } from './next-step.ts';
import { beginSending, type Done, operacionOf, type Task } from './send-begin.ts';
import { recordTalks } from './send-record.ts';
import { readLargeXml } from './sender-repo.ts';

/**
 * Brings signed documents to their verdict in three steps: the attempt is recorded and committed; the exchange with the
 * authority, outside any transaction; the outcome is recorded.
 */
export function sendHandler(context: Core, delivery: Delivery): JobHandler {
  const { db, queue, journal, metrics } = context;

  const talk: Record<Task['step'], Delivery['post']> = {
    enviar: delivery.post,
    reenviar: delivery.post,
    conciliar: delivery.reconcile,
    consultar: delivery.ask,
  };

  let reading: Promise<unknown> = Promise.resolve();
  /** Large documents are read one at a time: together they would exceed what the main thread should hold. */
  function readLarge(empresaId: string, row: Task['row']): Promise<string> {
    const read = reading.then(async () => {
      const xml = await db.tenant(empresaId, (tx) => readLargeXml(tx, empresaId, row));
      if (xml === undefined) throw new StaleLease('envio: the document was signed again before the talk');
      return xml;
    });
    reading = read.catch(() => undefined);
    return read;
  }

  return {
    clase: 'envio',
    concurrency: 256,
    async handle(empresaId, jobs) {
      await journal.ready();
      const tasks = await db.tenant(empresaId, (tx) => beginSending(context, tx, empresaId, jobs));
      if (tasks.length === 0) return;
      failpoint('send-begun');
      // A number is sent only after this process's journal has it, whichever process issued it.
      await journal.record(tasks.map(seriesOf));
      failpoint('send-journaled');
      const results = await Promise.allSettled(
        tasks.map(async (task): Promise<Done> => {
          const xml = posts.has(task.step) ? (task.row.xml ?? (await readLarge(empresaId, task.row))) : '';
          // After the lease ran out, another process may be sending the document.
          if (!queue.isLeased(task.job)) throw new StaleLease('envio: the lease ran out before the talk');
          return { ...task, outcome: await talk[task.step](empresaId, parcelOf(task, xml)) };
        }),
      );
      failpoint('send-talked');
      const done = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      for (const { step, outcome } of done)
        metrics.sendAttempts.inc({
          operacion: operacionOf[step],
          resultado: outcome.kind === 'veredicto' ? outcome.estado : outcome.kind,
        });
      if (done.length > 0) await db.tenant(empresaId, (tx) => recordTalks(context, tx, empresaId, done));
      failpoint('send-recorded');
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

const seriesOf = ({ row }: Task) => ({
  ambiente: row.ambiente,
  rncEmisor: row.rnc_emisor,
  tipo: row.tipo,
  numero: row.numero,
});

/** The steps that post the document. */
const posts: ReadonlySet<Task['step']> = new Set(['enviar', 'reenviar']);

const parcelOf = ({ row, step }: Task, xml: string): Parcel => ({
  ambiente: row.ambiente,
  rncEmisor: row.rnc_emisor,
  eNCF: row.encf,
  rncComprador: row.rnc_comprador,
  codigoSeguridad: row.codigo_seguridad,
  esRFCE: row.es_rfce,
  xml,
  trackId: row.track_id,
  tracks: ownTracks(row),
  tracksPrevios: row.tracks_previos,
  dudoso: isInDoubt(row.intentos, step),
});

/**
 * The trackIds that posts of the document received. A trackId without an attempt dates from before attempts stored
 * theirs.
 */
function ownTracks({ track_id, intentos }: Task['row']): readonly string[] {
  const named = new Set(intentos.map(({ trackId }) => trackId));
  const received = intentos.flatMap((attempt) =>
    isPost(attempt) && attempt.trackId !== null ? [attempt.trackId] : [],
  );
  return track_id === null || named.has(track_id) ? received : [...received, track_id];
}
