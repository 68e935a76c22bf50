import type { Static, TObject, TSchema } from 'typebox';

/** HTTP methods that a route may declare. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. The server checks it on every call, against the table `quienPuede` of the contract.
 *
 * - `publico`: no session needed (an explicit, short list)
 * - `sesion`: a person with a session, of a company or of the platform
 * - `miembro`: every member of a company, in any role
 * - `leer`: the same, and the company's integration key (`X-API-KEY`)
 * - `emitir`: the people who issue for a company, and its integration key
 * - `asentar`: the people who issue for a company
 * - `reportar`: the people who make the reports of a company, and its integration key
 * - `conectar`: the people who make the reports of a company
 * - `administrar`: a company's administrators
 * - `auditar`: a company's administrators for its record, the platform's administrator for the platform's
 * - `root`: the platform's administrator
 */
export type Policy =
  | 'publico'
  | 'sesion'
  | 'miembro'
  | 'leer'
  | 'emitir'
  | 'asentar'
  | 'reportar'
  | 'conectar'
  | 'administrar'
  | 'auditar'
  | 'root';

/** Scopes of an integration key. Each call that keys may make requires one of them. */
export type Alcance = 'leer' | 'emitir' | 'recibir' | 'reportes' | 'configurar' | 'firmar';

/** How the bytes of a request body travel. */
type BodyKind = 'json' | 'multipart';

/** A part of a multipart body. */
export interface FormPart {
  /** `json`: text that is the JSON of the schema. */
  readonly kind: 'text' | 'json' | 'file';
  readonly required?: true;
  /** Description of the part, in Spanish, for the reference. */
  readonly description: string;
  /** Schema of its text. Without one, any text is accepted. */
  readonly schema?: TSchema;
  /** Other names under which it is accepted. */
  readonly aliases?: readonly string[];
  /** Refusal when the part is required and missing, if not the usual one: the code of a problem, and its detail. */
  readonly missing?: { readonly code: string; readonly detail?: string };
}

/** The parts of a multipart body by name. Names are read in any letter case; others are refused. */
export type FormParts = Readonly<Record<string, FormPart>>;

/** How the bytes of an answer travel: `json` is described by its schema, the others are opaque to the contract. */
type AnswerKind = 'json' | 'xml' | 'archivo' | 'eventos' | 'html';

