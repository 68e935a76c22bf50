import type { Enlaces } from '@timbre/contract';
import { formatAmount } from '../../lib/format.ts';

/**
 * Describes the amounts of the credit notes of a document that they do not annul. Undefined if there are none to
 * mention.
 */
export function notesWords(
  { notasDeCredito, anuladaPor }: Pick<Enlaces, 'notasDeCredito' | 'anuladaPor'>,
  monto: string,
): string | undefined {
  if (notasDeCredito === null || anuladaPor !== null) return undefined;
  const { aceptado, enProceso } = notasDeCredito;
  const waiting = Number(enProceso) > 0;
  if (Number(aceptado) > 0)
    return `Con notas por RD$ ${formatAmount(aceptado)} de RD$ ${formatAmount(monto)}${waiting ? `, y RD$ ${formatAmount(enProceso)} en proceso` : ''}`;
  return waiting ? `Con notas en proceso por RD$ ${formatAmount(enProceso)} de RD$ ${formatAmount(monto)}` : undefined;
}
