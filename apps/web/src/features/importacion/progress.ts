import type { Estado, importacion, ResumenDocumento } from '@timbre/contract';
import { formatCounted } from '../../lib/format.ts';

type Importacion = importacion.Importacion;

/** States from which a document has left for the authority. */
const sentStates: ReadonlySet<Estado> = new Set([
  'enviado',
  'recibido',
  'en_proceso',
  'aceptado',
  'aceptado_condicional',
  'rechazado',
]);

export const isSent = ({ estado }: ResumenDocumento): boolean => sentStates.has(estado);
/** A document with errors is in the state `error`: it is passed over. Remarks (`aviso`) keep nothing back. */
export const canSign = ({ estado }: ResumenDocumento): boolean => estado === 'pendiente';

/** @param simulated in development mode what is not signed yet is signed on the way (seeds/001 §4) */
export const canSend = ({ estado }: ResumenDocumento, simulated: boolean): boolean =>
  estado === 'firmado' || (simulated && estado === 'pendiente');

/** Only what is certainly not at the authority; a summary follows its invoice, and it is the invoice that is edited. */
export const canEdit = ({ estado, esRFCE, secuenciaUtilizada }: ResumenDocumento): boolean => {
  if (esRFCE) return false;
  const rejectedUnused = estado === 'rechazado' && secuenciaUtilizada === false;
  return estado === 'pendiente' || estado === 'firmado' || estado === 'error' || rejectedUnused;
};

/** The figures of the stat cards, and those that say what can be done next. */
export interface Counts {
  total: number;
  rfce: number;
  /** Waiting to be signed. */
  firmables: number;
  /** Signed and not sent. */
  enviables: number;
  /** Signed, waiting for the acceptance of the invoice that they modify. */
  enEspera: number;
  conErrores: number;
  firmados: number;
  enviados: number;
  pendientes: number;
  aprobados: number;
  rechazados: number;
}

/** Counts the documents in one pass: it is done again at each change of any of them. */
export function countDocumentos(documentos: readonly ResumenDocumento[]): Counts {
  const total = documentos.length;
  let [rfce, firmables, enviables, enEspera, enviados, aprobados, rechazados] = [0, 0, 0, 0, 0, 0, 0];
  for (const documento of documentos) {
    const { estado } = documento;
    if (documento.esRFCE) rfce += 1;
    if (canSign(documento)) firmables += 1;
    else if (isSent(documento)) enviados += 1;
    else if (estado === 'firmado') enviables += 1;
    if (estado === 'firmado' && documento.esperaA !== null) enEspera += 1;
    if (estado === 'aceptado' || estado === 'aceptado_condicional') aprobados += 1;
    if (estado === 'rechazado') rechazados += 1;
  }
  return {
    total,
    rfce,
    firmables,
    enviables,
    enEspera,
    conErrores: total - firmables - enviables - enviados,
    firmados: enviados + enviables,
    enviados,
    pendientes: total - enviados,
    aprobados,
    rechazados,
  };
}

/** A step of the work as the progress card shows it. */
export interface Step {
  readonly nombre: string;
  /** While it goes on: `Enviando 19 de 29`. */
  readonly verbo: string;
  readonly estado: 'pendiente' | 'procesando' | 'completado' | 'error';
  readonly hechos: number;
  readonly total: number;
}

const words = {
  readingFile: { nombre: 'Lectura', verbo: 'Leyendo' },
  parsingData: { nombre: 'Datos', verbo: 'Interpretando' },
  generatingXML: { nombre: 'XML', verbo: 'Generando' },
} as const;

/** The specification's three steps, as the server counts them, and those of signing and sending. */
export function stepsOf({ pasos, enCurso }: Pick<Importacion, 'pasos' | 'enCurso'>, counts: Counts): Step[] {
  const toSign = counts.total - counts.conErrores;
  const later = (nombre: string, verbo: string, hechos: number, remaining: number): Step => ({
    nombre,
    verbo,
    hechos,
    total: toSign,
    estado: remaining > 0 ? 'procesando' : toSign > 0 && hechos >= toSign ? 'completado' : 'pendiente',
  });
  return [
    ...pasos.map(({ nombre, estado, hechos, total }) => ({ ...words[nombre], estado, hechos, total })),
    later('Firma', 'Firmando', counts.firmados, enCurso.firmar),
    later('Envío', 'Enviando', counts.enviados, enCurso.enviar),
  ];
}

/** How far the work has come at an instant. */
export interface Sample {
  readonly at: number;
  readonly done: number;
}

/**
 * The pace of the last samples and what it promises.
 *
 * @param samples oldest first, instants in ms
 * @param remaining how many are left
 * @returns documents per second and the time left in ms; undefined while there is not enough to tell
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

/** Why signing or sending all is refused, in the words of the screen. */
export type Refusals = Record<'firmar' | 'enviar', string | undefined>;

/** How the authority takes what is sent. */
export interface Authority {
  /** The simulator: development mode. */
  readonly simulated: boolean;
  /** Whether it would take it now. */
  readonly authenticated: boolean;
  /** Why this person may ask nothing of it. */
  readonly noEmite?: string | undefined;
}

/** How many can be sent. */
export const sendable = ({ enviables, firmables }: Counts, { simulated }: Authority): number =>
  enviables + (simulated ? firmables : 0);

/**
 * Why each action on the whole workbook cannot be asked for now; undefined when it can.
 *
 * @param importacion what remains of signing and sending already asked for, and whether it is still being read
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

/**
 * One line for when nothing is going on: what to do next, or what is being waited for.
 *
 * @param estado of the import: while `procesando`, the server has not begun the first step
 */
export function nextWords(
  counts: Counts,
  refusals: ReturnType<typeof refusalsOf>,
  estado: Importacion['estado'],
): string {
  const { total, firmables, enviables, enviados, aprobados, rechazados, conErrores } = counts;
  const answered = aprobados + rechazados;
  if (estado === 'procesando') return 'En cola para procesarse';
  if (estado === 'error') return 'Corrija el libro y procéselo de nuevo';
  if (total === 0) return 'El libro no trae comprobantes';
  if (firmables > 0) return `Siguiente: firmar ${formatCounted(firmables, 'comprobante')}`;
  if (enviables > 0) return refusals.enviar ?? `Siguiente: enviar ${formatCounted(enviables, 'comprobante')}`;
  if (answered < enviados) return `Esperando ${formatCounted(enviados - answered, 'respuesta')} de la DGII`;
  if (answered === total) return 'Todos tienen la respuesta de la DGII';
  return `${conErrores === 1 ? 'Queda' : 'Quedan'} ${formatCounted(conErrores, 'comprobante')} con errores`;
}