/** One HTTP call, declared once; the server, the web client, the tests and OpenAPI read it. */
export interface RouteSpec {
  readonly method: Method;
  /** Path with `:name` for each parameter. */
  readonly path: string;
  /** One line for the reference, in Spanish. */
  readonly summary: string;
  readonly policy: Policy;
  /** The item of the side menu that it belongs to. A company that has lost the item is refused the call too. */
  readonly menu?: string;
  /**
   * An open session is not enough: its person must have confirmed their password within the last five minutes.
   * `siempre`: on every call with a session; `ajeno`: only when the call affects another person; `libre`: only when it
   * signs something other than a document of the company's own. For `ajeno` and `libre` the handler checks the
   * condition.
   */
  readonly stepUp?: 'siempre' | 'ajeno' | 'libre';
  /** The scope that an integration key needs, if not the usual one of the policy. */
  readonly alcance?: Alcance;
  /** Also allowed for a person who must set up a second factor and has not. Other calls are refused until then. */
  readonly beforeTotp?: true;
  /**
   * Without a header the key is read from `apiKey` in the address, as the specification writes two of its calls. An
   * address may be stored by programs on its way, so no other call takes it.
   */
  readonly keyInQuery?: true;
  /**
   * Also takes the token of the authority that a caller obtained here with a signed seed: it has the rights of the key
   * that the caller sent with the seed. `cabecera`: as Bearer. `formulario`: also in the part `Token` of the form, where
   * no header has a key.
   */
  readonly authorityToken?: 'cabecera' | 'formulario';
  /**
   * Of a call open to anybody. `opcional`: a key is not required, but does more, or is what the call is about.
   * `receptor`: the caller sends, as Bearer, the token that it obtained from this receiver with a signed seed; the
   * handler checks it.
   */
  readonly credential?: 'opcional' | 'receptor';
  /**
   * Programs of others call it as the DGII describes it: unknown parameters of the address are ignored. Any other call
   * refuses them.
   */
  readonly foreign?: true;
  /** Other names of parameters of the query → the declared one. */
  readonly queryAliases?: Readonly<Record<string, string>>;
  /**
   * The answer is a whole list, which the caller may read in parts: `limite` and `cursor` of the query cut it. The value is
   * the field by which an item is known; a cursor is that of the last item already returned.
   */
  readonly cutBy?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly bodyKind?: BodyKind;
  readonly form?: FormParts;
  /**
   * The part of the form that is also accepted as programs of other vendors send it: without a file name, under another
   * name, or as the whole body, with any content type. Unknown parts are ignored.
   */
  readonly looseFile?: string;
  readonly body?: TSchema;
  readonly answerKind?: AnswerKind;
  /** Media types of an answer of the kind `archivo`. */
  readonly answerTypes?: readonly string[];
  /** The status without a body for a caller that already has the answer: one that sent its `ETag` in `If-None-Match`. */
  readonly unchangedStatus?: 304;
  /** The events of a stream by name, with the schema of the JSON in their `data`. */
  readonly events?: Readonly<Record<string, { readonly description: string; readonly data: TSchema }>>;
  /** Success status; 200 by default. */
  readonly status?: number;
  /** Another success status with the same answer, where the work continues after the response. */
  readonly unfinishedStatus?: 202;
  /** Headers of a success response, besides those of every response. */
  readonly answerHeaders?: TObject;
  /** Schema of an answer in JSON. Of the kind `xml`: the answer in JSON, for callers that do not ask for XML alone. */
  readonly answer?: TSchema;
  /**
   * The handler gets the JSON body as raw bytes, neither parsed nor validated: it may be too large to be parsed in the main
   * thread.
   */
  readonly rawBody?: true;
  /**
   * Builds the JSON Schema of a raw body for the reference, where `body` is less detailed. Its `$defs` are shared with
   * the rest of the reference.
   */
  readonly describeBody?: () => object;
  /** Largest request body in bytes, where it differs from the server's default. */
  readonly maxBodyBytes?: number;
}

/**
 * Declares a route. Returns the declaration with its literal types.
 *
 * @param spec the declaration
 */
export const route = <const R extends RouteSpec>(spec: R): R => spec;

/**
 * Method and path of a route as one text, with the type of its declaration: all that a client needs of it at run time.
 * `of` exists for the compiler only.
 */
export type Address<R extends RouteSpec> = `${R['method']} ${R['path']}` & { readonly of?: R };

type StaticOf<T> = T extends TSchema ? Static<T> : undefined;

/** A part of a request, optional where everything in it is optional. */
type PartOf<Name extends string, T> = Record<never, never> extends T ? { [N in Name]?: T } : { [N in Name]: T };

/** Input of a call: only the parts that the route declares. */
export type InputOf<R extends RouteSpec> = (R extends { params: infer P } ? { params: StaticOf<P> } : unknown) &
  (R extends { query: infer Q } ? PartOf<'query', StaticOf<Q>> : unknown) &
  (R extends { headers: infer H } ? { headers?: StaticOf<H> } : unknown) &
  (R extends { body: infer B } ? { body: StaticOf<B> } : unknown);

type NamesOf<F extends FormParts, Kind extends FormPart['kind']> = {
  [Name in keyof F]: F[Name]['kind'] extends Kind ? Name : never;
}[keyof F];

/** The value of a part, undefined too where the part is not required. */
type ValueOf<Part extends FormPart, Value> = Part extends { required: true } ? Value : Value | undefined;

/** A multipart body as the handler receives it: its files and the text of its other parts, by their declared names. */
export interface FormOf<F extends FormParts, File> {
  readonly files: { readonly [Name in NamesOf<F, 'file'>]: ValueOf<F[Name], File> };
  readonly fields: { readonly [Name in NamesOf<F, 'text' | 'json'>]: ValueOf<F[Name], string> };
}

/** Answer of a successful call; undefined where the route declares none. */
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
