import type { importacion } from '@timbre/contract';
import { estadosAceptados } from '@timbre/contract/tables';
import { formatCounted } from '../../lib/format.ts';
import { type Authority, type Counts, canSend, canSign, isSent, orphanWords } from '../../lib/import-state.ts';
import { failures, sendingFailed } from './words.ts';

export type Fila = importacion.FilaDeImportacion;
type Importacion = importacion.Importacion;

/** Work on many receipts that was started on this screen. */
export type Running = 'receipts' | 'standard' | 'custom' | 'clearing' | 'signing' | 'sending';

const wait = 'espere a que terminen';

/**
 * Why receipts can neither be generated, signed, sent nor deleted now: another batch is in progress.
 * @source specification 001 §4
 */
export function lockOf(enCurso: Importacion['enCurso'] | undefined, running: Running | undefined): string | undefined {
  if (running === 'signing' || (enCurso?.firmar ?? 0) > 0) return `Se están firmando comprobantes: ${wait}`;
  if (running === 'sending' || (enCurso?.enviar ?? 0) > 0) return `Se están enviando comprobantes: ${wait}`;
  if (running === 'clearing') return `Se están borrando comprobantes: ${wait}`;
  return running && `Se están generando comprobantes: ${wait}`;
}

/** Number of receipts, without the summaries. */
export const receiptCount = (of: Pick<Importacion, 'cuentas'> | undefined): number =>
  (of?.cuentas ?? []).reduce((sum, { esRFCE, cuenta }) => sum + (esRFCE ? 0 : cuenta), 0);

/** Number of summaries that the DGII accepted: their invoices are uploaded in the portal. */
export const acceptedSummaries = ({ cuentas }: Pick<Importacion, 'cuentas'>): number =>
  cuentas.reduce((sum, { esRFCE, estado, cuenta }) => sum + (esRFCE && estadosAceptados.has(estado) ? cuenta : 0), 0);

/** Number of receipts that were sent, without the summaries. */
export const sentCount = ({ cuentas }: Pick<Importacion, 'cuentas'>): number =>
  cuentas.reduce((sum, counted) => sum + (!counted.esRFCE && isSent(counted) ? counted.cuenta : 0), 0);

/** Why a receipt cannot be signed; undefined if it can. */
export function signRefusal(fila: Fila): string | undefined {
  if (canSign(fila)) return undefined;
  if (isSent(fila)) return 'Este comprobante ya fue enviado';
  if (fila.estado === 'firmado') return 'Este comprobante ya está firmado';
  return fila.detenido
    ? 'Espera a que se corrija su factura o su resumen, o la empresa vuelva a su ambiente'
    : 'El comprobante tiene errores';
}

/** Why a receipt cannot be sent; undefined if it can. */
export function sendRefusal(fila: Fila, authority: Authority): string | undefined {
  if (isSent(fila)) return 'Este comprobante ya fue enviado';
  if (!canSend(fila, authority.simulated))
    return orphanWords(fila) ?? 'El comprobante debe estar firmado para enviarlo';
  return authority.authenticated ? undefined : failures.notAuthenticated;
}

/** Why nothing can be sent; undefined if anything can. @source specification 001 §5, "Simulator" */
export function sendAllRefusal(counts: Counts, toSend: number, { authenticated }: Authority): string | undefined {
  if (counts.total === 0) return failures.nothingToSend;
  if (!authenticated) return failures.notAuthenticated;
  if (toSend > 0) return undefined;
  if (counts.notasDetenidas > 0) return waitingNotes(counts.notasDetenidas);
  return counts.firmables > 0 ? 'Los comprobantes deben estar firmados para enviarlos' : failures.nothingToSend;
}

const waitingNotes = (n: number): string =>
  `${formatCounted(n, 'nota espera', 'notas esperan')} a que se corrija su factura, que la DGII rechazó`;

/**
 * The text of a failed sending, shown instead of the state; undefined if none failed.
 *
 * @param reason why the last sending from this screen failed
 */
export function failedWords(fila: Fila, reason: string | undefined): string | undefined {
  return fila.estado === 'sin_confirmar' || (reason !== undefined && !isSent(fila)) ? sendingFailed : undefined;
}

/** One line for when no work is in progress: the next step, or the pending event. */
export function nextWords({ total, firmables, enviables, enviados, ...counts }: Counts): string {
  const { aceptados, rechazados, sinConfirmar, notasDetenidas, conErrores } = counts;
  const awaited = enviados - aceptados - rechazados - sinConfirmar;
  if (firmables > 0) return `Siguiente: firmar ${formatCounted(firmables, 'comprobante')}`;
  if (enviables > 0) return `Siguiente: enviar ${formatCounted(enviables, 'comprobante')}`;
  if (awaited > 0) return `Esperando ${formatCounted(awaited, 'respuesta')} de la DGII`;
  if (sinConfirmar > 0)
    return `Siguiente: confirmar ${formatCounted(sinConfirmar, 'comprobante')} en el portal de la DGII`;
  if (notasDetenidas > 0) return waitingNotes(notasDetenidas);
  if (conErrores > 0)
    return `${conErrores === 1 ? 'Queda' : 'Quedan'} ${formatCounted(conErrores, 'comprobante')} con errores`;
  return total === 0 ? 'Siguiente: generar comprobantes' : 'La DGII respondió todos';
}
