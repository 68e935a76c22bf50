import { refuse } from '@timbre/refusal';
import { asBuffer } from '@timbre/worker/as-buffer';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Core } from '../comprobantes/core.ts';
import { type ApprovalFacts, digestOf } from '../comprobantes/judge/received.ts';
import { findInvoice, type InvoiceFacts } from '../comprobantes/queries/invoice-facts.ts';
import { isContradicted, mostApprovals, placeOfSigner, storeApproval } from './approvals-repo.ts';
import { spendUnconfirmed } from './budget-repo.ts';
import { tellChange } from './topic.ts';

/**
 * Stores a buyer's commercial answer to an invoice, as a claim of its signer: all of its values are also in the printed
 * form of the invoice. The same bytes again change nothing.
 *
 * @param red the network of its sender
 * @throws Problem `receptor/aprobacion` if it is about no invoice of the company, `receptor/presupuesto`
 */
export async function takeApproval(
  ctx: Pick<Core, 'db' | 'clock' | 'events' | 'signals' | 'issuers'>,
  empresaId: string,
  facts: ApprovalFacts,
  bytes: Uint8Array,
  red: string,
): Promise<void> {
  const { db, clock, events, issuers } = ctx;
  const { rnc, ambiente } = await issuers.of(empresaId);
  if (facts.rncEmisor !== rnc) refuse('receptor/aprobacion', `El emisor ${facts.rncEmisor} no es ${rnc}`);
  await db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const issued = await findInvoice(tx, empresaId, { ambiente, rncEmisor: facts.rncEmisor, eNCF: facts.eNCF });
    if (issued === undefined || !isAbout(facts, issued))
      return refuse('receptor/aprobacion', 'No se encuentra un e-CF válido para esta aprobación comercial');
    const firmante = facts.huella;
    const invoice = { id: issued.id, ambiente, rnc_comprador: issued.rnc_comprador };
    const { conocida, suyas } = await placeOfSigner(tx, empresaId, invoice, firmante);
    const contradice = await isContradicted(tx, empresaId, invoice, { aprobada: facts.aprobada, conocida });
    const isNew = await storeApproval(tx, {
      empresa_id: empresaId,
      documento_id: issued.id,
      xml_sha256: digestOf(bytes),
      aprobada: facts.aprobada,
      motivo: facts.motivo,
      fecha_hora: facts.fechaHora,
      titular: facts.titular,
      firmante,
      xml: asBuffer(bytes),
      recibida: clock.now(),
    });
    if (!isNew) return;
    if (suyas >= mostApprovals)
      refuse('receptor/aprobacion', 'Este e-CF ya tiene demasiadas respuestas de este firmante');
    const recibido = clock.now();
    if (!conocida) await spendUnconfirmed(tx, empresaId, [{ red, firmante, recibido, bytes: bytes.length }], recibido);
    const { eNCF, aprobada, motivo, rncComprador, titular: firmadaPor } = facts;
    const answer = { documentoId: issued.id, eNCF, aprobada, motivo, rncComprador };
    const datos = { ...answer, firmadaPor, comprobada: conocida, contradice };
    await events.append(tx, empresaId, [{ tipo: 'aprobacion.recibida', sujeto: issued.id, datos }]);
    tellChange(ctx, tx, empresaId);
  });
}

/** Whether an answer is about this invoice. @source Descripción técnica v1.6, "Recepción de aprobación comercial" */
const isAbout = (facts: ApprovalFacts, issued: InvoiceFacts): boolean =>
  issued.estado !== 'rechazado' &&
  issued.monto_total === facts.montoTotal &&
  issued.fecha_emision === facts.fechaEmision &&
  issued.rnc_comprador === facts.rncComprador;
