import type { ErrorDeDocumento } from '@timbre/contract';
import { afterCommit } from '../../../platform/db/transactions.ts';
import type { Job } from '../../../platform/jobs/queue.ts';
import type { JobHandler } from '../../../platform/jobs/runner.ts';
import { withReadings } from '../../desk/readings.ts';
import type { Core } from '../core.ts';
import { unsignedState } from '../judge/complete-draft.ts';
import { rejectedReference } from '../sending/send-begin.ts';
import { inCell } from '../workbooks/in-cell.ts';
import { listToRehearse, type Outcome, storeOutcomes, type ToRehearse, takeNext } from './rehearsal-repo.ts';
import { type Rehearsal, signWithoutTaking, storedToSend, toSend, unsealedOf } from './sign.ts';
import { rehearsalTopic } from './topic.ts';
import {
  judgeSigned,
  knownFor,
  type Precedents,
  precedentOf,
  readPrecedents,
  remember,
  type Signed,
  trackIdOf,
} from './verdicts.ts';

/** The class of the job that rehearses the requested documents of an import; its subject is the import. */
export const REHEARSE = 'ensayo';

/** Limits of one batch, as of one signing transaction. */
const batch = { most: 64, characters: 512 * 1024 };

/** A document that would be sent as it is, or the reasons why it cannot be signed. */
type Prepared =
  | { readonly signed: Signed; readonly fechaFirma: string | null }
  | { readonly errores: readonly ErrorDeDocumento[] };

/**
 * Rehearses the requested documents of an import: signs them in transactions that only read, and judges those to be
 * sent with the code of the built-in authority. The only table that changes is the rehearsal's.
 */
export const rehearseHandler = (context: Core): JobHandler => ({
  clase: REHEARSE,
  concurrency: 2,
  async handle(empresaId, jobs) {
    for (const job of jobs) {
      const [issuer, signing] = await Promise.all([context.issuers.of(empresaId), context.signers.of(empresaId)]);
      const rehearsal = { issuer, signing, importacionId: job.sujeto };
      while (await rehearseBatch(context, rehearsal, empresaId, job));
    }
  },
});

/** Rehearses the next documents of an import. Returns whether there were any; the job is finished if not. */
async function rehearseBatch(context: Core, rehearsal: Rehearsal, empresaId: string, job: Job): Promise<boolean> {
  const { db, clock, queue, signals } = context;
  const ids = await db.tenant(empresaId, async (tx) => {
    const taken = await takeNext(tx, { empresaId, importacionId: job.sujeto }, { ...batch, now: clock.now() });
    if (taken.length === 0) await queue.finish(tx, [job]);
    else afterCommit(tx, () => signals.emit(rehearsalTopic(empresaId)));
    return taken;
  });
  if (ids.length === 0) return false;
  const { rows, prepared, precedents } = await prepare(context, rehearsal, empresaId, ids);
  const outcomes: Outcome[] = [];
  for (const [i, row] of rows.entries())
    outcomes.push(...withSummary(row, await judge(context, rehearsal, row, prepared[i]!, precedents)));
  await db.tenant(empresaId, async (tx) => {
    await queue.hold(tx, [job]);
    await storeOutcomes(tx, empresaId, outcomes, clock.now());
    afterCommit(tx, () => signals.emit(rehearsalTopic(empresaId)));
  });
  return true;
}

/** Signs a batch and reads the precedents of its verdicts. */
function prepare(context: Core, rehearsal: Rehearsal, empresaId: string, ids: readonly string[]) {
  const { db, desk } = context;
  const { ambiente } = rehearsal.issuer;
  return withReadings(desk, 'splitStored', (read) =>
    db.reading(empresaId, async (tx) => {
      const rows = await listToRehearse(tx, empresaId, ids);
      const unsealed = rows.flatMap((row) => (row.arbol === null ? [] : [unsealedOf(row, read(row.arbol))]));
      const sealed = await signWithoutTaking(tx, context, rehearsal, unsealed);
      const outcomes = new Map(unsealed.map(({ id }, i) => [id, sealed[i]!]));
      const prepared = rows.map((row): Prepared => {
        const outcome = outcomes.get(row.id);
        if (outcome === undefined) return { signed: storedToSend(row, row.xml ?? ''), fechaFirma: null };
        if ('problem' in outcome) return { errores: outcome.errores.map((error) => inCell(error, row.fila)) };
        return { signed: toSend(outcome), fechaFirma: outcome.head.FechaHoraFirma };
      });
      const scope = { empresaId, ambiente, importacionId: rehearsal.importacionId ?? null };
      const documents = prepared.flatMap((one) => ('signed' in one ? [one.signed] : []));
      return { rows, prepared, precedents: await readPrecedents(tx, scope, documents, ids) };
    }),
  );
}

/** The result of the rehearsal of one document. */
async function judge(
  context: Core,
  { issuer }: Rehearsal,
  { id, pedido }: ToRehearse,
  prepared: Prepared,
  precedents: Precedents,
): Promise<Outcome> {
  const none = { id, fechaFirma: null, trackId: null, secuenciaUtilizada: null, mensajes: [], errores: [] };
  if ('errores' in prepared)
    return { ...none, estado: unsignedState(prepared.errores), errores: [...prepared.errores] };
  const { signed, fechaFirma } = prepared;
  const waiting = waits(signed, precedents);
  if (pedido === 'firma' || waiting) return { ...none, estado: 'firmado', fechaFirma, errores: [...(waiting ?? [])] };
  const decision = await judgeSigned(context, issuer.ambiente, signed, knownFor(precedents, signed));
  remember(precedents, signed, decision.estado);
  const { estado, secuenciaUtilizada, mensajes } = decision;
  return { ...none, estado, fechaFirma, trackId: trackIdOf(signed), secuenciaUtilizada, mensajes: [...mensajes] };
}

/** Why a note is not sent yet: its invoice was rejected, or (no error) is not decided; undefined if it may be sent. */
function waits(signed: Signed, precedents: Precedents): readonly ErrorDeDocumento[] | undefined {
  const precedent = precedentOf(precedents, signed);
  if (!precedent?.estado || precedent.estado === 'aceptado' || precedent.estado === 'aceptado_condicional')
    return undefined;
  return precedent.estado === 'rechazado' ? [rejectedReference(signed.esperaA ?? '')] : [];
}

/** The outcome of a document, and the same of its summary. */
const withSummary = ({ resumen_id }: ToRehearse, outcome: Outcome): readonly Outcome[] =>
  resumen_id === null ? [outcome] : [outcome, { ...outcome, id: resumen_id }];
