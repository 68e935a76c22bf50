import type { AuthorityUnreachable, Mensaje, Refused, Verdict } from '@timbre/authority';
import type { Row } from '../../../platform/db/schema.ts';
import type { EstadoDeAnulacion } from '../tables.ts';

/** The result of one exchange about an annulment. */
export interface VoidOutcome {
  readonly resultado: NonNullable<Row<'anulacion_intento'>['resultado']>;
  readonly respuesta: string;
  readonly estado: EstadoDeAnulacion;
  readonly mensajes: readonly string[];
  /** How long the authority asks to wait before it is sent again. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Refusals of the file itself, or of its sender: nothing was voided, and the numbers themselves were not judged. All
 * other refusals are about the numbers, without naming them: they may have been used.
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
 * The outcome of an answer. A refusal frees the numbers only if it states that nothing was voided, and if no earlier
 * try may have arrived: that one may have voided them.
 *
 * @param dudoso an earlier try may have arrived
 */
export function outcomeOfAnswer(answer: Verdict | Refused, dudoso: boolean): VoidOutcome {
  const mensajes = answer.mensajes.map(({ valor }) => valor);
  const answered = { resultado: 'respondida', respuesta: answer.crudo, mensajes } as const;
  if (answer.kind === 'verdict' && (answer.estado === 'aceptado' || answer.estado === 'aceptado_condicional'))
    return { ...answered, estado: answer.estado };
  return { ...answered, estado: !dudoso && isClear(answer.mensajes) ? 'rechazado' : 'sin_confirmar' };
}

const isClear = (mensajes: readonly Mensaje[]): boolean =>
  mensajes.length > 0 && mensajes.every(({ valor }) => saysNothingVoided.some((words) => words.test(valor)));

/** The outcome of a transmission failure: it will be sent again. */
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
