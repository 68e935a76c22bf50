import { type ApprovalFacts, digestOf } from '../comprobantes/judge/received.ts';
import { findIssued, type IssuedFacts } from '../comprobantes/queries/issued.ts';
import type { Context } from '../context.ts';
import { lockEmpresa } from '../db/lock-empresa.ts';
import { refuse } from '../http/problem.ts';
import { approvalsOf, mostApprovals, storeApproval } from './approvals-repo.ts';
import { tellChange } from './topic.ts';

/**
 * Stores a buyer's commercial answer beside the invoice that it is about. The same bytes again change nothing.
 *
 * @throws Problem `receptor/aprobacion` when it is about no invoice of the company
 */
export async function takeApproval(
  ctx: Context,
  empresaId: string,
  facts: ApprovalFacts,
  bytes: Uint8Array,
): Promise<void> {
  const { db, clock, events, issuers } = ctx;
  const { rnc, ambiente } = await issuers.of(empresaId);
  if (facts.rncEmisor !== rnc) refuse('receptor/aprobacion', `El emisor ${facts.rncEmisor} no es ${rnc}`);
  await db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const issued = await findIssued(tx, empresaId, { ambiente, rncEmisor: facts.rncEmisor, eNCF: facts.eNCF });
    if (issued === undefined || !isAbout(facts, issued))
      return refuse('receptor/aprobacion', 'No se encuentra un e-CF válido para esta aprobación comercial');
    const known = await approvalsOf(tx, empresaId, issued.id);
    const isNew = await storeApproval(tx, {
      empresa_id: empresaId,
      documento_id: issued.id,
      xml_sha256: digestOf(bytes),
      aprobada: facts.aprobada,
      motivo: facts.motivo,
      fecha_hora: facts.fechaHora,
      titular: facts.titular,
      xml: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      recibida: clock.now(),
    });
    if (!isNew) return;
    if (known.length >= mostApprovals) refuse('receptor/aprobacion', 'Este e-CF ya tiene demasiadas respuestas');
    const { eNCF, aprobada, motivo, rncComprador } = facts;
    const datos = { documentoId: issued.id, eNCF, aprobada, motivo, rncComprador };
    await events.append(tx, empresaId, [{ tipo: 'aprobacion.recibida', sujeto: issued.id, datos }]);
    tellChange(ctx, tx, empresaId);
  });
}

/** Whether an answer is about this invoice. @source Descripción técnica v1.6, "Recepción de aprobación comercial" */
const isAbout = (facts: ApprovalFacts, issued: IssuedFacts): boolean =>
  issued.estado !== 'rechazado' &&
  issued.monto_total === facts.montoTotal &&
  issued.fecha_emision === facts.fechaEmision &&
  issued.rnc_comprador === facts.rncComprador;
