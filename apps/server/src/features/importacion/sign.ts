import type { ErrorDeDocumento } from '@timbre/contract';
import type { ECF, RFCE } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import { failpoint } from '../../failpoint.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { documentEvent } from '../documentos/document-event.ts';
import { numberFault } from '../emision/numbers.ts';
import { type NotSealed, type Sealed, sealBatch, type Unsealed } from '../emision/seal.ts';
import { markSigned, sendJob, signedRows } from '../emision/store.ts';

/** The class of the job that signs what was asked for of an import; its subject is the import. */
export const SIGN = 'firma';

/** Documents that one transaction signs together. */
const BATCH = 64;

/** When to look again at a document that somebody holds. */
const EDITED_MS = 1_000;

/** A stored document to be signed, with its summary where the workbook brought or implied one. */
interface Row {
  readonly id: string;
  readonly rnc_emisor: string;
  readonly arbol: ECF;
  readonly pedido: 'firma' | 'envio';
  readonly resumen_id: string | null;
  readonly resumen: RFCE | null;
}

/**
 * Signs the documents of an import that were asked to be, batch after batch, each batch one transaction: an interruption
 * loses nothing and signs nothing twice. Those asked to be sent are queued in the same transaction.
 */
export function signHandler(context: Context): JobHandler {
  const { db, clock, queue, journal } = context;

  return {
    clase: SIGN,
    concurrency: 2,
    async handle(empresaId, jobs) {
      for (const job of jobs) {
        const keepFechaHoraFirma = job.datos.agregarFechaHoraFirma === false;
        const [issuer, signing] = await Promise.all([context.issuers.of(empresaId), context.signers.of(empresaId)]);
        for (let signed = BATCH; signed === BATCH; ) {
          await journal.ready();
          const batch = await db.tenant(empresaId, async (tx) => {
            const rows = await next(tx, empresaId, job.sujeto);
            const unsealed = rows.map((row) => unsealedOf(row, keepFechaHoraFirma));
            const seal = {
              empresaId,
              ambiente: issuer.ambiente,
              signer: signing.signer,
              quarantine: context.quarantine,
              now: clock.now().getTime(),
            };
            const outcomes = await sealBatch(tx, seal, unsealed);
            failpoint('sign-sealed');
            await store(tx, empresaId, job.sujeto, signing.certificadoId, rows, outcomes);
            return { rows, outcomes };
          });
          failpoint('sign-committed');
          await journal.record(
            batch.outcomes.flatMap((outcome, i) =>
              'problem' in outcome
                ? []
                : [{ ...outcome, ambiente: issuer.ambiente, rncEmisor: batch.rows[i]!.rnc_emisor }],
            ),
          );
          failpoint('sign-journaled');
          signed = batch.rows.length;
        }
        await db.tenant(empresaId, async (tx) => {
          // Somebody was editing one: it is signed when they are done.
          if (await anyLeft(tx, empresaId, job.sujeto))
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
    rows: readonly Row[],
    outcomes: readonly (Sealed | NotSealed)[],
  ): Promise<void> {
    const sealed = outcomes.flatMap((outcome, i) => ('problem' in outcome ? [] : [{ row: rows[i]!, outcome }]));
    const refused = outcomes.flatMap((outcome, i) =>
      'problem' in outcome ? [{ row: rows[i]!, errores: [lackOf(rows[i]!, outcome)] }] : [],
    );
    const toSend = sealed.filter(({ row }) => row.pedido === 'envio');
    const signed = sealed.flatMap(({ row, outcome }) => signedRows(outcome, row.id, row.resumen_id));
    await markSigned(tx, empresaId, certificadoId, signed);
    await refuse(tx, empresaId, refused);
    await queue.enqueue(
      tx,
      toSend.map(({ row, outcome }) =>
        sendJob(empresaId, { id: row.resumen_id ?? row.id, tipo: outcome.tipo, es_rfce: row.resumen_id !== null }),
      ),
    );
    await context.events.append(tx, empresaId, [
      ...signed.map(({ id, encf, espera_a, xml_sha256 }) =>
        documentEvent({ id, importacionId, eNCF: encf, estado: 'firmado', esperaA: espera_a, sha256: xml_sha256 }),
      ),
      ...refused.map(({ row, errores }) =>
        documentEvent({ id: row.id, importacionId, eNCF: row.arbol.Encabezado.IdDoc.eNCF, estado: 'error', errores }),
      ),
    ]);
  }
}

/** The next documents asked to be signed, locked: another process passes over them. */
async function next(tx: Tx, empresaId: string, importacionId: string): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.rnc_emisor, d.arbol, d.pedido, r.id as resumen_id, r.arbol as resumen
    from documento d
    left join documento r on r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id and r.resume_a = d.id
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.pedido is not null
      and d.estado = 'pendiente' and not d.es_rfce
    order by d.orden limit ${BATCH} for update of d skip locked`.execute(tx);
  return rows;
}

/** Whether any document asked to be signed was passed over. */
async function anyLeft(tx: Tx, empresaId: string, importacionId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from documento where empresa_id = ${empresaId} and importacion_id = ${importacionId} and pedido is not null
      and estado = 'pendiente' and not es_rfce limit 1`.execute(tx);
  return rows.length > 0;
}

const unsealedOf = ({ id, arbol, resumen }: Row, keepFechaHoraFirma: boolean): Unsealed => ({
  id,
  tree: arbol,
  keepFechaHoraFirma,
  ...(resumen === null ? {} : { resumen }),
});

const lackOf = ({ arbol }: Row, { problem }: NotSealed): ErrorDeDocumento =>
  numberFault(problem, arbol.Encabezado.IdDoc.eNCF);

/** Documents without a number say why, and are asked for no more. */
async function refuse(
  tx: Tx,
  empresaId: string,
  refused: readonly { readonly row: Row; readonly errores: readonly ErrorDeDocumento[] }[],
): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    update documento d set estado = 'error', pedido = null, errores = d.errores || r.errores::jsonb
    from unnest(${refused.map(({ row }) => row.id)}::uuid[], ${refused.map(({ errores }) => JSON.stringify(errores))}::text[])
      as r(id, errores)
    where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}
