import type { Estado, importacion } from '@timbre/contract';
import { estadosAceptados, estadosEnviados, isEditable } from '@timbre/contract/tables';
import { formatCount, formatCounted } from '../../lib/format.ts';

type Importacion = importacion.Importacion;
type OfState = Pick<importacion.FilaDeImportacion, 'estado'>;

export const isSent = ({ estado }: OfState): boolean => estadosEnviados.has(estado);
/** A document with errors has the state `error` and is skipped. Notices (`aviso`) do not block a document. */
export const canSign = ({ estado }: OfState): boolean => estado === 'pendiente';

/** @param simulated in development mode unsigned documents are signed before they are sent (seeds/001 §4) */
export const canSend = ({ estado }: OfState, simulated: boolean): boolean =>
  estado === 'firmado' || (simulated && estado === 'pendiente');

/** Whether its XML may be edited. A rehearsal does not prevent it. */
export const canEdit = (documento: importacion.FilaDeImportacion): boolean =>
  isEditable({ ...documento, ...documento.real });

/** The counts of the stat cards, and those that determine the next actions. */
export interface Counts {
  total: number;
  rfce: number;
  /** Ready to be signed. */
  firmables: number;
  /** Signed and not sent. */
  enviables: number;
  /** Signed, waiting until the invoice that they modify is accepted. */
  enEspera: number;
  conErrores: number;
  firmados: number;
  enviados: number;
  pendientes: number;
  aceptados: number;
  rechazados: number;
  /**
   * Sent without a known response: a user must record the authority's decision, unless the authority still responds.
   */
  sinConfirmar: number;
}

/** Converts the counts of an import by state to those of the screen. */
export function countsOf({ cuentas, enEspera }: Pick<Importacion, 'cuentas' | 'enEspera'>): Counts {
  const sum = (of: (counted: Importacion['cuentas'][number]) => boolean) =>
    cuentas.reduce((count, counted) => count + (of(counted) ? counted.cuenta : 0), 0);
  const inState = (...estados: Estado[]) => sum(({ estado }) => estados.includes(estado));
  const total = sum(() => true);
  const enviables = inState('firmado');
  const enviados = sum(isSent);
  return {
    total,
    rfce: sum(({ esRFCE }) => esRFCE),
    firmables: inState('pendiente'),
    enviables,
    enEspera,
    conErrores: inState('error'),
    firmados: enviados + enviables,
    enviados,
    pendientes: total - enviados,
    aceptados: sum(({ estado }) => estadosAceptados.has(estado)),
    rechazados: inState('rechazado'),
    sinConfirmar: inState('sin_confirmar'),
  };
}

/** A step of the work, as the progress card shows it. */
export interface Step {
  readonly nombre: string;
  /** The text while it is in progress: `Enviando 19 de 29`. */
  readonly verbo: string;
  readonly estado: 'pendiente' | 'procesando' | 'completado' | 'error';
  readonly hechos: number;
  readonly total: number;
}

/** The fraction of a step that is done, from 0 to 1. */
export const ratioOf = ({ estado, hechos, total }: Step): number =>
  total > 0 ? hechos / total : estado === 'completado' ? 1 : 0;

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
  const toSign = counts.total - counts.conErrores;
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

/** The progress at an instant. */
export interface Sample {
  readonly at: number;
  readonly done: number;
}

/**
 * Computes the speed of the last samples and the time left.
 *
 * @param samples oldest first, instants in ms
 * @param remaining how many are left
 * @returns documents per second and the time left in ms; undefined while there are too few samples
 */
export function paceOf(
  samples: readonly Sample[],
  remaining: number,
): { perSecond: number; leftMs: number } | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 800 || last.done <= first.done) return undefined;
  const perSecond = ((last.done - first.done) * 1000) / (last.at - first.at);
  return { perSecond, leftMs: (remaining / perSecond) * 1000 };
}

/** The reasons why signing or sending all is not available, as shown on the screen. */
export type Refusals = Record<'firmar' | 'enviar', string | undefined>;

/** The state of the authority for sending. */
export interface Authority {
  /** The simulator: development mode. */
  readonly simulated: boolean;
  /** Whether it would accept a document now. */
  readonly authenticated: boolean;
  /** Why this user may not sign or send. */
  readonly noEmite?: string | undefined;
}

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
  const { total, firmables, firmados, enviados } = counts;
  const firmar = () => {
    if (firmables > 0) return undefined;
    return firmados > 0 ? 'No queda nada por firmar' : 'Todos los comprobantes tienen errores';
  };
  const enviar = () => {
    if (sendable(counts, authority) > 0) return authority.authenticated ? undefined : 'Debe autenticarse primero';
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
  return `${conErrores === 1 ? 'Queda' : 'Quedan'} ${formatCounted(conErrores, 'comprobante')} con errores`;
}
