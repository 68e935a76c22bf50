import type { ErrorDeDocumento } from '@timbre/contract';
import type { SplitECF } from '@timbre/ecf';
import type { Issuer } from '../../domain/companies/issuers.ts';
import type { CompanySigner } from '../../domain/companies/signers.ts';
import { documentEvent } from '../../domain/comprobantes/document-event.ts';
import type { ImportScope } from '../../domain/comprobantes/imports/conditions.ts';
import { inheritErrores, storeNotSigned } from '../../domain/comprobantes/imports/errors-repo.ts';
import {
  isAnyToSign,
  nextToSign,
  SIGN,
  type ToSignRow,
  withdrawElsewhere,
} from '../../domain/comprobantes/imports/signing-repo.ts';
import type { NotSealed } from '../../domain/comprobantes/issue/assign-numbers.ts';
import { demandSpace } from '../../domain/comprobantes/issue/demand-space.ts';
import { sealBatch, type Unsealed } from '../../domain/comprobantes/issue/seal.ts';
import { markSigned, sendJob, signedRows } from '../../domain/comprobantes/issue/store.ts';
import { unsignedState } from '../../domain/comprobantes/judge/complete-draft.ts';
import type { Sealed } from '../../domain/comprobantes/judge/sealed.ts';
import { inCell } from '../../domain/comprobantes/workbooks/in-cell.ts';
import { withReadings } from '../../domain/desk/readings.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import { REVIEW } from './review.ts';

/** Limits of one signing transaction. */
const batchLimits = { most: 64, characters: 512 * 1024 };

/** When to look again at a document that another transaction has locked. */
const editedMs = 1_000;

type Signing = Pick<
  Context,
  'clock' | 'db' | 'desk' | 'events' | 'issuers' | 'journal' | 'metrics' | 'quarantine' | 'queue' | 'signers' | 'space'
>;

/**
 * Signs the requested documents of an import in batches, each one transaction: after an interruption no document is
 * lost or signed twice. Documents to be sent are queued in the same transaction.
 */
export const signHandler = (ctx: Signing): JobHandler => ({
  clase: SIGN,
  concurrency: 2,
  async handle(empresaId, jobs) {
    for (const job of jobs) await signImport(ctx, { empresaId, importacionId: job.sujeto }, job);
  },
});

/** The import whose documents are signed, and the company's signer. */
interface Signed {
  readonly of: ImportScope;
  readonly issuer: Issuer;
  readonly signing: CompanySigner;
  readonly keepFechaHoraFirma: boolean;
}

async function signImport(ctx: Signing, of: ImportScope, job: Job): Promise<void> {
  const { db, clock, queue } = ctx;
  const keepFechaHoraFirma = job.datos.agregarFechaHoraFirma === false;
  const [issuer, signing] = await Promise.all([ctx.issuers.of(of.empresaId), ctx.signers.of(of.empresaId)]);
  while ((await signBatch(ctx, { of, issuer, signing, keepFechaHoraFirma })) > 0);
  await db.tenant(of.empresaId, async (tx) => {
    await withdrawElsewhere(tx, of);
    // A document was being edited: it is signed afterwards.
    if (await isAnyToSign(tx, of)) await queue.reschedule(tx, [job], new Date(clock.now().getTime() + editedMs));
    else await queue.finish(tx, [job]);
  });
}

/** Signs the next documents, and records their numbers in the journal. Returns how many there were. */
async function signBatch(ctx: Signing, { of, issuer, signing, keepFechaHoraFirma }: Signed): Promise<number> {
  const { clock, db, journal, metrics, quarantine } = ctx;
  const { empresaId, importacionId } = of;
  const { ambiente } = issuer;
  await demandSpace(ctx);
  const batch = await withReadings(ctx.desk, 'splitStored', (read) =>
    db.tenant(empresaId, async (tx) => {
      const rows = await nextToSign(tx, { ...of, ambiente }, batchLimits);
      const unsealed = rows.map((row) => unsealedOf(row, read(row.arbol), keepFechaHoraFirma));
      const now = clock.now().getTime();
      const seal = { empresaId, ambiente, signer: signing.signer, quarantine, now, importacionId };
      const outcomes = await sealBatch(tx, seal, unsealed);
      failpoint('sign-sealed');
      await store(tx, ctx, of, { certificadoId: signing.certificadoId, rows, outcomes });
      return { rows, outcomes };
    }),
  );
  failpoint('sign-committed');
  await journal.record(
    batch.outcomes.flatMap((outcome, i) =>
      'problem' in outcome ? [] : [{ ...outcome, ambiente, rncEmisor: batch.rows[i]!.rnc_emisor }],
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
  return batch.rows.length;
}

const unsealedOf = ({ id, resumen }: ToSignRow, split: SplitECF, keepFechaHoraFirma: boolean): Unsealed => ({
  id,
  ...split,
  keepFechaHoraFirma,
  ...(resumen === null ? {} : { resumen }),
});

/** The documents of a batch, and the outcome of each. */
interface Batch {
  readonly certificadoId: string;
  readonly rows: readonly ToSignRow[];
  readonly outcomes: readonly (Sealed | NotSealed)[];
}

/** A document that was not signed. */
interface Refused {
  readonly row: ToSignRow;
  readonly errores: readonly ErrorDeDocumento[];
}

/** Stores the signed documents and why the others were not signed, and queues those to be sent. */
async function store(
  tx: Tx,
  { queue, events }: Pick<Signing, 'events' | 'queue'>,
  { empresaId, importacionId }: ImportScope,
  { certificadoId, rows, outcomes }: Batch,
): Promise<void> {
  const sealed = outcomes.flatMap((outcome, i) => ('problem' in outcome ? [] : [{ row: rows[i]!, outcome }]));
  const refused = outcomes.flatMap((outcome, i): Refused[] => {
    const row = rows[i]!;
    return 'problem' in outcome ? [{ row, errores: outcome.errores.map((error) => inCell(error, row.fila)) }] : [];
  });
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
    sealed
      .filter(({ row }) => row.pedido === 'envio')
      .map(({ row, outcome }) =>
        sendJob(empresaId, { id: row.resumen_id ?? row.id, tipo: outcome.tipo, es_rfce: row.resumen_id !== null }),
      ),
  );
  // Locks the record first, and then the job, as an entry that requests it does.
  if (refused.length > 0) {
    await events.follow(tx, empresaId, 'revisa', true);
    // A number that was issued meanwhile may be that of the same document.
    await queue.enqueue(tx, [{ clase: REVIEW, empresaId, sujeto: empresaId }]);
  }
  await events.append(tx, empresaId, [
    ...summaries.map((summary) => documentEvent({ ...summary, importacionId })),
    ...signed.map(({ id, encf, espera_a, xml_sha256 }) =>
      documentEvent({ id, importacionId, eNCF: encf, estado: 'firmado', esperaA: espera_a, sha256: xml_sha256 }),
    ),
    ...refused.map(({ row, errores }) =>
      documentEvent({ id: row.id, importacionId, eNCF: row.encf, estado: unsignedState(errores), errores }),
    ),
  ]);
}
