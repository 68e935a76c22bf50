/**
 * Reasons for which there is no usable answer of QuickBooks.
 *
 * - `sin-conexion`: no connection, or it broke before an answer
 * - `tiempo`: no complete answer in time
 * - `cortada`: the connection broke in the middle of an answer
 * - `servidor`: the service answered with an error of its own (5xx)
 * - `respuesta`: an answer that is not the service's: a page, a redirect, unreadable JSON
 * - `excesiva`: an answer larger than the limit
 */
export type UnreachableReason = 'sin-conexion' | 'tiempo' | 'cortada' | 'servidor' | 'respuesta' | 'excesiva';

/**
 * Failure of a call.
 *
 * - `unauthorised`: QuickBooks refuses the token (401 after a renewal, 403 with a Fault, `invalid_grant`)
 * - `throttled`: too many requests (429, or a Fault with code 003001): not a disconnection
 * - `fault`: QuickBooks understood the request and refuses it, with any status, including 200
 * - `unreachable`: no answer, or not one of QuickBooks
 * - `too-many`: the list has more documents than the limit
 */
export type Failure =
  | { readonly kind: 'unauthorised'; readonly status: number; readonly detail: string }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'fault'; readonly code: string; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason; readonly status?: number }
  | { readonly kind: 'too-many'; readonly total: number };

/** The result of a call: a value or a failure. Failures of the network or of the provider are never thrown. */
export type Outcome<T> = { readonly kind: 'ok'; readonly value: T } | Failure;

export const ok = <T>(value: T): Outcome<T> => ({ kind: 'ok', value });

const unreachableWords: Record<UnreachableReason, string> = {
  'sin-conexion': 'No se pudo conectar con QuickBooks',
  tiempo: 'QuickBooks no respondió a tiempo',
  cortada: 'La conexión con QuickBooks se cortó',
  servidor: 'El servicio de QuickBooks falló',
  respuesta: 'Lo que respondió no tiene la forma de una respuesta de QuickBooks',
  excesiva: 'La respuesta de QuickBooks es demasiado grande',
};

/** Describes a failure in Spanish, for the user. */
export function wordsOfFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'unauthorised':
      return `QuickBooks no acepta la conexión${failure.detail === '' ? '' : `: ${failure.detail}`}`;
    case 'throttled':
      return 'QuickBooks pidió esperar: se hicieron demasiadas consultas';
    case 'fault':
      return `QuickBooks rechazó la consulta (${failure.code})${failure.detail === '' ? '' : `: ${failure.detail}`}`;
    case 'unreachable':
      return `${unreachableWords[failure.reason]}${failure.status === undefined ? '' : ` (${failure.status})`}`;
    case 'too-many':
      return `Hay ${failure.total} documentos: son demasiados. Elija un período más corto`;
  }
}

/** Message in Spanish that QuickBooks did not return all objects of a list. @param what their kind, in plural */
export const wordsOfMissing = (missing: number, total: number, what: string): string =>
  `${missing === 1 ? 'Falta' : 'Faltan'} ${grouped(missing)} de ${grouped(total)} ${what}: la lista de QuickBooks cambió mientras se leía`;

const grouped = (count: number): string => count.toLocaleString('en-US');
