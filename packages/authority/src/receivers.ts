import { isIP } from 'node:net';
import { type Answer, field, readAnswer, textField } from './answer.ts';
import { AuthorityUnreachable, type UnreachableReason } from './failure.ts';
import { outcomeOf, readSeed } from './gate.ts';
import { multipartOf, type SignedFile } from './multipart.ts';
import { isPrivate, lookupWithin } from './public-address.ts';
import type { DirectorioEntry } from './readings.ts';
import { createTransport, type TransportLimits, type TransportRequest } from './transport.ts';
import { readMensajes } from './verdict.ts';

/** Paths of the services that each issuer serves, after its own addresses. @source Descripción técnica v1.6, pp. 53-57 */
const paths = {
  recepcion: '/fe/recepcion/api/ecf',
  semilla: '/fe/autenticacion/api/semilla',
  validacionCertificado: '/fe/autenticacion/api/validacioncertificado',
  aprobacion: '/fe/aprobacioncomercial/api/ecf',
} as const;

/** Configuration of the client of other issuers. */
export interface ReceiversOptions {
  /** Signs a seed with the certificate of a company. Its errors reach the caller unchanged. */
  readonly sign: (empresa: string, xml: string) => Promise<string>;
  /** Allows plain http and addresses of this machine and of private networks: only for use with a simulator. */
  readonly allowLocal: boolean;
}

/** The acknowledgement of another issuer, as received. */
export interface Acknowledged {
  /** The ARECF; its signature is not verified. */
  readonly acuse: string;
  readonly rncEmisor: string | undefined;
  readonly eNCF: string | undefined;
  readonly recibido: boolean;
  readonly motivo: string | undefined;
}

/** One service of an issuer, tried without sending a document. */
export interface Probed {
  readonly servicio: 'semilla' | 'validacion' | 'recepcion' | 'aprobacion';
  /** The address called. */
  readonly direccion: string;
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  /** Why there was no answer. */
  readonly reason: UnreachableReason | undefined;
  /** Whether the answer is the expected one: a seed, a token, or the refusal of an XML that is not a document. */
  readonly bien: boolean;
  readonly ms: number;
}

/** Answer of another issuer to a commercial approval. */
export type Answered = { readonly kind: 'aceptada' } | { readonly kind: 'rechazada'; readonly detalle: string };

const limits: TransportLimits = {
  connections: 2,
  connectTimeoutMs: 10_000,
  answerTimeoutMs: 30_000,
  maxAnswerBytes: 256 * 1024,
};

/**
 * Creates a client of the services of other issuers. Their addresses come from the DGII's directory, where each
 * taxpayer writes its own. So, unless `allowLocal`, only https is called, and never an address inside our network.
 */
export const createReceivers = (options: ReceiversOptions) => ({
  /**
   * Delivers a signed e-CF to its buyer.
   *
   * @throws AuthorityUnreachable when it was not acknowledged, with the outcome as certain as the wire allows
   */
  entregarECF: (empresa: string, entry: DirectorioEntry, file: SignedFile): Promise<Acknowledged> =>
    deliver(options, empresa, entry, file),

  /**
   * Calls the four services of an issuer as the DGII does, but with an XML that is not a document: a receiver refuses
   * it and stores nothing. Never throws because of an answer of the issuer.
   */
  probar: (empresa: string, address: string): Promise<readonly Probed[]> => probe(options, empresa, address),

  /**
   * Sends a signed ACECF to the issuer of the e-CF.
   *
   * @throws AuthorityUnreachable when it did not answer, with the outcome as certain as the wire allows
   */
  aprobacion: (empresa: string, entry: DirectorioEntry, file: SignedFile): Promise<Answered> =>
    approve(options, empresa, entry, file),
});

/** A client of {@link createReceivers}. */
export type Receivers = ReturnType<typeof createReceivers>;

/** Makes one exchange. Addresses may be registered with or without the path of the service. */
async function call(
  { allowLocal }: ReceiversOptions,
  address: string,
  path: string,
  more: Partial<TransportRequest> = {},
): Promise<Answer> {
  const base = baseOf(address, path);
  if (!allowLocal) demandPublic(base);
  const transport = createTransport(base.href, limits, allowLocal ? undefined : publicLookup);
  try {
    return readAnswer(
      await transport.send({
        method: 'GET',
        path,
        authorization: undefined,
        body: undefined,
        maxAnswerBytes: undefined,
        ...more,
      }),
    );
  } finally {
    await transport.close();
  }
}

/** Obtains a token of an issuer; undefined if it uses none. */
async function tokenOf(
  options: ReceiversOptions,
  empresa: string,
  { urlOpcional }: DirectorioEntry,
): Promise<string | undefined> {
  if (urlOpcional === undefined) return undefined;
  const seed = readSeed(await call(options, urlOpcional, paths.semilla));
  const xml = await options.sign(empresa, seed);
  const answer = await call(
    options,
    urlOpcional,
    paths.validacionCertificado,
    postOf({ fileName: 'semilla.xml', xml }),
  );
  const token = textField(answer.body, 'token');
  if (answer.status >= 300 || token === undefined)
    throw new AuthorityUnreachable({
      reason: 'sesion',
      outcome: 'not-sent',
      status: answer.status,
      mensajes: readMensajes(answer.body),
    });
  return `Bearer ${token}`;
}

