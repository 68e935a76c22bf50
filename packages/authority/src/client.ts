import { type Answer, field, listOf, textField } from './answer.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Ambiente, environments } from './environments.ts';
import { AuthorityUnreachable } from './failure.ts';
import { type AuthorityLimits, type Call, createGate } from './gate.ts';
import type { SignedFile } from './multipart.ts';
import type { Host } from './protocol.ts';
import {
  type Directorio,
  type Recibido,
  readAnulacion,
  readDirectorioEntry,
  readTokenLife,
  readTracks,
  type Tracks,
} from './readings.ts';
import { createTokens, type Granted, type Session, type Who } from './tokens.ts';
import { type Refused, readMensajes, readRefused, readVerdict, type Verdict } from './verdict.ts';

/** Addresses of the DGII's machines. The environment is added by each call. */
export type Hosts = Readonly<Record<Host, string>>;

/** The DGII's real machines. */
export const dgiiHosts: Hosts = {
  ecf: 'https://ecf.dgii.gov.do',
  fc: 'https://fc.dgii.gov.do',
  statusecf: 'https://statusecf.dgii.gov.do',
};

/** What a client needs from its surroundings. */
export interface AuthorityOptions {
  readonly hosts: Hosts;
  /** Signs a seed with the certificate of a company. Its errors reach the caller as they are. */
  readonly sign: (empresa: string, xml: string) => Promise<string>;
  readonly clock?: Clock;
  readonly limits?: Partial<AuthorityLimits>;
  /** Key of the DGII's status service, granted on request. */
  readonly estatusApiKey?: string;
}

/** Defaults of {@link AuthorityLimits}. @source specification 001 §9 for the 30 s */
export const defaultLimits: AuthorityLimits = {
  concurrency: 256,
  concurrencyPerCompany: 32,
  connectTimeoutMs: 10_000,
  answerTimeoutMs: 30_000,
  maxAnswerBytes: 1024 * 1024,
  breakerThreshold: 5,
  probeEveryMs: 1000,
};

/** @source specification 001 §9: the seed is asked for three times, ten seconds apart */
const seedAttempts = 3;
const seedPauseMs = 10_000;
export type AuthorityClient = ReturnType<typeof createAuthorityClient>;

/**
 * Opens a client of the DGII. Keeps connections and tokens; close it at the end.
 *
 * Every call may throw {@link AuthorityUnreachable}; calls that need a token may also throw what `sign` throws.
 * What the authority decides is data: {@link Verdict}, or {@link Refused} where it would not take the request.
 *
 * @param options addresses, signing, and optionally clock and limits
 */
