import { type documentos, estadosAceptados } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { formatFecha, formatISODate } from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Actor } from '../../../platform/input/caller.ts';
import type { Core } from '../core.ts';
import { withNumber } from './outcome.ts';
import { announceChanges } from './send-record.ts';
import { applyChanges, type Change, lockTravelling, type Travelling } from './sender-repo.ts';

/**
 * The authority's codes of the verdicts. @source Descripción técnica v1.6, "Consulta de resultado e-CF", estados de
 * salida
 */
const codigoOf = { aceptado: '1', rechazado: '2', aceptado_condicional: '4' } as const;

/** An unconfirmed document, and the verdict that a person saw. */
interface Settled {
  readonly row: Travelling;
  readonly seen: documentos.VeredictoVisto;
}

/**
 * Whether a document is still being sent again. If it were settled then, the copy on its way could be accepted later.
 */
export const isSentAgain = ({ estado, codigo }: Travelling): boolean => estado === 'sin_confirmar' && codigo === null;

const stillSent =
  'Se está enviando otra vez y aún no hay respuesta. Registre la respuesta cuando la DGII haya contestado ese envío.';

/**
 * Gives an unconfirmed document the verdict that a person saw; for a summarised invoice, to both documents.
 *
 * @throws Problem `recurso/no-encontrado`, `documento/confirmado`; `documento/ya-enviado` while it is still being sent
 * again
 */
export async function settleUnconfirmed(
  context: Pick<Core, 'clock' | 'queue' | 'events'>,
  tx: Tx,
  empresaId: string,
  id: string,
  seen: documentos.VeredictoVisto,
  by: Actor,
): Promise<void> {
  const row = (await lockTravelling(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
  if (row.estado !== 'sin_confirmar') refuse('documento/confirmado');
  if (isSentAgain(row)) refuse('documento/ya-enviado', stillSent);
  await settleAll(context, tx, empresaId, [{ row, seen }], by);
}

/**
 * Gives unconfirmed documents the verdicts that a person saw. Their jobs, if any, end automatically: an acceptance that
 * the authority reports meanwhile still counts. A rejection frees the number by the same table as one that the
 * authority answers ({@link withNumber}), with the messages that the person saw.
 *
 * @param settled locked in this transaction, unconfirmed, and not {@link isSentAgain}
 */
export async function settleAll(
  context: Pick<Core, 'clock' | 'queue' | 'events'>,
  tx: Tx,
  empresaId: string,
  settled: readonly Settled[],
  by: Actor,
): Promise<void> {
  if (settled.length === 0) return;
  const today = formatISODate(formatFecha(context.clock.now().getTime()));
  const changes = settled.map((one) => changeOf(one, today, by));
  const made = await applyChanges(tx, empresaId, changes);
  const entries = settled.map(({ row, seen }, at) => {
    const { estado, trackId, secuenciaUtilizada } = changes[at]!;
    const hasMessages = !estadosAceptados.has(estado) && seen.mensajes !== undefined;
    const more = { ...(hasMessages && { mensajes: seen.mensajes }), nota: seen.nota ?? null };
    const datos = { eNCF: row.encf, estado, trackId, secuenciaUtilizada, ...more, ...by };
    return { tipo: 'documento.asentado', sujeto: row.resume_a ?? row.id, datos } as const;
  });
  await announceChanges(context, tx, empresaId, changes, made, entries);
}

function changeOf({ row, seen }: Settled, today: string, by: Actor): Change {
  const accepted = estadosAceptados.has(seen.estado);
  const verdict = {
    estado: seen.estado,
    mensajes: seen.mensajes ?? [],
    secuenciaUtilizada: seen.secuenciaUtilizada ?? null,
  };
  const judged = withNumber(verdict, today);
  // The authority's messages about the last copy are retained unless the person enters the messages of the verdict.
  const shown = seen.mensajes === undefined ? [...row.mensajes, ...judged.mensajes] : judged.mensajes;
  return {
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
    mensajes: accepted ? [] : shown,
    secuenciaUtilizada: accepted || (judged.secuenciaUtilizada ?? true),
    asentadoPor: by.por,
  };
}
