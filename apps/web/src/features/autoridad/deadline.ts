import type { autoridad } from '@timbre/contract';
import { formatCounted, formatSpan } from '../../lib/format.ts';

type Deadline = Pick<autoridad.Caida, 'sinEntregar' | 'entregarAntesDe'>;

/** With less time than this left, the banner is red. */
const urgentMs = 12 * 3_600_000;

const leftMs = ({ entregarAntesDe }: Deadline, now: number): number =>
  entregarAntesDe === null ? Number.POSITIVE_INFINITY : Date.parse(entregarAntesDe) - now;

/** Whether little time is left to deliver the documents issued in contingency. */
export const isUrgent = (caida: Deadline, now: number): boolean => leftMs(caida, now) < urgentMs;

/** How many documents were issued in contingency, and how much time is left to deliver the first of them. */
export function deadlineOf(caida: Deadline, now: number): string {
  const { sinEntregar } = caida;
  if (sinEntregar === 0) return '';
  const left = leftMs(caida, now);
  const issued = formatCounted(sinEntregar, 'emitido en contingencia', 'emitidos en contingencia');
  return left > 0
    ? `${issued}: quedan ${formatSpan(left)} para entregar el primero.`
    : `${issued}: venció el plazo para entregar el primero; se enviará en cuanto responda.`;
}