/** A post of a file. @param authorization of the session, if the issuer uses one */
const postOf = (file: SignedFile, authorization?: string): Partial<TransportRequest> => ({
  method: 'POST',
  authorization,
  body: multipartOf(file),
});

async function deliver(
  options: ReceiversOptions,
  empresa: string,
  entry: DirectorioEntry,
  file: SignedFile,
): Promise<Acknowledged> {
  const post = postOf(file, await tokenOf(options, empresa, entry));
  const answer = await call(options, entry.urlRecepcion, paths.recepcion, post);
  const acknowledgement = field(answer.body, 'DetalleAcusedeRecibo');
  const estado = textField(acknowledgement, 'Estado');
  if (answer.status >= 300 || (estado !== '0' && estado !== '1')) throw notAnswered(answer);
  return {
    acuse: answer.text,
    rncEmisor: textField(acknowledgement, 'RNCEmisor'),
    eNCF: textField(acknowledgement, 'eNCF'),
    recibido: estado === '0',
    motivo: textField(acknowledgement, 'CodigoMotivoNoRecibido'),
  };
}

async function approve(
  options: ReceiversOptions,
  empresa: string,
  entry: DirectorioEntry,
  file: SignedFile,
): Promise<Answered> {
  const post = postOf(file, await tokenOf(options, empresa, entry));
  const answer = await call(options, entry.urlAceptacion, paths.aprobacion, post);
  const { status, html } = answer;
  if (status >= 200 && status < 300 && !html) return { kind: 'aceptada' };
  const words = readMensajes(answer.body).map(({ valor }) => valor);
  if (status === 400 || status === 422) return { kind: 'rechazada', detalle: words.join('; ').slice(0, 500) };
  throw notAnswered(answer);
}

async function probe(options: ReceiversOptions, empresa: string, address: string): Promise<readonly Probed[]> {
  const probed: Probed[] = [];
  const attempt = async (
    servicio: Probed['servicio'],
    path: string,
    isGood: (answer: Answer) => boolean,
    more?: Partial<TransportRequest>,
  ): Promise<Answer | undefined> => {
    const startMs = performance.now();
    const ended = (rest: Pick<Probed, 'status' | 'reason' | 'bien'>) =>
      probed.push({
        servicio,
        direccion: address.replace(/\/+$/, '') + path,
        ms: Math.round(performance.now() - startMs),
        ...rest,
      });
    try {
      const answer = await call(options, address, path, more);
      ended({ status: answer.status, reason: undefined, bien: isGood(answer) });
      return answer;
    } catch (error) {
      if (!(error instanceof AuthorityUnreachable)) throw error;
      ended({ status: error.status, reason: error.reason, bien: false });
      return undefined;
    }
  };
  const seedAnswer = await attempt('semilla', paths.semilla, isSeed);
  const seed = seedAnswer !== undefined && isSeed(seedAnswer) ? readSeed(seedAnswer) : '<SemillaModel/>';
  const signed = postOf({ fileName: 'semilla.xml', xml: await options.sign(empresa, seed) });
  const granted = await attempt('validacion', paths.validacionCertificado, hasToken, signed);
  const token = granted && textField(granted.body, 'token');
  const noDocument = { fileName: 'prueba.xml', xml: '<Prueba/>' };
  const post = () => postOf(noDocument, token === undefined ? undefined : `Bearer ${token}`);
  await attempt('recepcion', paths.recepcion, isRefusal, post());
  await attempt('aprobacion', paths.aprobacion, isRefusal, post());
  return probed;
}

const hasToken = ({ status, body }: Answer): boolean => status < 300 && textField(body, 'token') !== undefined;

const isSeed = (answer: Answer): boolean => {
  try {
    return readSeed(answer) !== '';
  } catch (error) {
    if (error instanceof AuthorityUnreachable) return false;
    throw error;
  }
};

/** True for the refusal of an XML that is not a document: by its status, or by an ARECF that states it. */
const isRefusal = ({ status, html, body }: Answer): boolean =>
  !html && (status === 400 || status === 422 || textField(field(body, 'DetalleAcusedeRecibo'), 'Estado') === '1');

/** The error for an answer that is not the service's. */
const notAnswered = ({ status, body }: Answer): AuthorityUnreachable =>
  new AuthorityUnreachable({
    reason: status >= 500 ? 'servidor' : 'respuesta',
    outcome: status >= 500 ? 'unknown' : outcomeOf(status),
    status,
    mensajes: readMensajes(body),
  });

/** Resolves a name; one with any private address is refused. */
const publicLookup = lookupWithin((address) => !isPrivate(address));

const notAllowed = (cause: string) =>
  new AuthorityUnreachable({ reason: 'sin-conexion', outcome: 'not-sent', cause: new Error(cause) });

/** The part of an address before the path of a service. */
function baseOf(address: string, path: string): URL {
  const text = address.trim().replace(/\/+$/, '');
  const bare = text.toLowerCase().endsWith(path) ? text.slice(0, -path.length) : text;
  if (!URL.canParse(bare)) throw notAllowed('The address is not a URL');
  return new URL(bare);
}

function demandPublic({ protocol, hostname, username, port }: URL): void {
  if (protocol !== 'https:' || username !== '' || port !== '') throw notAllowed('Only https on its own port is called');
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && isPrivate(literal)) throw notAllowed('The address is not public');
}
