import { type Answer, listOf, textField } from './answer.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Ambiente, environments } from './environments.ts';
import { AuthorityUnreachable } from './failure.ts';
import { hasVerdictForm, isRefusal, type Named, namedByFile, speaksOf, trackIdOf } from './form.ts';
import {
  type AuthorityLimits,
  type Call,
  createGate,
  type EndedCall,
  notUnderstood,
  outcomeOf,
  readSeed,
  type TakeTurn,
} from './gate.ts';
import type { Silence, Trouble } from './health.ts';
import type { SignedFile } from './multipart.ts';
import type { Host, Service } from './protocol.ts';
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

/** Configuration of a client. */
export interface AuthorityOptions {
  readonly hosts: Hosts;
  /** Signs a seed with the certificate of a company. Its errors reach the caller unchanged. */
  readonly sign: (empresa: string, xml: string) => Promise<string>;
  readonly clock?: Clock;
  readonly limits?: Partial<AuthorityLimits>;
  /** Key of the DGII's status service, granted on request. */
  readonly estatusApiKey?: string;
  /** Whether this process may probe now, where several processes share the probes of an environment that is down. */
  readonly takeTurn?: TakeTurn;
  /** Called when a call ends. Not called for probes. */
  readonly onCall?: (ended: EndedCall) => void;
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
  probeWithinMs: 3_000,
  longestTrialMs: 60_000,
};

/** @source specification 001 §9: the seed is asked for three times, ten seconds apart */
const seedAttempts = 3;
const seedPauseMs = 10_000;
export type AuthorityClient = ReturnType<typeof createAuthorityClient>;

/**
 * Opens a client of the DGII. It holds connections and tokens: close it at the end.
 *
 * Every call may throw {@link AuthorityUnreachable}. Calls that need a token may also throw the errors of `sign`.
 * Decisions of the authority are returned, not thrown: {@link Verdict}, or {@link Refused} if it refused the request.
 *
 * @param options addresses, signing, and optionally clock and limits
 */
