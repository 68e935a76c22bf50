import { offers } from '@timbre/authority';
import { writeDocument } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { signCanonical } from '@timbre/xml/node';
import { newId } from '../../platform/db/id.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Core } from '../comprobantes/core.ts';
import { changingOf } from '../reports/changed-months.ts';
import { demandMayAnswer } from '../reports/demand-answer.ts';
import { takesAnswer } from './answering.ts';
import { lockReceived, storeAnswer, wasRefused } from './answers-repo.ts';
import { ANSWER, approvalOf } from './approval.ts';
import { LOOK_UP } from './look-up.ts';
import { tellChange } from './topic.ts';
import { answeredOf } from './workbook-approvals-repo.ts';

/** A commercial answer to be signed and sent. */
interface NewAnswer {
  readonly aprobada: boolean;
  /** Reason of a rejection. */
  readonly motivo: string | undefined;
  /** Whether a month of the reports that was filed may change. */
  readonly aunquePresentado: boolean | undefined;
  readonly por: string;
  readonly ip: string;
}

/**
 * Signs the commercial answer to a received e-CF and stores it, to be sent to its issuer and to the DGII.
 *
 * @throws Problem `recurso/no-encontrado`, `recibida/…`, `certificado/…`, `reportes/presentado`
 */
export async function answerReceived(ctx: Core, empresaId: string, id: string, answer: NewAnswer): Promise<void> {
  const { db, clock, signers, issuers, events, queue } = ctx;
  if (answer.aprobada === (answer.motivo !== undefined)) refuse('recibida/motivo');
  const { rnc } = await issuers.of(empresaId);
  const received = await db.tenant(empresaId, (tx) => demandAnswerable(tx, empresaId, id));
  if (!isVerified(received)) {
    await db.tenant(empresaId, (tx) => queue.enqueue(tx, [{ clase: LOOK_UP, empresaId, sujeto: id }]));
    refuse('recibida/sin-verificar');
  }
  const { signer } = await signers.of(empresaId);
  const firmada = clock.now();
  const { rnc_emisor: rncEmisor, encf: eNCF, fecha_emision: fechaEmision, monto_total: montoTotal } = received;
  const written = approvalOf({ rncEmisor, eNCF, fechaEmision, montoTotal }, rnc, answer, firmada.getTime());
  const { xml } = await signCanonical(writeDocument('ACECF', written), signer);
  const { aprobada, por, ip } = answer;
  const motivo = written.DetalleAprobacionComercial.DetalleMotivoRechazo ?? null;
  await db.tenant(empresaId, async (tx) => {
    // Another caller may have answered meanwhile.
    await demandAnswerable(tx, empresaId, id);
    const aprobacionId = newId(firmada);
    const { ambiente, rnc_emisor, encf } = received;
    const scope = { empresaId, ambiente, rnc };
    const changing = changingOf(answer.aunquePresentado);
    const presentado = await demandMayAnswer(tx, scope, [{ recibidoId: id, aprobada }], changing);
    const ecf = { ambiente, rnc_emisor, encf };
    await storeAnswer(
      tx,
      { empresa_id: empresaId, id: aprobacionId, recibido_id: id, ...ecf, aprobada, motivo, xml, firmada, por },
      ['dgii', 'emisor'],
    );
    await queue.enqueue(tx, [{ clase: ANSWER, empresaId, sujeto: aprobacionId }]);
    const datos = { id, eNCF: received.encf, aprobada, motivo, presentado, por, ip };
    await events.append(tx, empresaId, [{ tipo: 'recibida.respondida', sujeto: id, datos }]);
    tellChange(ctx, tx, empresaId);
  });
}

/** A document that may be answered now, locked. */
async function demandAnswerable(tx: Tx, empresaId: string, id: string) {
  const row = (await lockReceived(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  if (!takesAnswer(row.tipo)) refuse('recibida/sin-respuesta');
  if (row.respuesta !== null && !(await wasRefused(tx, empresaId, id))) refuse('recibida/respondida');
  // It was answered from a workbook, before the e-CF arrived.
  if ((await answeredOf(tx, empresaId, row.ambiente, [row])).length > 0) refuse('recibida/respondida');
  return row;
}

/**
 * Only an e-CF that the DGII accepted may be answered. In certification, where there is no look-up, this cannot be
 * checked.
 */
const isVerified = ({ ambiente, estado_dgii }: Pick<Row<'recibido'>, 'ambiente' | 'estado_dgii'>): boolean =>
  estado_dgii === 'aceptado' || estado_dgii === 'aceptado_condicional' || !offers('consultaEstado', ambiente);
