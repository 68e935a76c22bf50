import { type Answer, listOf, textField } from './answer.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Ambiente, environments } from './environments.ts';
import { AuthorityUnreachable } from './failure.ts';
import { hasVerdictForm, isRefusal, type Named, namedByFile, speaksOf, trackIdOf } from './form.ts';
import {
  type AuthorityLimits,
  type Call,
  type EndedCall,
  Gate,
  notUnderstood,
  outcomeOf,
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
  readTracks,
  type Tracks,
} from './readings.ts';
import { type CallAs, Sessions, type SignSeed } from './sessions.ts';
import type { Granted, Session, Who } from './tokens.ts';
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
  readonly sign: SignSeed;
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

/**
 * Opens a client of the DGII. It holds connections and tokens: close it at the end.
 *
 * Every call may throw {@link AuthorityUnreachable}. Calls that need a token may also throw the errors of `sign`.
 * Decisions of the authority are returned, not thrown: {@link Verdict}, or {@link Refused} if it refused the request.
 *
 * @param options addresses, signing, and optionally clock and limits
 */
export function createAuthorityClient(options: AuthorityOptions): AuthorityClient {
  const clock = options.clock ?? systemClock;
  const limits = { ...defaultLimits, ...options.limits };
  const gate = new Gate(options.hosts, limits, clock, options.takeTurn, options.onCall);
  return new Client(gate, new Sessions(gate, clock, options.sign), options.estatusApiKey);
}

/** A client of the DGII. */
export type AuthorityClient = Pick<Client, keyof Client>;

class Client {
  readonly #gate: Gate;
  readonly #sessions: Sessions;
  readonly #estatusApiKey: string | undefined;

  constructor(gate: Gate, sessions: Sessions, estatusApiKey: string | undefined) {
    this.#gate = gate;
    this.#sessions = sessions;
    this.#estatusApiKey = estatusApiKey;
  }

  /** Returns a new seed, as the authority wrote it. One attempt. */
  semilla(ambiente: Ambiente): Promise<string> {
    return this.#sessions.fetchSeed(ambiente, '');
  }

  /** Exchanges a signed seed for a token without storing it: for callers that hold their own session. */
  validarSemilla(ambiente: Ambiente, signedSeed: string): Promise<Granted> {
    return this.#sessions.exchangeSeed(ambiente, '', signedSeed);
  }

  /** Makes sure that the company has a session; obtains one when it has none. */
  authenticate(who: Who): Promise<Session> {
    return this.#sessions.authenticate(who);
  }

  /** The company's session, if it has a live one. */
  session(who: Who): Session | undefined {
    return this.#sessions.session(who);
  }

  /** Number of calls of a service that may be made now: any number, one trial, or none. */
  room(ambiente: Ambiente, service: Service): number {
    return this.#gate.healthOf(ambiente).room(service);
  }

  /** Milliseconds after which the caller should check again whether a service may be called. */
  waitMs(ambiente: Ambiente, service: Service): number {
    return this.#gate.healthOf(ambiente).waitMs(service);
  }

  /** The failures of an environment; empty when everything answers. */
  troubles(ambiente: Ambiente): readonly Trouble[] {
    return this.#gate.healthOf(ambiente).troubles();
  }

  /** Whether everything in an environment answers, as far as is known. */
  available(ambiente: Ambiente): boolean {
    return this.troubles(ambiente).length === 0;
  }

  /** Calls of an environment that still wait for an answer, by service. */
  silences(ambiente: Ambiente): readonly Silence[] {
    return this.#gate.healthOf(ambiente).silences();
  }

  /** Whether a service fails and a probe would show whether its whole host is down. */
  isSuspect(ambiente: Ambiente): boolean {
    return this.#gate.healthOf(ambiente).isSuspect();
  }

  /** Probes the authority when a probe is due. Returns whether it answers, as far as is known afterwards. */
  probe(ambiente: Ambiente): Promise<boolean> {
    return this.#gate.probe(ambiente);
  }

