import { type Mensaje, numberAfter, type Refused, type Verdict } from '@timbre/authority';

/** A final verdict. */
export interface Decided {
  readonly kind: 'veredicto';
  readonly estado: 'aceptado' | 'aceptado_condicional' | 'rechazado';
  readonly codigo: string;
  readonly mensajes: readonly Mensaje[];
  readonly secuenciaUtilizada: boolean | null;
  /** trackId of the copy that was decided; null if it is not known; left out if it is the one that was asked about. */
  readonly trackId?: string | null;
  readonly crudo: string;
}

/** An answer that leaves the result of an earlier delivery unknown. */
interface Unconfirmed {
  readonly kind: 'sin_confirmar';
  readonly codigo: string;
  readonly mensajes: readonly Mensaje[];
  /** Whether the authority can still be asked. */
  readonly consultable: boolean;
  readonly crudo: string;
}

/** Asked, and not decided yet. `extraviado`: the authority knows neither the trackId nor the number. */
export interface Pending {
  readonly kind: 'en_curso';
  readonly estado: 'en_proceso' | 'recibido';
  readonly extraviado?: boolean;
  readonly crudo: string;
}

/** How one exchange with the authority ended. `crudo` is the text of its answer. */
export type Outcome =
  /** Received: the verdict will follow. */
  | { readonly kind: 'recibido'; readonly trackId: string; readonly crudo: string }
  | Decided
  | Unconfirmed
  | Pending
  /** The authority answered that it does not know the number. */
  | { readonly kind: 'no_hallado'; readonly crudo: string }
  /** Nothing was processed: the step may be repeated later. */
  | {
      readonly kind: 'no_enviado';
      readonly crudo: string;
      readonly retryAfterMs: number | undefined;
      /** False if a person must act first: certificate, delegation. */
      readonly retryable: boolean;
      /** Nothing was tried, because the service is known not to answer. */
      readonly held?: boolean;
    }
  /** It is unknown whether the authority processed it. */
  | { readonly kind: 'desconocido'; readonly crudo: string; readonly retryAfterMs: number | undefined };

/** The rejection that a second copy of an accepted number gets. @source FACTS §2.2 */
export const SEQUENCE_USED = '1209';

export const saysUsed = (mensajes: readonly { readonly codigo: string }[]): boolean =>
  mensajes.some(({ codigo }) => codigo === SEQUENCE_USED);

/** The outcome of a verdict. */
export function decision({ estado, codigo, mensajes, secuenciaUtilizada, crudo }: Verdict): Decided | Pending {
  if (estado === 'en_proceso') return { kind: 'en_curso', estado: 'en_proceso', crudo };
  if (estado === 'no_encontrado') return { kind: 'en_curso', estado: 'recibido', crudo };
  return { kind: 'veredicto', estado, codigo, mensajes, secuenciaUtilizada: secuenciaUtilizada ?? null, crudo };
}

/**
 * A request that the service refused before it processed the document: the document is rejected. {@link withNumber}
 * decides whether its number is free again.
 */
export const refusal = ({ status, mensajes, crudo }: Refused): Decided => ({
  kind: 'veredicto',
  estado: 'rechazado',
  codigo: String(status),
  mensajes,
  secuenciaUtilizada: saysUsed(mensajes),
  crudo,
});

/** A rejection that may concern a second copy: it is not a verdict on the first. */
export const unconfirmed = (rejection: Decided, consultable: boolean): Unconfirmed => ({
  kind: 'sin_confirmar',
  codigo: saysUsed(rejection.mensajes) ? SEQUENCE_USED : rejection.codigo,
  mensajes: rejection.mensajes,
  consultable,
  crudo: rejection.crudo,
});

/** The part of a rejection that decides whether its number is free again. */
interface OfNumber {
  readonly estado: string;
  readonly mensajes: readonly Mensaje[];
  readonly secuenciaUtilizada: boolean | null;
}

/**
 * Code of our message added to those of the authority: a number counts as used although the authority, or the table,
 * frees it.
 */
export const NUMBER_USED = 'ENVIO-NUMERO';

/**
 * Decides whether a rejection frees its number: only if the answer states so and each of its causes is one that frees
 * it. If the answer and the causes disagree, the number counts as used, and a message reports it.
 *
 * @param day of the rejection, yyyy-MM-dd in Santo Domingo
 * @source docs/design/numbers.md#rejections-that-free-a-number
 */
export function withNumber<T extends OfNumber>(rejection: T, day: string): T {
  const { estado, mensajes, secuenciaUtilizada } = rejection;
  if (estado !== 'rechazado') return rejection;
  const { numero, causa } = numberAfter(mensajes, day);
  const isFreeHere = numero === 'libre';
  // If the answer does not state it, the number stays taken.
  if (secuenciaUtilizada === null || secuenciaUtilizada === !isFreeHere) return rejection;
  const why = isFreeHere
    ? `la DGII dice que se usó, aunque esta causa lo deja libre («${causa?.causa}»: ${causa?.fuente})`
    : causa === undefined
      ? 'la DGII dice que puede usarse de nuevo, y la causa del rechazo no está entre las que lo permiten (ayuda CA4404 de la DGII, causas 1 a 5)'
      : `la DGII dice que puede usarse de nuevo, y esta causa lo gasta («${causa.causa}»: ${causa.fuente})`;
  const valor = `Timbre da el número por gastado: ${why}. Emita otro comprobante en su lugar.`;
  return { ...rejection, secuenciaUtilizada: true, mensajes: [...mensajes, { codigo: NUMBER_USED, valor }] };
}
