import type { AuthorityUnreachable, Mensaje, Refused, Verdict } from '@timbre/authority';
import type { Row } from '../../../platform/db/schema.ts';
import type { EstadoDeAnulacion } from '../tables.ts';

/** What one exchange made of an annulment. */
export interface VoidOutcome {
  readonly resultado: NonNullable<Row<'anulacion_intento'>['resultado']>;
  readonly respuesta: string;
  readonly estado: EstadoDeAnulacion;
  readonly mensajes: readonly string[];
  /** How long the authority asks to wait, where it is sent again. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Refusals of the file itself, or of who sent it: nothing was voided, and nothing is said of the numbers. All others speak of the
 * numbers, and not of which: they may have been used.
 *
 * @source Descripción técnica v1.6, "Anulación de e-NCF", validaciones
 */
const saysNothingVoided = [
  /tipo de archivo no v[aá]lido/i,
  /firma del documento no es v[aá]lida/i,
  /tipo de comprobante no es v[aá]lido/i,
  /SecuenciaeNCFDesde es mayor/i,
  /NoLinea no es v[aá]lido/i,
  /no est[aá] delegado/i,
];

/**
 * What an answer means. A refusal gives the numbers back only if it says that nothing was voided, and if no earlier try may have
 * arrived: that one may have voided them.
 *
 * @param dudoso an earlier try may have arrived
 */
export function outcomeOfAnswer(answer: Verdict | Refused, dudoso: boolean): VoidOutcome {
  const mensajes = answer.mensajes.map(({ valor }) => valor);
  const told = { resultado: 'respondida', respuesta: answer.crudo, mensajes } as const;
  if (answer.kind === 'verdict' && (answer.estado === 'aceptado' || answer.estado === 'aceptado_condicional'))
    return { ...told, estado: answer.estado };
  return { ...told, estado: !dudoso && isClear(answer.mensajes) ? 'rechazado' : 'sin_confirmar' };
}

const isClear = (mensajes: readonly Mensaje[]): boolean =>
  mensajes.length > 0 && mensajes.every(({ valor }) => saysNothingVoided.some((words) => words.test(valor)));

/** What a failure of the wire means: it will be sent again. */
export function outcomeOfFailure(
  { outcome, message, retryAfterMs }: AuthorityUnreachable,
  dudoso: boolean,
): VoidOutcome {
  const isUnknown = outcome === 'unknown';
  return {
    resultado: isUnknown ? 'desconocido' : 'no_enviada',
    respuesta: message,
    estado: isUnknown || dudoso ? 'enviado' : 'pendiente',
    mensajes: [message],
    retryAfterMs,
  };
}
