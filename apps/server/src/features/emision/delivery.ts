import {
  type AuthorityClient,
  AuthorityUnreachable,
  type Mensaje,
  offers,
  type Refused,
  type Track,
  type Verdict,
  type Who,
} from '@timbre/authority';
import type { Ambiente } from '@timbre/contract';

/** A signed document on its way. */
export interface Parcel {
  readonly ambiente: Ambiente;
  readonly rncEmisor: string;
  readonly eNCF: string;
  readonly rncComprador: string | null;
  readonly codigoSeguridad: string;
  readonly esRFCE: boolean;
  readonly xml: string;
  readonly trackId: string | null;
  /** Receptions of the same number with earlier, rejected bytes. */
  readonly tracksPrevios: readonly string[];
}

/** How one talk with the authority ended. `crudo` keeps her words. */
export type Outcome =
  /** Received: its verdict will follow. */
  | { readonly kind: 'recibido'; readonly trackId: string; readonly crudo: string }
  /** Decided for good. */
  | {
      readonly kind: 'veredicto';
      readonly estado: 'aceptado' | 'aceptado_condicional' | 'rechazado';
      readonly codigo: string;
      readonly mensajes: readonly Mensaje[];
      readonly secuenciaUtilizada: boolean | null;
      readonly trackId?: string;
      readonly crudo: string;
    }
  /** Asked, and not decided yet. `extraviado`: the authority knows neither the trackId nor the number. */
  | {
      readonly kind: 'en_curso';
      readonly estado: 'en_proceso' | 'recibido';
      readonly extraviado?: boolean;
      readonly crudo: string;
    }
  /** The authority says that she never saw the number. */
  | { readonly kind: 'no_hallado'; readonly crudo: string }
  /** Nothing was processed: the same may be done again later. */
  | {
      readonly kind: 'no_enviado';
      readonly crudo: string;
      readonly retryAfterMs: number | undefined;
      /** False when a person must act first: certificate, delegation. */
      readonly retryable: boolean;
    }
  /** Nobody knows whether it was processed. */
  | { readonly kind: 'desconocido'; readonly crudo: string; readonly retryAfterMs: number | undefined };

/** The rejection that a second copy of an accepted number gets. @source FACTS §2.2 */
const SEQUENCE_USED = '1209';

