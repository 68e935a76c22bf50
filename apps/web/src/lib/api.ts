import type { ProblemBody } from '@timbre/contract';
import { type AnswerOf, type InputOf, pathOf, type RouteSpec } from '@timbre/route';
import { raiseAccessDenied } from './access-denied.ts';
import { markServer } from './connection.ts';
import { confirming } from './identity.ts';
import { currentSession, endSession, sessionExpired } from './session.ts';
import { Told } from './told.ts';

/** The server refused: its own Spanish words, ready to be shown. */
export class Refusal extends Told {
  override readonly name = 'Refusal';
  readonly problem: ProblemBody;
  constructor(problem: ProblemBody) {
    super([problem.title, problem.detail].filter(Boolean).join('. ').replaceAll('..', '.'));
    this.problem = problem;
  }
}

/** Nobody answered: no network, no server, or no time left. */
export class Unreachable extends Told {
  override readonly name = 'Unreachable';
  constructor(timedOut: boolean) {
    super(
      timedOut
        ? 'El servidor tardó demasiado en responder. Intente de nuevo.'
        : 'No se recibió respuesta del servidor. Verifique su conexión a internet o si el servidor está disponible',
    );
  }
}

/** A file as the server sent it. */
export interface Download {
  readonly blob: Blob;
  /** From Content-Disposition, where the server names it. */
  readonly name: string | undefined;
}

/** What a call takes: the declared parts, and the form of a multipart call. */
export type CallInput<R extends RouteSpec> = InputOf<R> &
  (R extends { bodyKind: 'multipart' } ? { form: FormData } : unknown) & { signal?: AbortSignal | undefined };

/** What a call gives. */
export type CallAnswer<R extends RouteSpec> = R extends { answerKind: 'xml' | 'archivo' } ? Download : AnswerOf<R>;

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal | undefined;
}

const timeoutMs = 10_000; // seeds/000 §9
const uploadTimeoutMs = 120_000;

/**
 * Makes the function that calls a route. The method and the path are written where they are used and must be,
 * letter for letter, those of the declaration: the compiler compares them, and the schemas stay out of the bundle.
 * A call that wants the person's password asks for it and goes on.
 *
 * @returns a function that gives the answer with its headers
 * @throws Refusal when the server refuses, Unreachable when nobody answers, NotConfirmed when the person does not confirm
 */
export const callerWithHeaders =
  <R extends RouteSpec>(method: R['method'], path: R['path'], { timeout = timeoutMs } = {}) =>
  async (input: CallInput<R>): Promise<{ answer: CallAnswer<R>; headers: Headers }> => {
    const { signal, ...parts } = input as LooseInput;
    const once = () => {
      const limit = AbortSignal.timeout(parts.form ? uploadTimeoutMs : timeout);
      return send(method, pathOf({ path }, parts), {
        headers: parts.headers ?? {},
        ...(parts.form ? { form: parts.form } : {}),
        ...('body' in parts ? { json: parts.body } : {}),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
    };
    const response = await confirming(once, wantsPassword);
    return { answer: (await read(response)) as CallAnswer<R>, headers: response.headers };
  };

const wantsPassword = (thrown: unknown) => thrown instanceof Refusal && thrown.problem.code === 'sesion/confirmar';

/** As {@link callerWithHeaders}, giving the answer alone. */
export const caller = <R extends RouteSpec>(method: R['method'], path: R['path'], options?: { timeout?: number }) => {
  const call = callerWithHeaders<R>(method, path, options);
  return async (input: CallInput<R>): Promise<CallAnswer<R>> => (await call(input)).answer;
};

/**
 * Sends a request with the session's key and gives the answer when it is a success.
 *
 * @throws Refusal, Unreachable, or the caller's own AbortError
 */
export async function send(
  method: string,
  url: string,
  {
    headers = {},
    json,
    form,
    signal,
  }: { headers?: Record<string, string>; json?: unknown; form?: FormData; signal?: AbortSignal } = {},
): Promise<Response> {
  const session = currentSession();
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(session ? { authorization: `Bearer ${session.apiKey}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ?? null,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    markServer(false);
    throw new Unreachable(error instanceof DOMException && error.name === 'TimeoutError');
  }
  if (response.ok) {
    markServer(true);
    return response;
  }
  const problem = await problemOf(response);
  markServer(problem !== undefined || response.status < 502);
  if (problem === undefined && response.status >= 502) throw new Unreachable(false);
  if (response.status === 401 && session && problem?.code !== 'sesion/credenciales') endSession(sessionExpired);
  if (problem?.code === 'acceso/menu') raiseAccessDenied({ route: location.pathname });
  throw new Refusal(problem ?? unexplained(response.status));
}

async function problemOf(response: Response): Promise<ProblemBody | undefined> {
  try {
    const body = (await response.json()) as ProblemBody;
    return typeof body.title === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}

/** A status that came without words (RFC 9457 §4.2.1). */
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

/** What to tell a person about anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Told ? error.message : 'Ocurrió un error inesperado. Recargue la página e intente de nuevo.';

/** What the server said of a refusal; undefined where it said nothing, or nobody answered. */
export const wordsOf = (error: unknown): string | undefined =>
  error instanceof Refusal && error.problem.type !== unexplainedType ? error.message : undefined;

/** The server's own words where it gave them; else what could not be done, and why. */
export const refusalOr = (error: unknown, failed: string): string => wordsOf(error) ?? `${failed}. ${messageOf(error)}`;