export function createAuthorityClient(options: AuthorityOptions) {
  const clock = options.clock ?? systemClock;
  const gate = createGate(options.hosts, { ...defaultLimits, ...options.limits }, clock);
  const tokens = createTokens(obtainToken, clock);

  async function obtainToken({ empresa, ambiente }: Who): Promise<Granted> {
    const seed = await persistentSeed(ambiente, empresa);
    return exchangeSeed(ambiente, empresa, await options.sign(empresa, seed));
  }

  async function persistentSeed(ambiente: Ambiente, empresa: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetchSeed(ambiente, empresa);
      } catch (error) {
        if (attempt === seedAttempts || !(error instanceof AuthorityUnreachable) || !error.retryable) throw error;
        await clock.delay(seedPauseMs);
      }
    }
  }

  async function fetchSeed(ambiente: Ambiente, empresa: string): Promise<string> {
    const answer = await gate.call({ service: 'semilla', ambiente, empresa });
    if (answer.status >= 400 || field(answer.body, 'valor') === undefined) throw notUnderstood(answer, 'not-sent');
    return answer.text;
  }

  async function exchangeSeed(ambiente: Ambiente, empresa: string, signedSeed: string): Promise<Granted> {
    const file = { fileName: 'semilla.xml', xml: signedSeed };
    const answer = await gate.call({ service: 'validarSemilla', ambiente, empresa, file });
    const token = textField(answer.body, 'token');
    if (answer.status < 300 && token !== undefined) return { token, lifeMs: readTokenLife(answer.body) };
    if (answer.status < 300 || answer.status === 404) throw notUnderstood(answer, 'not-sent');
    throw certificateRefused(answer);
  }

  /** A call with the company's token. A refused token is replaced once. */
  async function callAs(who: Who, call: Omit<Call, 'empresa' | 'ambiente' | 'authorization'>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.get(who);
      const answer = await gate.call({ ...call, ...who, authorization: `Bearer ${token}` });
      if (answer.status !== 401) return answer;
      if (speaksOfDelegation(answer)) throw certificateRefused(answer);
      tokens.discard(who, token);
      if (attempt === 2) {
        throw new AuthorityUnreachable({
          reason: 'sesion',
          outcome: 'not-sent',
          status: 401,
          mensajes: readMensajes(answer.body),
        });
      }
    }
  }

  const ask = async (who: Who, call: Parameters<typeof callAs>[1]): Promise<Verdict | Refused> => {
    const answer = await callAs(who, call);
    const verdict = readVerdict(answer);
    if (verdict !== undefined) return verdict;
    return refusedOrNotUnderstood(answer, call.file === undefined ? 'not-sent' : 'unknown');
  };

  const consultDirectory = async (who: Who, call: Parameters<typeof callAs>[1]): Promise<Directorio | Refused> => {
    const answer = await callAs(who, call);
    if (answer.status >= 400) return readRefused(answer);
    if (typeof answer.body !== 'object') throw notUnderstood(answer, 'not-sent');
    return { kind: 'directorio', entries: listOf(answer.body).flatMap(readDirectorioEntry) };
  };

  const askStatus = async (call: Omit<Call, 'empresa' | 'ambiente'>): Promise<unknown> => {
    const answer = await gate.call({
      ...call,
      empresa: 'estatus',
      ambiente: 'ecf',
      ...(options.estatusApiKey === undefined ? {} : { authorization: `Apikey ${options.estatusApiKey}` }),
    });
    return answer.status < 300 ? answer.body : readRefused(answer);
  };

  return {
    /** A fresh seed, as the authority wrote it. One attempt. */
    semilla: (ambiente: Ambiente): Promise<string> => fetchSeed(ambiente, ''),

    /** Changes a signed seed for a token, without keeping it: for callers who carry their own session. */
    validarSemilla: (ambiente: Ambiente, signedSeed: string): Promise<Granted> =>
      exchangeSeed(ambiente, '', signedSeed),

    /** Makes sure that the company has a session, obtaining one if need be. */
    async authenticate(who: Who): Promise<Session> {
      await tokens.get(who);
      return tokens.session(who) ?? { autenticadoHasta: clock.now() };
    },

    /** The company's session, if it has a live one. */
    session: (who: Who): Session | undefined => tokens.session(who),

    /** False while a host of an environment is being left alone because it kept failing. */
    available: (ambiente: Ambiente): boolean => gate.available('ecf', ambiente) && gate.available('fc', ambiente),

    /** Ends the company's sessions in every environment. */
    forget: (empresa: string): void => tokens.forget(empresa),

    /** Sends a signed e-CF. Its verdict comes later, by its trackId. */
    async enviarECF(who: Who, file: SignedFile): Promise<Recibido | Refused> {
      const answer = await callAs(who, { service: 'enviarECF', file });
      const trackId = answer.status < 300 ? textField(answer.body, 'trackId') : undefined;
      if (trackId === undefined) return refusedOrNotUnderstood(answer, 'unknown');
      return { kind: 'recibido', trackId, mensajes: readMensajes(answer.body), crudo: answer.text };
    },

    /** Sends a signed RFCE. The verdict is immediate. */
    enviarRFCE: (who: Who, file: SignedFile) => ask(who, { service: 'enviarRFCE', file }),

    /** The verdict on one reception. */
    consultaResultado: (who: Who, trackId: string) =>
      ask(who, { service: 'consultaResultado', query: { trackid: trackId } }),

    /** All receptions of a number. Test and production only. */
    async consultaTrackIds(who: Who, rncEmisor: string, eNCF: string): Promise<Tracks | Refused> {
      const answer = await callAs(who, { service: 'consultaTrackIds', query: { rncemisor: rncEmisor, encf: eNCF } });
      const tracks = readTracks(answer);
      if (tracks !== undefined) return tracks;
      return refusedOrNotUnderstood(answer, 'not-sent');
    },

    /** The state of a number as its issuer or its buyer may ask it. Test and production only. */
    consultaEstado: (
      who: Who,
      query: { rncEmisor: string; eNCF: string; rncComprador?: string; codigoSeguridad?: string },
    ) =>
      ask(who, {
        service: 'consultaEstado',
        query: {
          rncemisor: query.rncEmisor,
          ncfelectronico: query.eNCF,
          rnccomprador: query.rncComprador,
          codigoseguridad: query.codigoSeguridad,
        },
      }),

    /** The verdict on a summary that was sent before. */
    consultaRFCE: (who: Who, query: { rncEmisor: string; eNCF: string; codigoSeguridad: string }) =>
      ask(who, {
        service: 'consultaRFCE',
        query: { RNC_Emisor: query.rncEmisor, ENCF: query.eNCF, Cod_Seguridad_eCF: query.codigoSeguridad },
      }),

    /** Sends a signed ACECF. The verdict is immediate. */
    aprobacionComercial: (who: Who, file: SignedFile) => ask(who, { service: 'aprobacionComercial', file }),

    /** Sends a signed ANECF. `aceptado_condicional` means that some of its numbers could not be voided. */
    async anularRango(who: Who, file: SignedFile): Promise<Verdict | Refused> {
      const answer = await callAs(who, { service: 'anularRango', file });
      const mensajes = readMensajes(answer.body);
      if (answer.status >= 400 || mensajes.length === 0) return refusedOrNotUnderstood(answer, 'unknown');
      return {
        kind: 'verdict',
        estado: readAnulacion(mensajes),
        codigo: textField(answer.body, 'codigo') ?? '',
        mensajes,
        secuenciaUtilizada: undefined,
        crudo: answer.text,
      };
    },

    /** All electronic taxpayers and their addresses. Test and production only. */
    directorio: (who: Who) => consultDirectory(who, { service: 'directorio' }),

    /** The addresses of one taxpayer; no entry when it is not electronic. Test and production only. */
    directorioPorRNC: (who: Who, rnc: string) =>
      consultDirectory(who, { service: 'directorioPorRNC', query: { RNC: rnc } }),

    /** The availability of the services, as the authority publishes it. */
    estatusServicios: () => askStatus({ service: 'estatusServicios' }),

    /** The maintenance windows announced. */
    ventanasMantenimiento: () => askStatus({ service: 'ventanasMantenimiento' }),

    /** Whether an environment is under maintenance. */
    verificarEstado: (ambiente: Ambiente) =>
      askStatus({ service: 'verificarEstado', query: { ambiente: String(environments[ambiente].estatus) } }),

    /** Closes the connections; calls under way fail. */
    close: (): Promise<void> => gate.close(),
  };
}

const notUnderstood = (answer: Answer, outcome: 'not-sent' | 'unknown') =>
  new AuthorityUnreachable({
    reason: 'respuesta',
    outcome,
    status: answer.status,
    mensajes: readMensajes(answer.body),
  });

const certificateRefused = (answer: Answer) =>
  new AuthorityUnreachable({
    reason: 'certificado',
    outcome: 'not-sent',
    retryable: false,
    status: answer.status,
    mensajes: readMensajes(answer.body),
  });

const speaksOfDelegation = (answer: Answer): boolean => /delegad/i.test(answer.text);

/** A 4xx is a refusal, and so is a 200 that explains an error; a missing service or an empty answer is neither. */
function refusedOrNotUnderstood(answer: Answer, outcome: 'not-sent' | 'unknown'): Refused {
  if (answer.status === 404 && outcome === 'unknown') throw notUnderstood(answer, 'not-sent');
  const explained = typeof answer.body === 'object' && readMensajes(answer.body).length > 0;
  if (answer.status >= 400 || explained) return readRefused(answer);
  throw notUnderstood(answer, outcome);
}
