import { Refusal, Unreachable } from '../../lib/api.ts';
import { finishConnection } from './api.ts';
import { faultOfState, forgetBegun, keepConnection } from './storage.ts';

/** The path to which QuickBooks returns the user. */
export const callbackPath = '/callback/quickbooks';

/** The company that was connected, and whether this window was opened for the authorisation. */
export interface Connected {
  readonly empresa: string;
  readonly realmId: string;
  readonly inWindow: boolean;
}

/**
 * The query of the address when the page was opened. The router must not parse it: a Company ID has more digits than a
 * JavaScript number can represent.
 */
const asked = location.pathname === callbackPath ? new URLSearchParams(location.search) : undefined;
let ending: Promise<Connected> | undefined;

/**
 * Completes the authorisation with which the user returned. Repeated calls return the same result.
 *
 * @throws Error with the text of the specification
 */
export function finish(): Promise<Connected> {
  ending ??= conclude(asked ?? new URLSearchParams());
  return ending;
}

async function conclude(query: URLSearchParams): Promise<Connected> {
  const [code, state, realmId] = ['code', 'state', 'realmId'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const fault = faultOf(query, { code, state, realmId });
  const inWindow = forgetBegun();
  if (fault !== undefined) throw new Error(fault);
  try {
    const { empresa } = await finishConnection({ body: { code, state, realmId } });
    if (typeof empresa !== 'string') throw new Error('Respuesta vacía del servidor');
    keepConnection(realmId);
    return { empresa, realmId, inWindow };
  } catch (error) {
    throw new Error(wordsOf(error));
  }
}

const unknown = 'Error desconocido en la autenticación';

/** Codes with which QuickBooks returns the user, without a description. @source RFC 6749, 4.1.2.1 */
const wordsOfCode: ReadonlyMap<string, string> = new Map([
  ['access_denied', 'No se dio el permiso en QuickBooks'],
  ['server_error', 'QuickBooks falló. Intente de nuevo'],
  ['temporarily_unavailable', 'QuickBooks no está disponible ahora. Intente más tarde'],
]);

/** @source specification 002 §5, §8 */
function faultOf(query: URLSearchParams, { code, state, realmId }: Record<'code' | 'state' | 'realmId', string>) {
  if (query.has('error')) {
    const reason = query.get('error') ?? '';
    return query.get('error_description') || (wordsOfCode.get(reason) ?? (reason || unknown));
  }
  if (code === '') return 'Código de autorización no recibido de QuickBooks';
  if (state === '') return 'Estado OAuth no recibido de QuickBooks';
  if (realmId === '') return 'Company ID no recibido de QuickBooks';
  return faultOfState(state, Date.now());
}

function wordsOf(error: unknown): string {
  if (error instanceof Unreachable) return 'No se pudo conectar con el servidor de autenticación';
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : unknown;
  const { code, status } = error.problem;
  return code.startsWith('quickbooks/') ? error.message : `Error del servidor: ${status} - ${error.message}`;
}
