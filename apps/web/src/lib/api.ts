import type { ProblemBody } from '@timbre/contract';
import { menuItemOf } from '@timbre/contract/tables';
import { type Address, type AnswerOf, type InputOf, pathOf, type RouteSpec } from '@timbre/route';
import { raiseAccessDenied } from './access-denied.ts';
import { markServer } from './connection.ts';
import { rectifying } from './filed-month.ts';
import { callTimeoutMs, takeFirstCall } from './first-calls.ts';
import { confirming } from './identity.ts';
import { retryAfterOf } from './pause.ts';
import { currentSession, expireSession, isCurrent } from './session.ts';
import { UserFacingError } from './user-facing-error.ts';

/** The server refused the call. The message is the server's own Spanish text, ready to be shown. */
export class Refusal extends UserFacingError {
  override readonly name = 'Refusal';
  readonly problem: ProblemBody;
  /** When the call may be retried, if the server stated it. */
  readonly retryAfterMs: number | undefined;
  constructor(problem: ProblemBody, retryAfterMs?: number) {
    super([problem.title, problem.detail].filter(Boolean).join('. ').replaceAll('..', '.'));
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

/** There was no response: no network, no server, or a time-out. */
export class Unreachable extends UserFacingError {
  override readonly name = 'Unreachable';
  /** The server was reached, but took too long. */
  readonly timedOut: boolean;
  constructor(timedOut: boolean) {
    super(
      timedOut
        ? 'El servidor tardó demasiado en responder. Intente de nuevo.'
        : 'No se recibió respuesta del servidor. Verifique su conexión a internet o si el servidor está disponible',
    );
    this.timedOut = timedOut;
  }
}

/** Whether a query that failed is sent again by itself. A time-out is shown at once: the user waited for it already. */
export const isRetried = (failures: number, error: Error): boolean =>
  error instanceof Unreachable && !error.timedOut && failures < 2;

/** A file that the server sent. */
export interface Download {
  readonly blob: Blob;
  /** The file name from Content-Disposition, if there is one. */
  readonly name: string | undefined;
}

/** The input of a call: the declared parts, and the form of a multipart call. */
type CallInput<R extends RouteSpec> = InputOf<R> &
  (R extends { bodyKind: 'multipart' } ? { form: FormData } : unknown) & {
    signal?: AbortSignal | undefined;
    /** The call is made with this key instead of the session. */
    apiKey?: string;
  };

/** The output of a call. */
type CallAnswer<R extends RouteSpec> = R extends { answerKind: 'xml' | 'archivo' } ? Download : AnswerOf<R>;

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal | undefined;
  apiKey?: string;
}

const uploadTimeoutMs = 120_000;

/** Options of a call. */
interface CallOptions {
  /** Its time-out, if not the default. */
  readonly timeout?: number;
  /** The call accepts `aunquePresentado`: the user is asked before it changes a month that was filed. */
  readonly rectifies?: boolean;
}

/**
 * Creates the function that calls a route of the contract. The address comes from the generated `src/calls`, so that
 * the schemas stay out of the bundle. A call that needs the user's password asks for it and then continues.
 *
 * @returns a function that returns the answer with its headers
 * @throws Refusal when the server refuses, Unreachable without a response, NotConfirmed when the user does not confirm
 */
export const callerWithHeaders = <R extends RouteSpec>(address: Address<R>, options: CallOptions = {}) => {
  const { method, path } = partsOf(address);
  return async (input: CallInput<R>): Promise<{ answer: CallAnswer<R>; headers: Headers }> => {
    const { signal, apiKey, ...parts } = input as LooseInput;
    const once = (confirmed: boolean) => {
      const limit = AbortSignal.timeout(parts.form ? uploadTimeoutMs : (options.timeout ?? callTimeoutMs));
      return send(method, pathOf({ path }, parts), {
        headers: parts.headers ?? {},
        ...(parts.form ? { form: parts.form } : {}),
        ...('body' in parts
          ? { json: confirmed ? { ...(parts.body as object), aunquePresentado: true } : parts.body }
          : {}),
        ...(apiKey === undefined ? {} : { apiKey }),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
    };
    const call = (confirmed: boolean) => confirming(() => once(confirmed), wantsPassword);
    const response = await (options.rectifies ? rectifying(call, filingOf) : call(false));
    const answer = await read(response).catch(throwUnreachable);
    return { answer: answer as CallAnswer<R>, headers: response.headers };
  };
};

/** Splits a route key into method and path. */
export function partsOf(address: string): { readonly method: string; readonly path: string } {
  const [method = '', path = ''] = address.split(' ');
  return { method, path };
}

const wantsPassword = (thrown: unknown) => thrown instanceof Refusal && thrown.problem.code === 'sesion/confirmar';

/** The filing stated in a refusal; undefined for any other error. */
const filingOf = (thrown: unknown): string | undefined =>
  thrown instanceof Refusal && thrown.problem.code === 'reportes/presentado'
    ? (thrown.problem.detail ?? '')
    : undefined;

/** Like {@link callerWithHeaders}, without the headers. */
export const caller = <R extends RouteSpec>(address: Address<R>, options?: CallOptions) => {
  const call = callerWithHeaders(address, options);
  return async (input: CallInput<R>): Promise<CallAnswer<R>> => (await call(input)).answer;
};

/** The API key of the session whose call last succeeded. */
let answeredKey: string | undefined;

/** The parts of a request besides method and URL. */
interface Request {
  headers?: Record<string, string>;
  json?: unknown;
  form?: FormData;
  signal?: AbortSignal;
  /** Another key than the session's. */
  apiKey?: string;
}

/**
 * Sends a request with the session's API key, or with another key, and returns the response if it succeeds.
 *
 * @throws Refusal, Unreachable, or the AbortError of the caller
 */
export async function send(method: string, url: string, request: Request = {}): Promise<Response> {
  const { signal, apiKey } = request;
  const session = apiKey === undefined ? currentSession() : undefined;
  const askedBy = location.pathname;
  let response: Response;
  try {
    const sent = method === 'GET' && apiKey === undefined ? takeFirstCall(url, session?.apiKey) : undefined;
    response = await (sent ?? fetch(url, { method, ...requestInit(request, session?.apiKey) }));
    signal?.throwIfAborted();
  } catch (error) {
    throwUnreachable(error);
  }
  if (response.ok) {
    markServer(true);
    if (apiKey === undefined) answeredKey = session?.apiKey;
    return response;
  }
  const problem = await problemOf(response);
  markServer(problem !== undefined || response.status < 502);
  if (problem === undefined && response.status >= 502) throw new Unreachable(false);
  if (response.status === 401 && session && isCurrent(session) && problem?.code !== 'sesion/credenciales')
    expireSession(answeredKey === session.apiKey);
  if (problem?.code === 'acceso/menu') raiseAccessDenied({ route: askedBy, menuId: menuItemOf(askedBy)?.id });
  throw new Refusal(problem ?? unexplained(response.status), retryAfterOf(response.headers.get('retry-after')));
}

const requestInit = (
  { headers, json, form, signal, apiKey }: Request,
  sessionKey: string | undefined,
): RequestInit => ({
  headers: {
    ...headers,
    ...(sessionKey === undefined ? {} : { authorization: `Bearer ${sessionKey}` }),
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
  },
  body: form ?? (json === undefined ? null : JSON.stringify(json)),
  credentials: 'omit',
  cache: 'no-store',
  signal: signal ?? null,
});

/** @throws Unreachable, or the AbortError of the caller */
function throwUnreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  markServer(false);
  throw new Unreachable(error instanceof DOMException && error.name === 'TimeoutError');
}

async function problemOf(response: Response): Promise<ProblemBody | undefined> {
  try {
    const body = (await response.json()) as ProblemBody;
    return typeof body.title === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}

/** A status without a text of its own (RFC 9457 §4.2.1). */
const unexplainedType = 'about:blank';

const unexplained = (status: number): ProblemBody => ({
  type: unexplainedType,
  code: 'servidor/error',
  title: `Respuesta inesperada del servidor (${status})`,
  message: `Respuesta inesperada del servidor (${status})`,
  status,
  requestId: '',
});

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (response.headers.get('content-type')?.startsWith('application/json')) return response.json();
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await response.blob(), name } satisfies Download;
}

/** Returns the text to show for any thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof UserFacingError
    ? error.message
    : 'Ocurrió un error inesperado. Recargue la página e intente de nuevo.';

/** Returns the server's text of a refusal; undefined if the server sent no text, or did not answer. */
export const wordsOf = (error: unknown): string | undefined =>
  error instanceof Refusal && error.problem.type !== unexplainedType ? error.message : undefined;

/** Returns the server's text if there is one; otherwise the action that failed and the reason. */
export const refusalOr = (error: unknown, failed: string): string => wordsOf(error) ?? `${failed}. ${messageOf(error)}`;