/** Talks with the authority about documents; failures of the wire are outcomes too. */
export function createDelivery(authority: AuthorityClient) {
  const whoOf = (empresaId: string, parcel: Parcel): Who => ({ empresa: empresaId, ambiente: parcel.ambiente });

  /** Posts the exact signed bytes: the full document, or the summary to its own host. */
  async function post(empresaId: string, parcel: Parcel): Promise<Outcome> {
    const who = whoOf(empresaId, parcel);
    const file = { fileName: `${parcel.rncEmisor}${parcel.eNCF}.xml`, xml: parcel.xml };
    if (!parcel.esRFCE) {
      const answer = await authority.enviarECF(who, file);
      return answer.kind === 'recibido'
        ? { kind: 'recibido', trackId: answer.trackId, crudo: answer.crudo }
        : settle(empresaId, parcel, refusal(answer));
    }
    const answer = await authority.enviarRFCE(who, file);
    return settle(empresaId, parcel, answer.kind === 'refused' ? refusal(answer) : decision(answer));
  }

  /** Asks for the verdict on a trackId; where it is unknown, whether the number came under another. */
  async function ask(empresaId: string, parcel: Parcel): Promise<Outcome> {
    const answer = await authority.consultaResultado(whoOf(empresaId, parcel), parcel.trackId ?? '');
    if (answer.kind === 'refused') return { kind: 'desconocido', crudo: answer.crudo, retryAfterMs: undefined };
    if (answer.estado !== 'no_encontrado') return settle(empresaId, parcel, decision(answer));
    const found = await reconcile(empresaId, parcel);
    if (found.kind !== 'no_hallado') return found;
    return { kind: 'en_curso', estado: 'recibido', extraviado: true, crudo: answer.crudo };
  }

  /** Asks whether the authority has the number at all, after an outcome that nobody knows. */
  async function reconcile(empresaId: string, parcel: Parcel): Promise<Outcome> {
    const who = whoOf(empresaId, parcel);
    if (parcel.esRFCE) {
      if (!offers('consultaRFCE', parcel.ambiente)) return { kind: 'no_hallado', crudo: notOffered };
      const answer = await authority.consultaRFCE(who, parcel);
      if (answer.kind === 'refused') return { kind: 'desconocido', crudo: answer.crudo, retryAfterMs: undefined };
      return answer.estado === 'no_encontrado' ? { kind: 'no_hallado', crudo: answer.crudo } : decision(answer);
    }
    if (!offers('consultaTrackIds', parcel.ambiente)) return { kind: 'no_hallado', crudo: notOffered };
    const answer = await authority.consultaTrackIds(who, parcel.rncEmisor, parcel.eNCF);
    if (answer.kind === 'refused') return { kind: 'desconocido', crudo: answer.crudo, retryAfterMs: undefined };
    const best = bestTrack(answer.tracks.filter(({ trackId }) => !parcel.tracksPrevios.includes(trackId)));
    if (best === undefined) return { kind: 'no_hallado', crudo: '[]' };
    return { kind: 'recibido', trackId: best.trackId, crudo: JSON.stringify(answer.tracks) };
  }

  /**
   * A rejection because the number is used may speak of a copy of this very document, accepted before. The security code
   * tells: it is part of the signature, so only the same bytes have it. An accepted document is never downgraded.
   */
  async function settle(empresaId: string, parcel: Parcel, outcome: Outcome): Promise<Outcome> {
    if (outcome.kind !== 'veredicto' || outcome.estado !== 'rechazado') return outcome;
    if (!outcome.mensajes.some(({ codigo }) => codigo === SEQUENCE_USED)) return outcome;
    const who = whoOf(empresaId, parcel);
    const answer = parcel.esRFCE
      ? offers('consultaRFCE', parcel.ambiente) && (await authority.consultaRFCE(who, parcel))
      : offers('consultaEstado', parcel.ambiente) &&
        (await authority.consultaEstado(who, {
          rncEmisor: parcel.rncEmisor,
          eNCF: parcel.eNCF,
          codigoSeguridad: parcel.codigoSeguridad,
          ...(parcel.rncComprador === null ? {} : { rncComprador: parcel.rncComprador }),
        }));
    if (!answer || answer.kind === 'refused') return outcome;
    const earlier = decision(answer);
    return earlier.kind === 'veredicto' && earlier.estado !== 'rechazado' ? earlier : outcome;
  }

  /** Runs a talk; what the wire does to it becomes an outcome. */
  const safely =
    (talk: (empresaId: string, parcel: Parcel) => Promise<Outcome>) =>
    async (empresaId: string, parcel: Parcel): Promise<Outcome> => {
      try {
        return await talk(empresaId, parcel);
      } catch (error) {
        if (!(error instanceof AuthorityUnreachable)) throw error;
        const { message: crudo, retryAfterMs, retryable } = error;
        if (error.outcome === 'unknown') return { kind: 'desconocido', crudo, retryAfterMs };
        return { kind: 'no_enviado', crudo, retryAfterMs, retryable };
      }
    };

  return { post: safely(post), ask: safely(ask), reconcile: safely(reconcile) };
}

export type Delivery = ReturnType<typeof createDelivery>;

const notOffered = 'La DGII no ofrece esta consulta en el ambiente';

/** What a verdict says about the document, as an outcome. */
function decision({ estado, codigo, mensajes, secuenciaUtilizada, crudo }: Verdict): Outcome {
  if (estado === 'en_proceso') return { kind: 'en_curso', estado: 'en_proceso', crudo };
  if (estado === 'no_encontrado') return { kind: 'en_curso', estado: 'recibido', crudo };
  return { kind: 'veredicto', estado, codigo, mensajes, secuenciaUtilizada: secuenciaUtilizada ?? null, crudo };
}

/** A request that the service would not take: the document is rejected, and its number was not used. @source FACTS §2.1 */
const refusal = ({ status, mensajes, crudo }: Refused): Outcome => ({
  kind: 'veredicto',
  estado: 'rechazado',
  codigo: String(status),
  mensajes,
  secuenciaUtilizada: mensajes.some(({ codigo }) => codigo === SEQUENCE_USED),
  crudo,
});

const trackOrder = ['aceptado', 'aceptado_condicional', 'en_proceso', 'rechazado'] as const;

/** Of several receptions of one number, the one that decides: accepted before pending before rejected. */
function bestTrack(tracks: readonly Track[]): Track | undefined {
  const rank = ({ estado }: Track) => {
    const found = (trackOrder as readonly unknown[]).indexOf(estado);
    return found === -1 ? trackOrder.indexOf('en_proceso') : found;
  };
  return [...tracks].sort((a, b) => rank(a) - rank(b))[0];
}
