import type { Mensaje } from './verdict.ts';

/**
 * Why the authority could not be reached, or refused access.
 *
 * - `sin-conexion`: no connection (refused, unknown name, TLS)
 * - `tiempo`: connected, but no complete answer in time
 * - `cortada`: the connection broke
 * - `respuesta`: an answer that is not the service's, or not about what was asked (wrong form, HTML, too long, redirect)
 * - `servidor`: the service answered an error of its own (5xx)
 * - `ocupada`: the service asked to retry later (429, 503 with Retry-After)
 * - `sesion`: the token was refused twice
 * - `certificado`: the signed seed was refused: the certificate, or its delegation
 * - `circuito`: not called, because earlier calls failed and the circuit breaker is open
 */
export type UnreachableReason =
  | 'sin-conexion'
  | 'tiempo'
  | 'cortada'
  | 'respuesta'
  | 'servidor'
  | 'ocupada'
  | 'sesion'
  | 'certificado'
  | 'circuito';

const messages: Record<UnreachableReason, string> = {
  'sin-conexion': 'No se pudo conectar con la DGII',
  tiempo: 'La DGII no respondió a tiempo',
  cortada: 'La conexión con la DGII se cortó',
  respuesta:
    'Lo que respondió no tiene la forma de una respuesta de la DGII; puede ser un proxy o un cortafuegos de su red',
  servidor: 'El servicio de la DGII falló',
  ocupada: 'La DGII pidió intentar más tarde',
  sesion: 'La DGII no reconoce la sesión',
  certificado: 'La DGII no aceptó el certificado',
  circuito: 'El servicio de la DGII no responde; se enviará en cuanto vuelva',
};

/** Everything that describes one failure. */
export interface UnreachableDetail {
  readonly reason: UnreachableReason;
  /**
   * `not-sent`: the request certainly did not reach processing, so repeating it is safe.
   * `unknown`: it may have been processed, so query the state before repeating.
   */
  readonly outcome: 'not-sent' | 'unknown';
  /** Whether a retry may succeed. False only if a person must act (certificate, delegation). */
  readonly retryable?: boolean;
  readonly status?: number | undefined;
  /** Wait requested by the authority or by the circuit breaker. */
  readonly retryAfterMs?: number | undefined;
  /** Messages of the authority, if its answer has any. */
  readonly mensajes?: readonly Mensaje[];
  readonly cause?: unknown;
}

/**
 * The connection or the authority failed. Never a verdict on a document: the document keeps its state and the sender
 * retries. If the outcome is unknown, it queries the state first. Contains no token and no document.
 */
export class AuthorityUnreachable extends Error {
  override readonly name = 'AuthorityUnreachable';
  readonly reason: UnreachableReason;
  readonly outcome: 'not-sent' | 'unknown';
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly mensajes: readonly Mensaje[];

  constructor(detail: UnreachableDetail) {
    super(describe(detail), { cause: detail.cause });
    this.reason = detail.reason;
    this.outcome = detail.outcome;
    this.retryable = detail.retryable ?? true;
    this.status = detail.status;
    this.retryAfterMs = detail.retryAfterMs;
    this.mensajes = detail.mensajes ?? [];
  }
}

/** Number of quoted characters of an answer: enough for a person to see which machine answered. */
const firstWords = 200;

/** Describes the failure, with the status and the beginning of the answer's messages. */
function describe({ reason, status, mensajes = [] }: UnreachableDetail): string {
  const words = mensajes.map(({ valor }) => valor).join('; ');
  const shown = words.length > firstWords ? `${words.slice(0, firstWords)}…` : words;
  const code = status === undefined ? '' : ` (${status})`;
  return `${messages[reason]}${code}${shown === '' ? '' : `: ${shown}`}`;
}
