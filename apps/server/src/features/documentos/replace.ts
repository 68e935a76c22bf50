import { type ErrorDeDocumento, isEditable, type ResumenDocumento } from '@timbre/contract';
import { deriveRFCE, type ECFHead } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { documentEvent } from '../../domain/comprobantes/document-event.ts';
import { reviewNotes } from '../../domain/comprobantes/imports/judge-notes.ts';
import { storeTree } from '../../domain/comprobantes/imports/store-tree.ts';
import { factsOf } from '../../domain/comprobantes/issue/store.ts';
import { isRefused } from '../../domain/comprobantes/judge/complete-draft.ts';
import {
  type DocumentoRow,
  findDocumento,
  findSummary,
  isQueued,
} from '../../domain/comprobantes/queries/documento.ts';
import { findResumen } from '../../domain/comprobantes/queries/resumenes.ts';
import { forget } from '../../domain/comprobantes/rehearsal/rehearsal-repo.ts';
import { rehearsalTopic } from '../../domain/comprobantes/rehearsal/topic.ts';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import { recordReaders } from '../../platform/events/events.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import { judgeReplacement, readReplacement } from './judge-replacement.ts';
import { signAgain } from './sign-again.ts';

/**
 * Replaces the XML of a document that was not sent. It is checked and stored; a signed document is signed again with
 * its number.
 *
 * @param body of the call, as received
 * @throws Problem `documento/no-editable`, `ecf/invalido` with all errors, `certificado/…`, `secuencia/…`
 */
export async function replaceXml(
  ctx: Context,
  empresaId: string,
  id: string,
  body: Uint8Array,
): Promise<ResumenDocumento> {
  const replacement = await readReplacement(ctx, empresaId, id, { call: 'editarXml', body });
  const { before, edited, now } = replacement;
  const signing = before?.xml == null ? undefined : await ctx.signers.of(empresaId);
  const replaced = await ctx.db.tenant(empresaId, async (tx) => {
    const row = (await findDocumento(tx, empresaId, id, 'for update')) ?? refuse('recurso/no-encontrado');
    await refuseSent(tx, empresaId, row);
    const errores = await judgeReplacement(tx, row, replacement);
    const { split, json } = edited;
    if (split === undefined || isRefused(errores)) return refuse('ecf/invalido', errores[0]?.mensaje, errores);
    if (row.xml === null && json !== undefined) {
      await storeUnsigned(tx, { empresaId, id }, { head: split.head, json, errores });
      await askForReview(tx, ctx, empresaId, row, errores);
    } else if (row.xml !== null && signing) await signAgain(tx, ctx, { empresaId, row, signing, split, errores, now });
    // Another caller signed it between the two queries: the editor must load it again.
    else refuse('documento/no-editable');
    // The stored rehearsal belongs to the former XML.
    await forget(tx, empresaId, { documentoId: id });
    afterCommit(tx, () => ctx.signals.emit(rehearsalTopic(empresaId)));
    const resumen = await findResumen(tx, empresaId, id);
    failpoint('edit-signing');
    return resumen ?? refuse('recurso/no-encontrado');
  });
  failpoint('edit-signed');
  if (before?.importacion_id != null)
    await reviewNotes(ctx, await ctx.issuers.asStored(empresaId), before.importacion_id, { invoice: replaced.eNCF });
  return replaced;
}

/**
 * Only a document that is certainly not at the authority may change: never sent, or rejected with its number unused.
 */
async function refuseSent(tx: Tx, empresaId: string, row: DocumentoRow): Promise<void> {
  if (row.es_rfce) refuse('documento/no-editable', 'El resumen se deriva de su factura: edite la factura.');
  const { estado, es_rfce: esRFCE, secuencia_utilizada: secuenciaUtilizada } = row;
  const summary = await findSummary(tx, empresaId, row.id);
  const isGone = estado === 'firmado' && (await isQueued(tx, empresaId, summary?.id ?? row.id));
  if (!isEditable({ estado, esRFCE, secuenciaUtilizada }) || isGone)
    refuse('documento/no-editable', 'Ya fue enviado a la DGII o está en la cola de envío.');
}

/** Notifies the screens of an edited row of an import, and has its number compared as when the workbook was read. */
async function askForReview(
  tx: Tx,
  { events, queue }: Pick<Context, 'events' | 'queue'>,
  empresaId: string,
  { id, encf: eNCF, importacion_id: importacionId }: DocumentoRow,
  errores: readonly ErrorDeDocumento[],
): Promise<void> {
  await events.append(tx, empresaId, [documentEvent({ id, importacionId, eNCF, estado: 'pendiente', errores })]);
  await queue.enqueue(tx, [{ clase: recordReaders.revisa.clase, empresaId, sujeto: empresaId }]);
}

/** The replacement of an unsigned document. */
interface Unsigned {
  readonly head: ECFHead;
  /** JSON of its tree. */
  readonly json: string;
  readonly errores: readonly ErrorDeDocumento[];
}

/** Stores the tree of an unsigned document, and derives that of its summary. */
async function storeUnsigned(
  tx: Tx,
  { empresaId, id }: { readonly empresaId: string; readonly id: string },
  { head, json, errores }: Unsigned,
): Promise<void> {
  const facts = factsOf(head);
  await storeTree(tx, { empresaId, id }, { json, facts, errores });
  const summary = await findSummary(tx, empresaId, id);
  if (summary === undefined) return;
  const derived = JSON.stringify(deriveRFCE(head, ''));
  await storeTree(tx, { empresaId, id: summary.id }, { json: derived, facts, errores: [] });
}
