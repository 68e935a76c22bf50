import type { Estado, importacion } from '@timbre/contract';
import { estadosAceptados, estadosEnviados } from '@timbre/contract/tables';

type Importacion = importacion.Importacion;
type OfState = Pick<importacion.FilaDeImportacion, 'estado'>;
type Signable = Pick<importacion.FilaDeImportacion, 'estado' | 'detenido'>;

/** Whether a document was sent to the authority. */
export const isSent = ({ estado }: OfState): boolean => estadosEnviados.has(estado);

/**
 * A document with errors has the state `error` and is skipped; one that waits for the correction of another cannot be
 * signed either. Notices (`aviso`) do not block a document.
 */
export const canSign = ({ estado, detenido }: Signable): boolean => estado === 'pendiente' && !detenido;

/**
 * A note whose invoice was rejected cannot be sent.
 *
 * @param simulated in development mode unsigned documents are signed before they are sent (specification 001 §4)
 */
export const canSend = (documento: Signable, simulated: boolean): boolean =>
  (documento.estado === 'firmado' && !documento.detenido) || (simulated && canSign(documento));

/** Why a signed note cannot be sent before its invoice is corrected; undefined for any other document. */
export const orphanWords = ({
  estado,
  detenido,
  esperaA,
}: Signable & { esperaA: string | null }): string | undefined =>
  estado === 'firmado' && detenido ? `La DGII rechazó ${esperaA}: corríjalo antes de enviar esta nota` : undefined;

/** The state of the authority for sending. */
export interface Authority {
  /** The simulator: development mode. */
  readonly simulated: boolean;
  /** Whether it would accept a document now. */
  readonly authenticated: boolean;
  /** Why this user may not sign or send. */
  readonly noEmite?: string | undefined;
}

/** The counts of the stat cards, and those that determine the next actions. */
export interface Counts {
  total: number;
  rfce: number;
  /** Ready to be signed. */
  firmables: number;
  /** Without errors, and not to be signed before another one is corrected. */
  detenidos: number;
  /** Signed and ready to be sent. */
  enviables: number;
  /** Signed notes that cannot be sent: their invoice was rejected. */
  notasDetenidas: number;
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
export function countsOf({
  cuentas,
  enEspera,
  detenidos,
  notasDetenidas,
}: Pick<Importacion, 'cuentas' | 'enEspera' | 'detenidos' | 'notasDetenidas'>): Counts {
  const sum = (of: (counted: Importacion['cuentas'][number]) => boolean) =>
    cuentas.reduce((count, counted) => count + (of(counted) ? counted.cuenta : 0), 0);
  const inState = (...estados: Estado[]) => sum(({ estado }) => estados.includes(estado));
  const total = sum(() => true);
  const signed = inState('firmado');
  const enviados = sum(isSent);
  return {
    total,
    rfce: sum(({ esRFCE }) => esRFCE),
    firmables: inState('pendiente') - detenidos,
    detenidos,
    enviables: signed - notasDetenidas,
    notasDetenidas,
    enEspera,
    conErrores: inState('error'),
    firmados: enviados + signed,
    enviados,
    pendientes: total - enviados,
    aceptados: sum(({ estado }) => estadosAceptados.has(estado)),
    rechazados: inState('rechazado'),
    sinConfirmar: inState('sin_confirmar'),
  };
}
