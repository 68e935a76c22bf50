import type { ProblemCode } from '@timbre/contract';
import type { TestServer } from './server.ts';
import type { Stranger } from './stranger.ts';

/** The things of a company that calls of several features can name. */
export interface Things {
  readonly rnc: string;
  readonly empresaId: string;
  readonly usuarioId: string;
  readonly nombreUsuario: string;
  readonly sesionId: string;
  readonly importacionId: string;
  readonly documentoId: string;
  readonly encf: string;
  readonly trackId: string;
}

/** A request of the attacker, and the expected refusal; with `answer`, the expected success, about its own data. */
export interface Aim {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: object;
  readonly form?: Record<string, string | File>;
  readonly code?: ProblemCode;
  readonly answer?: unknown;
}

/** The export `isolation` of a feature's `testing/isolation.ts`, for http/isolation.test.ts. */
export interface Isolation<Own extends Record<string, string>> {
  /** Creates one of each thing that only calls of this feature can name. */
  readonly furnish?: (server: TestServer, company: Stranger, things: Things) => Promise<Own>;
  /** The value used for such a thing that does not exist, if it is not an id. */
  readonly nothing?: { readonly [Name in keyof Own]?: string };
  /**
   * By `METHOD path`, each way in which a call can name a thing of another company.
   *
   * @param things the other company's
   * @param own the attacker's
   */
  readonly rows: Readonly<Record<string, (things: Things & Own, own: Things & Own) => readonly Aim[]>>;
}

/** Declares the rows of a feature. */
export const isolate = <Own extends Record<string, string> = Record<never, never>>(
  isolation: Isolation<Own>,
): Isolation<Own> => isolation;

export const notFound = { code: 'recurso/no-encontrado' } as const;
export const denied = { code: 'acceso/denegado' } as const;

/** The call has no input that could belong to another company. */
export const namesNothing = (): readonly Aim[] => [];

export const byRncQuery = ({ rnc }: Things): readonly Aim[] => [{ query: { rncEmisor: rnc }, ...denied }];
export const byUserParam = ({ usuarioId }: Things): readonly Aim[] => [{ params: { userId: usuarioId }, ...denied }];

/** The cursor of a whole list that is cut: the last item already returned. */
export const afterItem = (id: string): Aim => ({
  query: { cursor: Buffer.from(id).toString('base64url') },
  code: 'peticion/invalida',
});

/** The file of an XML document. */
export const xmlFile = (xml: string): File => new File([xml], 'a.xml', { type: 'text/xml' });
export const ecfOf = (rnc: string): File =>
  xmlFile(`<ECF><Encabezado><Emisor><RNCEmisor>${rnc}</RNCEmisor></Emisor></Encabezado></ECF>`);
export const rfceOf = (rnc: string): File =>
  xmlFile(
    `<RFCE><Encabezado><IdDoc><eNCF>E320000000001</eNCF></IdDoc><Emisor><RNCEmisor>${rnc}</RNCEmisor></Emisor></Encabezado></RFCE>`,
  );
