import type { Mensaje, Refused, Verdict } from '@timbre/authority';

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
export interface Unconfirmed {
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
 * A request that the service refused: the document is rejected, and its number was not used. @source Descripción
 * técnica v1.6, "Consulta de resultado e-CF", secuenciaUtilizada
 */
export const refusal = ({ status, mensajes, crudo }: Refused): Decided => ({
  kind: 'veredicto',
  estado: 'rechazado',
  codigo: String(status),
  mensajes,
  secuenciaUtilizada: saysUsed(mensajes),
  crudo,
});

/** A rejection that may be of a second copy: it is no verdict on the first. */
export const unconfirmed = (rejection: Decided, consultable: boolean): Unconfirmed => ({
  kind: 'sin_confirmar',
  codigo: saysUsed(rejection.mensajes) ? SEQUENCE_USED : rejection.codigo,
  mensajes: rejection.mensajes,
  consultable,
  crudo: rejection.crudo,
});
