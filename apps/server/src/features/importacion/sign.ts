import type { SplitECF } from '@timbre/ecf';
import { documentEvent } from '../../domain/comprobantes/document-event.ts';
import { demandRoom } from '../../domain/comprobantes/issue/room.ts';
import { type NotSealed, sealBatch, type Unsealed } from '../../domain/comprobantes/issue/seal.ts';
import { markSigned, sendJob, signedRows } from '../../domain/comprobantes/issue/store.ts';
import { unsignedState } from '../../domain/comprobantes/judge/complete-draft.ts';
import type { Sealed } from '../../domain/comprobantes/judge/sealed.ts';
import {
  inheritErrores,
  isAnyToSign,
  nextToSign,
  storeNotSigned,
  type ToSignRow,
} from '../../domain/comprobantes/queries/imported.ts';
import { inCell } from '../../domain/comprobantes/workbooks/in-cell.ts';
import { withReadings } from '../../domain/desk/readings.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';

/** The class of the job that signs the requested documents of an import; its subject is the import. */
export const SIGN = 'firma';

/**
 * Limits of one signing transaction: number of documents, and characters of their trees. A document over the second
 * goes alone.
 */
const batchSize = 64;
const batchCharacters = 512 * 1024;

/** When to look again at a document that another transaction has locked. */
const EDITED_MS = 1_000;

/**
 * Signs the requested documents of an import in batches, each one transaction: after an interruption no document is
 * lost or signed twice. Documents to be sent are queued in the same transaction.
 */
export function signHandler(context: Context): JobHandler {
  const { db, clock, queue, journal, metrics } = context;

  return {
    clase: SIGN,
    concurrency: 2,
    async handle(empresaId, jobs) {
      for (const job of jobs) {
        const keepFechaHoraFirma = job.datos.agregarFechaHoraFirma === false;
        const [issuer, signing] = await Promise.all([context.issuers.of(empresaId), context.signers.of(empresaId)]);
        for (let signed = 1; signed > 0; ) {
          await demandRoom(context);
          const batch = await withReadings(context.desk, 'splitStored', (read) =>
            db.tenant(empresaId, async (tx) => {
              const rows = await nextToSign(tx, empresaId, job.sujeto, batchSize, batchCharacters);
              const unsealed = rows.map((row) => unsealedOf(row, read(row.arbol), keepFechaHoraFirma));
              const seal = {
                empresaId,
                ambiente: issuer.ambiente,
                signer: signing.signer,
                quarantine: context.quarantine,
                now: clock.now().getTime(),
                importacionId: job.sujeto,
              };
              const outcomes = await sealBatch(tx, seal, unsealed);
              failpoint('sign-sealed');
              await store(tx, empresaId, job.sujeto, signing.certificadoId, rows, outcomes);
              return { rows, outcomes };
            }),
          );
          failpoint('sign-committed');
          await journal.record(
            batch.outcomes.flatMap((outcome, i) =>
              'problem' in outcome
                ? []
                : [{ ...outcome, ambiente: issuer.ambiente, rncEmisor: batch.rows[i]!.rnc_emisor }],
            ),
          );
          failpoint('sign-journaled');
          for (const outcome of batch.outcomes)
            metrics.issueRequests.inc({
              origen: 'excel',
              ...('problem' in outcome
                ? { tipo: '', resultado: outcome.problem }
                : { tipo: outcome.tipo, resultado: 'emitido' }),
            });
          signed = batch.rows.length;
        }
        await db.tenant(empresaId, async (tx) => {
          // A document was being edited: it is signed afterwards.
          if (await isAnyToSign(tx, empresaId, job.sujeto))
            await queue.reschedule(tx, [job], new Date(clock.now().getTime() + EDITED_MS));
          else await queue.finish(tx, [job]);
        });
      }
    },
  };

  async function store(
    tx: Tx,
    empresaId: string,
    importacionId: string,
    certificadoId: string,
    rows: readonly ToSignRow[],
    outcomes: readonly (Sealed | NotSealed)[],
  ): Promise<void> {
    const sealed = outcomes.flatMap((outcome, i) => ('problem' in outcome ? [] : [{ row: rows[i]!, outcome }]));
    const refused = outcomes.flatMap((outcome, i) =>
      'problem' in outcome
        ? [{ row: rows[i]!, errores: outcome.errores.map((error) => inCell(error, rows[i]!.fila)) }]
        : [],
    );
    const toSend = sealed.filter(({ row }) => row.pedido === 'envio');
    const signed = sealed.flatMap(({ row, outcome }) => signedRows(outcome, row.id, row.resumen_id));
    await markSigned(tx, empresaId, certificadoId, signed);
    await storeNotSigned(
      tx,
      empresaId,
      refused.map(({ row, errores }) => ({ id: row.id, errores })),
    );
    const summaries = await inheritErrores(
      tx,
      empresaId,
      refused.flatMap(({ row }) => (row.resumen_id === null ? [] : [row.id])),
    );
    await queue.enqueue(
      tx,
      toSend.map(({ row, outcome }) =>
        sendJob(empresaId, { id: row.resumen_id ?? row.id, tipo: outcome.tipo, es_rfce: row.resumen_id !== null }),
      ),
    );
    await context.events.append(tx, empresaId, [
      ...summaries.map((summary) => documentEvent({ ...summary, importacionId })),
      ...signed.map(({ id, encf, espera_a, xml_sha256 }) =>
        documentEvent({ id, importacionId, eNCF: encf, estado: 'firmado', esperaA: espera_a, sha256: xml_sha256 }),
      ),
      ...refused.map(({ row, errores }) =>
        documentEvent({
          id: row.id,
          importacionId,
          eNCF: row.encf,
          estado: unsignedState(errores),
          errores,
        }),
      ),
    ]);
  }
}

const unsealedOf = ({ id, resumen }: ToSignRow, split: SplitECF, keepFechaHoraFirma: boolean): Unsealed => ({
  id,
  ...split,
  keepFechaHoraFirma,
  ...(resumen === null ? {} : { resumen }),
});
