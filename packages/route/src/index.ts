import type { Static, TObject, TSchema } from 'typebox';

/** HTTP methods that a route may declare. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. Decided on the server for every call, by the table `quienPuede` of the contract.
 *
 * - `publico`: anybody (an explicit, short list)
 * - `sesion`: a person with a session, of a company or of the platform
 * - `leer`: whoever belongs to a company, in any role, and its integration key (`X-API-KEY`)
 * - `emitir`: who issues for a company, and its integration key
 * - `administrar`: a company's administrators
 * - `auditar`: a company's administrators for its record, the platform's administrator for the platform's
 * - `root`: the platform's administrator
 */
export type Policy = 'publico' | 'sesion' | 'leer' | 'emitir' | 'administrar' | 'auditar' | 'root';

/** How the bytes of a request body travel. */
export type BodyKind = 'json' | 'multipart';

/** How the bytes of an answer travel: `json` is described by its schema, the others are opaque to the contract. */
export type AnswerKind = 'json' | 'xml' | 'archivo' | 'eventos' | 'html';

/** One HTTP call, declared once; the server, the web client, the tests and OpenAPI read it. */
export interface RouteSpec {
  readonly method: Method;
  /** Path with `:name` for each parameter. */
  readonly path: string;
  /** One line for the reference, in Spanish. */
  readonly summary: string;
  readonly policy: Policy;
  /** The item of the side menu that it belongs to: a company from which the item is taken away is refused the call too. */
  readonly menu?: string;
  /**
   * An open session is not enough: its person gave their password within the last five minutes. `siempre`: whoever calls with
   * a session; `ajeno`: only who does it to somebody else, which the handler finds out.
   */
  readonly stepUp?: 'siempre' | 'ajeno';
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly bodyKind?: BodyKind;
  readonly body?: TSchema;
  readonly answerKind?: AnswerKind;
  /** Success status; 200 unless said. */
  readonly status?: number;
  readonly answer?: TSchema;
  /** Largest request body in bytes, where it differs from the server's default. */
  readonly maxBodyBytes?: number;
}

/**
 * Declares a route. Gives the declaration back, typed as narrowly as it was written.
 *
 * @param spec the declaration
 */
export const route = <const R extends RouteSpec>(spec: R): R => spec;

type StaticOf<T> = T extends TSchema ? Static<T> : undefined;

/** What a caller passes: only the parts that the route declares. */
export type InputOf<R extends RouteSpec> = (R extends { params: infer P } ? { params: StaticOf<P> } : unknown) &
  (R extends { query: infer Q } ? { query: StaticOf<Q> } : unknown) &
  (R extends { headers: infer H } ? { headers?: StaticOf<H> } : unknown) &
  (R extends { body: infer B } ? { body: StaticOf<B> } : unknown);

/** What a successful call answers. */
export type AnswerOf<R extends RouteSpec> = R extends { answer: infer A } ? StaticOf<A> : undefined;

/**
 * The path of a call with its parameters and query filled in, percent-encoded.
 *
 * @param spec the route
 * @param input `params` by name, `query` by name; undefined query values are left out
 * @throws Error when a parameter of the path is missing
 */
export function pathOf(
  spec: Pick<RouteSpec, 'path'>,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new Error(`Missing parameter ${name} of ${spec.path}`);
    return encodeURIComponent(String(value));
  });
  const pairs = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
