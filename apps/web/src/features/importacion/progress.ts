import type { importacion } from '@timbre/contract';
import { isEditable } from '@timbre/contract/tables';
import { formatCount, formatCounted } from '../../lib/format.ts';
import type { Authority, Counts } from '../../lib/import-state.ts';
import type { Step } from '../../lib/pace.ts';

type Importacion = importacion.Importacion;

/** Whether its XML may be edited. A rehearsal does not prevent it. */
export const canEdit = (documento: importacion.FilaDeImportacion): boolean =>
  isEditable({ ...documento, ...documento.real });

const words = {
  readingFile: { nombre: 'Lectura', verbo: 'Leyendo' },
  parsingData: { nombre: 'Datos', verbo: 'Interpretando' },
  generatingXML: { nombre: 'XML', verbo: 'Generando' },
} as const;

/**
 * Returns the three steps of the specification, as counted by the server, and the steps of signing and sending. Those
 * two do not begin until the server has read the whole workbook.
 */
export function stepsOf(
  { estado, pasos, enCurso }: Pick<Importacion, 'estado' | 'pasos' | 'enCurso'>,
  counts: Counts,
): Step[] {
  const toBegin = estado === 'procesando';
  const toSign = counts.total - counts.conErrores - counts.detenidos;
  const later = (nombre: string, verbo: string, hechos: number, remaining: number): Step => ({
    nombre,
    verbo,
    hechos: toBegin ? 0 : hechos,
    total: toBegin ? 0 : toSign,
    estado: toBegin
      ? 'pendiente'
      : remaining > 0
        ? 'procesando'
        : toSign > 0 && hechos >= toSign
          ? 'completado'
          : 'pendiente',
  });
  return [
    ...pasos.map(({ nombre, estado, hechos, total }) => ({ ...words[nombre], estado, hechos, total })),
    later('Firma', 'Firmando', counts.firmados, enCurso.firmar),
    later('Envío', 'Enviando', counts.enviados, enCurso.enviar),
  ];
}

/** The reasons why signing or sending all is not available, as shown on the screen. */
type Refusals = Record<'firmar' | 'enviar', string | undefined>;

/** How many can be sent. */
export const sendable = ({ enviables, firmables }: Counts, { simulated }: Authority): number =>
  enviables + (simulated ? firmables : 0);

/**
 * Returns the reason why each action on the whole workbook is not available; undefined when it is.
 *
 * @param importacion how many documents are still to be signed and sent, and whether it is still being read
 */
export function refusalsOf(
  counts: Counts,
  { estado, enCurso }: Pick<Importacion, 'estado' | 'enCurso'>,
  authority: Authority,
): Refusals {
  const { total, firmables, detenidos, notasDetenidas, firmados, enviados } = counts;
  const firmar = () => {
    if (firmables > 0) return undefined;
    if (detenidos > 0) return stoppedWords(detenidos);
    return firmados > 0 ? 'No queda nada por firmar' : 'Todos los comprobantes tienen errores';
  };
  const enviar = () => {
    if (sendable(counts, authority) > 0) return authority.authenticated ? undefined : 'Debe autenticarse primero';
    if (notasDetenidas > 0) return stoppedWords(notasDetenidas);
    return enviados > 0 ? 'No queda nada por enviar' : 'La factura debe estar firmada para enviarla';
  };
  const busy = () => {
    if (estado === 'procesando') return 'El libro se está procesando';
    if (total === 0) return 'Procese primero un libro de Excel';
    if (enCurso.enviar > 0) return 'El envío está en curso';
    return enCurso.firmar > 0 ? 'La firma está en curso' : undefined;
  };
  const refusal = authority.noEmite ?? busy();
  return { firmar: refusal ?? firmar(), enviar: refusal ?? enviar() };
}

/** Why documents without errors cannot be signed or sent. */
const stoppedWords = (detenidos: number): string =>
  `${formatCounted(detenidos, 'comprobante espera', 'comprobantes esperan')} a que se corrija su factura o su resumen, o la empresa vuelva a su ambiente`;

/** `La DGII respondió los 15: 13 aceptados, 2 rechazados`. */
function answeredWords({ total, aceptados, rechazados }: Counts): string {
  const verdicts = [
    ...(aceptados > 0 ? [formatCounted(aceptados, 'aceptado')] : []),
    ...(rechazados > 0 ? [formatCounted(rechazados, 'rechazado')] : []),
  ];
  return `La DGII respondió ${total === 1 ? 'el único' : `los ${formatCount(total)}`}: ${verdicts.join(', ')}`;
}

/**
 * One line for when no work is in progress: the next step, or what the import waits for.
 *
 * @param estado of the import: while it is `procesando`, the server has not begun the first step
 */
export function nextWords(
  counts: Counts,
  refusals: ReturnType<typeof refusalsOf>,
  estado: Importacion['estado'],
): string {
  const { total, firmables, enviables, enviados, aceptados, rechazados, sinConfirmar, conErrores } = counts;
  const answered = aceptados + rechazados;
  const awaited = enviados - answered - sinConfirmar;
  if (estado === 'procesando') return 'En cola para procesarse';
  if (estado === 'error') return 'Corrija el libro y procéselo de nuevo';
  if (total === 0) return 'El libro no trae comprobantes';
  if (firmables > 0) return `Siguiente: firmar ${formatCounted(firmables, 'comprobante')}`;
  if (enviables > 0) return refusals.enviar ?? `Siguiente: enviar ${formatCounted(enviables, 'comprobante')}`;
  if (awaited > 0) return `Esperando ${formatCounted(awaited, 'respuesta')} de la DGII`;
  if (sinConfirmar > 0)
    return `Siguiente: confirmar ${formatCounted(sinConfirmar, 'comprobante')} en el portal de la DGII`;
  if (answered === total) return answeredWords(counts);
  const stopped = counts.detenidos + counts.notasDetenidas;
  if (conErrores === 0 && stopped > 0) return stoppedWords(stopped);
  const faulty = `${conErrores === 1 ? 'Queda' : 'Quedan'} ${formatCounted(conErrores, 'comprobante')} con errores`;
  return stopped > 0 ? `${faulty}; ${stoppedWords(stopped)}` : faulty;
}