export function createAuthorityClient(options: AuthorityOptions) {
  const clock = options.clock ?? systemClock;
  const limits = { ...defaultLimits, ...options.limits };
  const gate = createGate(options.hosts, limits, clock, options.takeTurn, options.onCall);
  const tokens = createTokens(obtainToken, clock);

  async function obtainToken({ empresa, ambiente }: Who): Promise<Granted> {
    const seed = await persistentSeed(ambiente, empresa);
    return exchangeSeed(ambiente, empresa, await options.sign(empresa, seed));
  }

  /** Retries after a pause. Does not retry while the authority is known to be down: the caller retries later. */
  async function persistentSeed(ambiente: Ambiente, empresa: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetchSeed(ambiente, empresa);
      } catch (error) {
        if (attempt === seedAttempts || !(error instanceof AuthorityUnreachable) || !error.retryable) throw error;
        if (error.reason === 'circuito' || !(await gate.probe(ambiente))) throw error;
        await clock.delay(seedPauseMs);
      }
    }
  }

  const fetchSeed = (ambiente: Ambiente, empresa: string): Promise<string> =>
    gate.call({ service: 'semilla', ambiente, empresa }, readSeed);

  const exchangeSeed = (ambiente: Ambiente, empresa: string, signedSeed: string): Promise<Granted> =>
    gate.call(
      { service: 'validarSemilla', ambiente, empresa, file: { fileName: 'semilla.xml', xml: signedSeed } },
      (answer) => {
        const token = textField(answer.body, 'token');
        if (answer.status < 300 && token !== undefined) return { token, lifeMs: readTokenLife(answer.body) };
        if (refusesCertificate(answer)) throw certificateRefused(answer);
        throw notUnderstood(answer, 'not-sent');
      },
    );

  /** A call with the company's token. When the authority refuses the token, it is replaced once. */
  async function callAs<T>(
    who: Who,
    call: Omit<Call, 'empresa' | 'ambiente' | 'authorization'>,
    read: (answer: Answer) => T,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.get(who);
      const made = await gate.call({ ...call, ...who, authorization: `Bearer ${token}` }, (answer) => {
        if ((answer.status === 401 || answer.status === 403) && refusesCertificate(answer))
          throw certificateRefused(answer);
        return answer.status === 401 ? { refused: answer } : { result: read(answer) };
      });
      if ('result' in made) return made.result;
      tokens.discard(who, token);
      if (attempt === 2) {
        throw new AuthorityUnreachable({
          reason: 'sesion',
          outcome: 'not-sent',
          status: 401,
          mensajes: readMensajes(made.refused.body),
        });
      }
    }
  }

  /** Asks for a verdict. An answer that lacks the service's form, or names another document, is not a verdict. */
  const ask = (who: Who, call: Parameters<typeof callAs>[1], document?: Named): Promise<Verdict | Refused> =>
    callAs(who, call, (answer) => {
      const verdict = answer.status < 300 && hasVerdictForm(call.service, answer) ? readVerdict(answer) : undefined;
      if (verdict === undefined) return refusedOrNotUnderstood(call, answer);
      if (document === undefined) return verdict;
      if (speaksOf(call.service, answer, document, saysOf(verdict)) === 'este') return verdict;
      throw ofAnother(call, answer);
    });

  const consultDirectory = (who: Who, call: Parameters<typeof callAs>[1]): Promise<Directorio | Refused> =>
    callAs(who, call, (answer) => {
      if (answer.status >= 400) return refusedOrNotUnderstood(call, answer);
      if (typeof answer.body !== 'object') throw notUnderstood(answer, 'not-sent');
      return { kind: 'directorio', entries: listOf(answer.body).flatMap(readDirectorioEntry) };
    });

  const askStatus = (call: Omit<Call, 'empresa' | 'ambiente'>): Promise<unknown> =>
    gate.call(
      {
        ...call,
        empresa: 'estatus',
        ambiente: 'ecf',
        ...(options.estatusApiKey === undefined ? {} : { authorization: `Apikey ${options.estatusApiKey}` }),
      },
      (answer) => (answer.status < 300 ? answer.body : readRefused(answer)),
    );

  return {
    /** Returns a new seed, as the authority wrote it. One attempt. */
    semilla: (ambiente: Ambiente): Promise<string> => fetchSeed(ambiente, ''),

    /** Exchanges a signed seed for a token without storing it: for callers that hold their own session. */
    validarSemilla: (ambiente: Ambiente, signedSeed: string): Promise<Granted> =>
      exchangeSeed(ambiente, '', signedSeed),

    /** Makes sure that the company has a session; obtains one when it has none. */
    async authenticate(who: Who): Promise<Session> {
      await tokens.get(who);
      return tokens.session(who) ?? { autenticadoHasta: clock.now() };
    },

    /** The company's session, if it has a live one. */
    session: (who: Who): Session | undefined => tokens.session(who),

    /** Number of calls of a service that may be made now: any number, one trial, or none. */
    room: (ambiente: Ambiente, service: Service): number => gate.healthOf(ambiente).room(service),

    /** Milliseconds after which the caller should check again whether a service may be called. */
    waitMs: (ambiente: Ambiente, service: Service): number => gate.healthOf(ambiente).waitMs(service),

    /** The failures of an environment; empty when everything answers. */
    troubles: (ambiente: Ambiente): readonly Trouble[] => gate.healthOf(ambiente).troubles(),

    /** Whether everything in an environment answers, as far as is known. */
    available: (ambiente: Ambiente): boolean => gate.healthOf(ambiente).troubles().length === 0,

    /** Calls of an environment that still wait for an answer, by service. */
    silences: (ambiente: Ambiente): readonly Silence[] => gate.healthOf(ambiente).silences(),

    /** Whether a service fails and a probe would show whether its whole host is down. */
    isSuspect: (ambiente: Ambiente): boolean => gate.healthOf(ambiente).isSuspect(),

    /** Probes the authority when a probe is due. Returns whether it answers, as far as is known afterwards. */
    probe: (ambiente: Ambiente): Promise<boolean> => gate.probe(ambiente),

    /** Allows immediate retries of all failing services of an environment, at a person's request. */
    hurry: (ambiente: Ambiente): void => gate.healthOf(ambiente).hurry(),

    /** Another process found that an environment does not answer. `since`: wall clock, milliseconds. */
    fell: (ambiente: Ambiente, reason: string, since: number): void => gate.healthOf(ambiente).fell(reason, since),

    /** Another process found that an environment answers again. */
    recovered: (ambiente: Ambiente): void => gate.healthOf(ambiente).recovered(),

    /** Ends the company's sessions in every environment. */
    forget: (empresa: string): void => tokens.forget(empresa),

    /** Sends a signed e-CF. Its verdict comes later, by its trackId. */
    enviarECF(who: Who, file: SignedFile): Promise<Recibido | Refused> {
      const call = { service: 'enviarECF', file } as const;
      return callAs(who, call, (answer) => {
        const trackId = answer.status < 300 ? trackIdOf(answer) : undefined;
        if (trackId === undefined) return refusedOrNotUnderstood(call, answer);
        return { kind: 'recibido', trackId, mensajes: readMensajes(answer.body), crudo: answer.text };
      });
    },

    /** Sends a signed RFCE. The verdict is immediate. */
    enviarRFCE: (who: Who, file: SignedFile) => ask(who, { service: 'enviarRFCE', file }, namedByFile(file.fileName)),

    /**
     * The verdict on one reception.
     *
     * @param document the document of that reception: a trackId of another document counts as not found
     */
    consultaResultado(who: Who, trackId: string, document?: Named): Promise<Verdict | Refused> {
      const call = { service: 'consultaResultado', query: { trackid: trackId } } as const;
      return callAs(who, call, (answer) => {
        const verdict = answer.status < 300 && hasVerdictForm(call.service, answer) ? readVerdict(answer) : undefined;
        if (verdict === undefined) return refusedOrNotUnderstood(call, answer);
        if (textField(answer.body, 'trackId')?.trim().toLowerCase() !== trackId.toLowerCase())
          throw ofAnother(call, answer);
        const isOurs = document === undefined || speaksOf(call.service, answer, document, 'abierto') === 'este';
        return isOurs ? verdict : { ...verdict, estado: 'no_encontrado', secuenciaUtilizada: undefined };
      });
    },

    /** All receptions of a number. Test and production only. */
    consultaTrackIds(who: Who, rncEmisor: string, eNCF: string): Promise<Tracks | Refused> {
      const call = { service: 'consultaTrackIds', query: { rncemisor: rncEmisor, encf: eNCF } } as const;
      return callAs(who, call, (answer) => readTracks(answer, eNCF) ?? refusedOrNotUnderstood(call, answer));
    },

    /** The state of a number, as its issuer or its buyer may ask for it. Test and production only. */
    consultaEstado: (
      who: Who,
      query: { rncEmisor: string; eNCF: string; rncComprador?: string; codigoSeguridad?: string },
    ) =>
      ask(
        who,
        {
          service: 'consultaEstado',
          query: {
            rncemisor: query.rncEmisor,
            ncfelectronico: query.eNCF,
            rnccomprador: query.rncComprador,
            codigoseguridad: query.codigoSeguridad,
          },
        },
        query,
      ),

    /** The verdict on a summary that was sent before. */
    consultaRFCE: (who: Who, query: { rncEmisor: string; eNCF: string; codigoSeguridad: string }) =>
      ask(
        who,
        {
          service: 'consultaRFCE',
          query: { RNC_Emisor: query.rncEmisor, ENCF: query.eNCF, Cod_Seguridad_eCF: query.codigoSeguridad },
        },
        query,
      ),

    /** Sends a signed ACECF. The verdict is immediate. */
    aprobacionComercial: (who: Who, file: SignedFile) => ask(who, { service: 'aprobacionComercial', file }),

    /** Sends a signed ANECF. `aceptado_condicional` means that some of its numbers could not be voided. */
    anularRango(who: Who, file: SignedFile): Promise<Verdict | Refused> {
      const call = { service: 'anularRango', file } as const;
      return callAs(who, call, (answer) => {
        if (answer.status >= 300 || !hasVerdictForm(call.service, answer)) return refusedOrNotUnderstood(call, answer);
        const mensajes = readMensajes(answer.body);
        return {
          kind: 'verdict',
          estado: readAnulacion(mensajes),
          codigo: textField(answer.body, 'codigo') ?? '',
          mensajes,
          secuenciaUtilizada: undefined,
          crudo: answer.text,
        };
      });
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

const certificateRefused = (answer: Answer) =>
  new AuthorityUnreachable({
    reason: 'certificado',
    outcome: 'not-sent',
    retryable: false,
    status: answer.status,
    mensajes: readMensajes(answer.body),
  });

/** An answer in the service's form that names another document, as when a cache or a proxy mixes answers up. */
const ofAnother = ({ file }: Pick<Call, 'service' | 'file'>, answer: Answer) =>
  new AuthorityUnreachable({
    reason: 'respuesta',
    outcome: file === undefined ? 'not-sent' : 'unknown',
    status: answer.status,
    mensajes: [{ codigo: '0', valor: `La respuesta habla de otro comprobante: ${answer.text}` }],
  });

const openStates: ReadonlySet<Verdict['estado']> = new Set(['en_proceso', 'no_encontrado']);

const saysOf = ({ estado }: Verdict) =>
  openStates.has(estado) ? 'abierto' : estado === 'rechazado' ? 'final' : 'aceptado';

/**
 * Whether an answer has the DGII's words for refusing a certificate, its owner or a signed seed. A proxy uses other
 * words.
 */
const refusesCertificate = (answer: Answer): boolean =>
  [400, 401, 403, 422].includes(answer.status) && isRefusal('validarSemilla', { ...answer, status: 400 });

/**
 * Reads an answer that is neither a verdict nor a reception. Returns a refusal if the service refused in its own words;
 * otherwise throws a failure.
 */
function refusedOrNotUnderstood(call: Pick<Call, 'service' | 'file'>, answer: Answer): Refused {
  if (isRefusal(call.service, answer)) return readRefused(answer);
  throw notUnderstood(answer, call.file === undefined ? 'not-sent' : outcomeOf(answer.status));
}
