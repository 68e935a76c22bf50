import { type documentos, estadosAceptados } from '@timbre/contract';
import type { Tx } from '../../db/transactions.ts';
import type { Actor } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import type { Core } from '../core.ts';
import { announceChanges } from './send-record.ts';
import { applyChanges, type Change, lockTravelling } from './sender-repo.ts';

/**
 * The authority's codes of the verdicts. @source Descripción técnica v1.6, "Consulta de resultado e-CF", estados de
 * salida
 */
const codigoOf = { aceptado: '1', rechazado: '2', aceptado_condicional: '4' } as const;

const stillSent =
  'Se está enviando otra vez y aún no hay respuesta. Registre la respuesta cuando la DGII haya contestado ese envío.';

/**
 * Gives an unconfirmed document the verdict that a person saw; for a summarised invoice, to both documents. Its job, if
 * it has one, ends by itself: an acceptance that the authority reports meanwhile still counts.
 *
 * @throws Problem `recurso/no-encontrado`, `documento/confirmado`; `documento/ya-enviado` while it is still being sent
 * again
 */
export async function settleUnconfirmed(
  context: Core,
  tx: Tx,
  empresaId: string,
  id: string,
  seen: documentos.VeredictoVisto,
  by: Actor,
): Promise<void> {
  const row = (await lockTravelling(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  if (row.estado !== 'sin_confirmar') refuse('documento/confirmado');
  // If it were settled now, a copy still being sent could be accepted later.
  if (row.codigo === null) refuse('documento/ya-enviado', stillSent);
  const accepted = estadosAceptados.has(seen.estado);
  const change: Change = {
    id: row.id,
    ambiente: row.ambiente,
    encf: row.encf,
    resumeA: row.resume_a,
    importacionId: row.importacion_id,
    intentoBase: row.intento_base,
    estado: seen.estado,
    final: true,
    // The document's trackId is of a copy that was not accepted.
    trackId: seen.trackId ?? (accepted ? null : row.track_id),
    codigo: codigoOf[seen.estado],
    mensajes: accepted ? [] : row.mensajes,
    secuenciaUtilizada: accepted || (seen.secuenciaUtilizada ?? true),
    asentadoPor: by.por,
  };
  const made = await applyChanges(tx, empresaId, [change]);
  const { estado, trackId, secuenciaUtilizada } = change;
  const datos = { eNCF: row.encf, estado, trackId, secuenciaUtilizada, nota: seen.nota ?? null, ...by };
  await announceChanges(context, tx, empresaId, [change], made, [
    { tipo: 'documento.asentado', sujeto: row.resume_a ?? row.id, datos },
  ]);
}
