import { formatCounted } from '../../lib/format.ts';
import type { Step } from '../importacion/progress.ts';
import type { listAprobaciones } from './api.ts';

/** How many approvals there are, and how far they came. */
export type Totales = Awaited<ReturnType<typeof listAprobaciones>>['totales'];

/** `1 aprobación`, `3 aprobaciones`. */
export const counted = (n: number, adjective = ''): string =>
  formatCounted(n, `aprobación${adjective && ` ${adjective}`}`, `aprobaciones${adjective && ` ${adjective}s`}`);

/** How many can be signed: those without faults that were not. */
export const signable = ({ total, conErrores, firmados }: Totales): number =>
  Math.max(0, total - conErrores - firmados);

/** How many can be sent. In development mode they need no signature. @source specification 001 §4 */
export const sendable = (totales: Totales, rehearsing: boolean): number =>
  Math.max(0, totales.firmados - totales.enviados) + (rehearsing ? signable(totales) : 0);

/** What is being asked of the server. */
export interface Asking {
  readonly loading: boolean;
  readonly signing: boolean;
  readonly sending: boolean;
}

/** The steps of the progress card: reading, signing, sending. */
export function stepsOf(totales: Totales, { loading, signing, sending }: Asking): Step[] {
  const { total, conErrores, firmados, enviados } = totales;
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
    step('Envío', 'Enviando', enviados, sending),
  ];
}

/** One line for when no work is in progress: the next step. */
export function nextWords(totales: Totales, rehearsing: boolean): string {
  const { total, conErrores, enviados } = totales;
  if (total === 0) return 'Siguiente: procesar un libro de aprobaciones';
  if (signable(totales) > 0) return `Siguiente: firmar ${counted(signable(totales))}`;
  if (sendable(totales, rehearsing) > 0) return `Siguiente: enviar ${counted(sendable(totales, rehearsing))}`;
  if (conErrores > 0) return `${conErrores === 1 ? 'Queda' : 'Quedan'} ${counted(conErrores)} con errores`;
  return `${counted(enviados, 'enviada')} a la DGII`;
}