  /** Allows immediate retries of all failing services of an environment, at a person's request. */
  hurry(ambiente: Ambiente): void {
    this.#gate.healthOf(ambiente).hurry();
  }

  /** Another process detected that an environment does not answer. `since`: wall clock, milliseconds. */
  fell(ambiente: Ambiente, reason: string, since: number): void {
    this.#gate.healthOf(ambiente).fell(reason, since);
  }

  /** Another process detected that an environment answers again. */
  recovered(ambiente: Ambiente): void {
    this.#gate.healthOf(ambiente).recovered();
  }

  /** Ends the company's sessions in every environment. */
  forget(empresa: string): void {
    this.#sessions.forget(empresa);
  }

  /** Sends a signed e-CF. Its verdict comes later, by its trackId. */
  enviarECF(who: Who, file: SignedFile): Promise<Recibido | Refused> {
    const call = { service: 'enviarECF', file } as const;
    return this.#sessions.callAs(who, call, (answer) => {
      const trackId = answer.status < 300 ? trackIdOf(answer) : undefined;
      if (trackId === undefined) return refusedOrNotUnderstood(call, answer);
      return { kind: 'recibido', trackId, mensajes: readMensajes(answer.body), crudo: answer.text };
    });
  }

  /** Sends a signed RFCE. The verdict is immediate. */
  enviarRFCE(who: Who, file: SignedFile): Promise<Verdict | Refused> {
    return this.#ask(who, { service: 'enviarRFCE', file }, namedByFile(file.fileName));
  }

  /**
   * The verdict on one reception.
   *
   * @param document the document of that reception: a trackId of another document counts as not found
   */
  consultaResultado(who: Who, trackId: string, document?: Named): Promise<Verdict | Refused> {
    const call = { service: 'consultaResultado', query: { trackid: trackId } } as const;
    return this.#sessions.callAs(who, call, (answer) => {
      const verdict = answer.status < 300 && hasVerdictForm(call.service, answer) ? readVerdict(answer) : undefined;
      if (verdict === undefined) return refusedOrNotUnderstood(call, answer);
      if (textField(answer.body, 'trackId')?.trim().toLowerCase() !== trackId.toLowerCase())
        throw ofAnother(call, answer);
      const isOurs = document === undefined || speaksOf(call.service, answer, document, 'abierto') === 'este';
      return isOurs ? verdict : { ...verdict, estado: 'no_encontrado', secuenciaUtilizada: undefined };
    });
  }

  /** All receptions of a number. Test and production only. */
  consultaTrackIds(who: Who, rncEmisor: string, eNCF: string): Promise<Tracks | Refused> {
    const call = { service: 'consultaTrackIds', query: { rncemisor: rncEmisor, encf: eNCF } } as const;
    return this.#sessions.callAs(
      who,
      call,
      (answer) => readTracks(answer, eNCF) ?? refusedOrNotUnderstood(call, answer),
    );
  }

  /** The state of a number, as its issuer or its buyer may ask for it. Test and production only. */
  consultaEstado(
    who: Who,
    document: { rncEmisor: string; eNCF: string; rncComprador?: string; codigoSeguridad?: string },
  ): Promise<Verdict | Refused> {
    const { rncEmisor, eNCF, rncComprador, codigoSeguridad } = document;
    const query = {
      rncemisor: rncEmisor,
      ncfelectronico: eNCF,
      rnccomprador: rncComprador,
      codigoseguridad: codigoSeguridad,
    };
    return this.#ask(who, { service: 'consultaEstado', query }, document);
  }

  /** The verdict on a summary that was sent before. */
  consultaRFCE(
    who: Who,
    document: { rncEmisor: string; eNCF: string; codigoSeguridad: string },
  ): Promise<Verdict | Refused> {
    const { rncEmisor, eNCF, codigoSeguridad } = document;
    const query = { RNC_Emisor: rncEmisor, ENCF: eNCF, Cod_Seguridad_eCF: codigoSeguridad };
    return this.#ask(who, { service: 'consultaRFCE', query }, document);
  }

  /** Sends a signed ACECF. The verdict is immediate. */
  aprobacionComercial(who: Who, file: SignedFile): Promise<Verdict | Refused> {
    return this.#ask(who, { service: 'aprobacionComercial', file });
  }

  /** Sends a signed ANECF. `aceptado_condicional` means that some of its numbers could not be voided. */
  anularRango(who: Who, file: SignedFile): Promise<Verdict | Refused> {
    const call = { service: 'anularRango', file } as const;
    return this.#sessions.callAs(who, call, (answer) => {
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
  }

  /** All electronic taxpayers and their addresses. Test and production only. */
  directorio(who: Who): Promise<Directorio | Refused> {
    return this.#consultDirectory(who, { service: 'directorio' });
  }

  /** The addresses of one taxpayer; no entry when it is not electronic. Test and production only. */
  directorioPorRNC(who: Who, rnc: string): Promise<Directorio | Refused> {
    return this.#consultDirectory(who, { service: 'directorioPorRNC', query: { RNC: rnc } });
  }

  /** The availability of the services, as the authority publishes it. */
  estatusServicios(): Promise<unknown> {
    return this.#askStatus({ service: 'estatusServicios' });
  }

  /** The maintenance windows announced. */
  ventanasMantenimiento(): Promise<unknown> {
    return this.#askStatus({ service: 'ventanasMantenimiento' });
  }

  /** Whether an environment is under maintenance. */
  verificarEstado(ambiente: Ambiente): Promise<unknown> {
    const query = { ambiente: String(environments[ambiente].estatus) };
    return this.#askStatus({ service: 'verificarEstado', query });
  }

  /** Closes the connections; calls under way fail. */
  close(): Promise<void> {
    return this.#gate.close();
  }

  /** Asks for a verdict. An answer that lacks the service's form, or names another document, is not a verdict. */
  #ask(who: Who, call: CallAs, document?: Named): Promise<Verdict | Refused> {
    return this.#sessions.callAs(who, call, (answer) => {
      const verdict = answer.status < 300 && hasVerdictForm(call.service, answer) ? readVerdict(answer) : undefined;
      if (verdict === undefined) return refusedOrNotUnderstood(call, answer);
      if (document === undefined) return verdict;
      if (speaksOf(call.service, answer, document, saysOf(verdict)) === 'este') return verdict;
      throw ofAnother(call, answer);
    });
  }

  #consultDirectory(who: Who, call: CallAs): Promise<Directorio | Refused> {
    return this.#sessions.callAs(who, call, (answer) => {
      if (answer.status >= 400) return refusedOrNotUnderstood(call, answer);
      if (typeof answer.body !== 'object') throw notUnderstood(answer, 'not-sent');
      return { kind: 'directorio', entries: listOf(answer.body).flatMap(readDirectorioEntry) };
    });
  }

  #askStatus(call: CallAs): Promise<unknown> {
    const key = this.#estatusApiKey;
    const authorization = key === undefined ? {} : { authorization: `Apikey ${key}` };
    return this.#gate.call({ ...call, empresa: 'estatus', ambiente: 'ecf', ...authorization }, (answer) =>
      answer.status < 300 ? answer.body : readRefused(answer),
    );
  }
}

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
 * Reads an answer that is neither a verdict nor a reception. Returns a refusal if the service refused in its own words;
 * otherwise throws a failure.
 */
function refusedOrNotUnderstood(call: Pick<Call, 'service' | 'file'>, answer: Answer): Refused {
  if (isRefusal(call.service, answer)) return readRefused(answer);
  throw notUnderstood(answer, call.file === undefined ? 'not-sent' : outcomeOf(answer.status));
}
