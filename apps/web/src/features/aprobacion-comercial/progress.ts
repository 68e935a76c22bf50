import { formatCount, formatCounted } from '../../lib/format.ts';
import type { Step } from '../../lib/pace.ts';
import type { listAprobaciones } from './api.ts';

/** How many approvals there are, and how many reached each step. */
export type Totales = Awaited<ReturnType<typeof listAprobaciones>>['totales'];

/** `1 aprobación`, `3 aprobaciones`. */
export const counted = (n: number, adjective = ''): string =>
  formatCounted(n, `aprobación${adjective && ` ${adjective}`}`, `aprobaciones${adjective && ` ${adjective}s`}`);

/** How many can be signed: those without faults that were not. */
export const signable = ({ total, conErrores, firmados }: Totales): number =>
  Math.max(0, total - conErrores - firmados);

/** How many can be sent: those that were signed. */
export const sendable = ({ firmados, enviados }: Totales): number => Math.max(0, firmados - enviados);

/** How many were sent and have no answer of the DGII yet. */
export const awaited = ({ enviados, aceptadas, rechazadas, sinConfirmar }: Totales): number =>
  Math.max(0, enviados - aceptadas - rechazadas - sinConfirmar);

/** The requests in progress. */
interface Asking {
  readonly loading: boolean;
  readonly signing: boolean;
  readonly sending: boolean;
}

/** The steps of the progress card: reading, signing, sending. */
export function stepsOf(totales: Totales, { loading, signing, sending }: Asking): Step[] {
  const { total, conErrores, firmados } = totales;
  const answered = totales.enviados - awaited(totales);
  const good = total - conErrores;
  const step = (nombre: string, verbo: string, hechos: number, works: boolean): Step => ({
    nombre,
    verbo,
    hechos,
    total: good,
    estado: works ? 'procesando' : good > 0 && hechos >= good ? 'completado' : 'pendiente',
  });
  return [
    {
      nombre: 'Lectura',
      verbo: 'Leyendo',
      hechos: 0,
      total: 0,
      estado: loading ? 'procesando' : total > 0 ? 'completado' : 'pendiente',
    },
    step('Firma', 'Firmando', firmados, signing),
    step('Envío', 'Enviando', answered, sending || awaited(totales) > 0),
  ];
}

/** One line for when no work is in progress: the next step. */
export function nextWords(totales: Totales): string {
  const { total, conErrores, rechazadas, sinConfirmar, aceptadas } = totales;
  if (total === 0) return 'Siguiente: procesar un libro de aprobaciones';
  if (signable(totales) > 0) return `Siguiente: firmar ${counted(signable(totales))}`;
  if (sendable(totales) > 0) return `Siguiente: enviar ${counted(sendable(totales))}`;
  if (awaited(totales) > 0) return `Esperando ${formatCounted(awaited(totales), 'respuesta')} de la DGII`;
  if (conErrores > 0) return `${conErrores === 1 ? 'Queda' : 'Quedan'} ${counted(conErrores)} con errores`;
  return `La DGII respondió: ${answerWords({ aceptadas, rechazadas, sinConfirmar })}`;
}

/** `3 aceptadas · 1 rechazada`; empty while nothing was answered. */
export const answerWords = ({
  aceptadas,
  rechazadas,
  sinConfirmar,
}: Pick<Totales, 'aceptadas' | 'rechazadas' | 'sinConfirmar'>): string =>
  [
    ...(aceptadas > 0 ? [formatCounted(aceptadas, 'aceptada')] : []),
    ...(rechazadas > 0 ? [formatCounted(rechazadas, 'rechazada')] : []),
    ...(sinConfirmar > 0 ? [`${formatCount(sinConfirmar)} sin confirmar`] : []),
  ].join(' · ');
