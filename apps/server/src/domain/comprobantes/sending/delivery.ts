import { type AuthorityClient, AuthorityUnreachable, offers, type Track, type Who } from '@timbre/authority';
import { type Ambiente, estadosAceptados } from '@timbre/contract';
import { type Decided, decision, type Outcome, type Pending, refusal, saysUsed, unconfirmed } from './outcome.ts';

export type { Outcome } from './outcome.ts';

/** A signed document to be delivered. */
export interface Parcel {
  readonly ambiente: Ambiente;
  readonly rncEmisor: string;
  readonly eNCF: string;
  readonly rncComprador: string | null;
  readonly codigoSeguridad: string;
  readonly esRFCE: boolean;
  readonly xml: string;
  /** The trackId to ask its verdict with. */
  readonly trackId: string | null;
  /** Every trackId that the authority returned for these bytes, oldest first. */
  readonly tracks: readonly string[];
  /** trackIds of the same number with earlier, rejected bytes. */
  readonly tracksPrevios: readonly string[];
  /** An earlier delivery of these bytes may have arrived without an answer reaching this platform. */
  readonly dudoso: boolean;
}

/**
 * Whether a service of the environment returns what the authority has of a number. @source Descripción técnica v1.6,
 * "Descripción de Servicios Web"
 */
export const isConsultable = ({ ambiente, esRFCE }: Pick<Parcel, 'ambiente' | 'esRFCE'>): boolean =>
  offers(esRFCE ? 'consultaRFCE' : 'consultaTrackIds', ambiente);

/** The verdict on one reception. */
interface Heard {
  readonly trackId: string;
  readonly verdict: Decided | Pending;
}

/** One exchange: with the authority, on behalf of a company, about a document. */
interface Talk {
  readonly authority: AuthorityClient;
  readonly who: Who;
  readonly parcel: Parcel;
}

/** Exchanges messages about documents with the authority; transmission failures become outcomes too. */
export function createDelivery(authority: AuthorityClient) {
  const safely =
    (exchange: (talk: Talk) => Promise<Outcome>) =>
    async (empresaId: string, parcel: Parcel): Promise<Outcome> => {
      try {
        return await exchange({ authority, who: { empresa: empresaId, ambiente: parcel.ambiente }, parcel });
      } catch (error) {
        if (!(error instanceof AuthorityUnreachable)) throw error;
        return notExchanged(error);
      }
    };
  return { post: safely(post), ask: safely(ask), reconcile: safely(reconcile) };
}

/** The exchanges of {@link createDelivery}. */
export type Delivery = ReturnType<typeof createDelivery>;

/** The outcome of an exchange that the wire or the service ended. */
function notExchanged({ message: crudo, outcome, reason, retryAfterMs, retryable }: AuthorityUnreachable): Outcome {
  if (outcome === 'unknown') return { kind: 'desconocido', crudo, retryAfterMs };
  return { kind: 'no_enviado', crudo, retryAfterMs, retryable, held: reason === 'circuito' };
}

/** Posts the exact signed bytes: the full document, or the summary to its own host. */
async function post(talk: Talk): Promise<Outcome> {
  const { authority, who, parcel } = talk;
  const file = { fileName: `${parcel.rncEmisor}${parcel.eNCF}.xml`, xml: parcel.xml };
  const answer = parcel.esRFCE ? await authority.enviarRFCE(who, file) : await authority.enviarECF(who, file);
  if (answer.kind === 'recibido') return { kind: 'recibido', trackId: answer.trackId, crudo: answer.crudo };
  if (answer.kind === 'verdict') return settle(talk, decision(answer));
  // A request refused before processing proves nothing about an earlier copy, which may have been processed.
  if (parcel.dudoso) return unconfirmed(refusal(answer), isConsultable(parcel));
  return settle(talk, refusal(answer));
}

/**
 * Asks for the verdict by every known trackId: an accepted copy decides. If the authority knows none, asks by the number.
 */
async function ask(talk: Talk): Promise<Outcome> {
  const { parcel } = talk;
  if (parcel.esRFCE) return reconcile(talk);
  const own = [...new Set([...parcel.tracks, ...(parcel.trackId === null ? [] : [parcel.trackId])])];
  const heard = (await hear(talk, own)) ?? (await hearByNumber(talk));
  if (heard !== undefined) return conclude(talk, heard);
  return { kind: 'en_curso', estado: 'recibido', extraviado: true, crudo: `No se conoce ${own.join(', ')}` };
}

/** Asks whether the authority has the number at all, after a post with an unknown outcome. */
async function reconcile(talk: Talk): Promise<Outcome> {
  const { authority, who, parcel } = talk;
  if (parcel.esRFCE) {
    const answer = await authority.consultaRFCE(who, parcel);
    if (answer.kind === 'refused') return { kind: 'desconocido', crudo: answer.crudo, retryAfterMs: undefined };
    if (answer.estado === 'no_encontrado') return { kind: 'no_hallado', crudo: answer.crudo };
    return settle(talk, decision(answer));
  }
  const heard = await hear(talk, parcel.tracks);
  if (heard !== undefined) return { kind: 'recibido', trackId: heard.trackId, crudo: heard.verdict.crudo };
  const answer = await tracksOf(talk);
  if (answer.kind === 'refused') return { kind: 'desconocido', crudo: answer.crudo, retryAfterMs: undefined };
  const best = bestTrack(answer.tracks);
  if (best === undefined) return { kind: 'no_hallado', crudo: '[]' };
  return { kind: 'recibido', trackId: best.trackId, crudo: JSON.stringify(answer.tracks) };
}

/**
 * Asks about receptions one by one. Returns the best of those that the authority knows, or undefined if it knows
 * none.
 */
async function hear({ authority, who, parcel }: Talk, trackIds: readonly string[]): Promise<Heard | undefined> {
  const heard: Heard[] = [];
  for (const trackId of trackIds) {
    // The authority client reports the trackId of another document as not found.
    const answer = await authority.consultaResultado(who, trackId, parcel);
    if (answer.kind === 'refused' || answer.estado === 'no_encontrado') continue;
    heard.push({ trackId, verdict: decision(answer) });
  }
  return bestOf(heard, ({ verdict }) => verdict.estado);
}

/** The best reception of the number, made by any sender. */
async function hearByNumber(talk: Talk): Promise<Heard | undefined> {
  if (!isConsultable(talk.parcel)) return undefined;
  const answer = await tracksOf(talk);
  const best = answer.kind === 'refused' ? undefined : bestTrack(answer.tracks);
  return best && hear(talk, [best.trackId]);
}

async function tracksOf({ authority, who, parcel }: Talk) {
  const answer = await authority.consultaTrackIds(who, parcel.rncEmisor, parcel.eNCF);
  if (answer.kind === 'refused') return answer;
  return { ...answer, tracks: answer.tracks.filter(({ trackId }) => !parcel.tracksPrevios.includes(trackId)) };
}

/** The outcome for the document that follows from a reception's verdict. */
async function conclude(talk: Talk, { trackId, verdict }: Heard): Promise<Outcome> {
  const { parcel } = talk;
  if (verdict.kind !== 'veredicto') return verdict;
  if (!estadosAceptados.has(verdict.estado)) return settle(talk, verdict);
  const decided = { ...verdict, trackId };
  if (parcel.tracks.includes(trackId)) return decided;
  // A reception looked up by the number alone could be another document's: the security code decides.
  const own = await askBySecurityCode(talk);
  if (own?.kind === 'veredicto' && estadosAceptados.has(own.estado)) return decided;
  return unconfirmed({ ...verdict, mensajes: [...verdict.mensajes, notRecognised] }, true);
}

/**
 * A rejection is the verdict on one copy. If its messages report the number as used, or if an earlier copy is in
 * doubt, another copy of this document may have been accepted. The security code, which only the same bytes have, is
 * used to ask. If there is a copy, its verdict decides. If not, the rejection is final when no earlier copy can have
 * arrived.
 */
async function settle(talk: Talk, verdict: Decided | Pending): Promise<Outcome> {
  const { parcel } = talk;
  if (verdict.kind !== 'veredicto' || verdict.estado !== 'rechazado') return verdict;
  const used = saysUsed(verdict.mensajes);
  if (!used && !parcel.dudoso) return verdict;
  const answer = await askBySecurityCode(talk).catch((error: unknown) => {
    if (!(error instanceof AuthorityUnreachable)) throw error;
    return error;
  });
  // The post was processed, even if this question could not be answered.
  if (answer instanceof AuthorityUnreachable)
    return { kind: 'desconocido', crudo: answer.message, retryAfterMs: answer.retryAfterMs };
  if (answer?.kind === 'veredicto' && estadosAceptados.has(answer.estado)) {
    if (parcel.esRFCE) return answer;
    const copy = await hearByNumber(talk);
    if (copy?.verdict.kind === 'veredicto' && estadosAceptados.has(copy.verdict.estado))
      return { ...copy.verdict, trackId: copy.trackId };
    return { ...answer, trackId: null };
  }
  // If the authority can be asked about a number, a second post was made only after look-ups without a result.
  if (!parcel.dudoso || (!used && answer !== undefined)) return verdict;
  return unconfirmed(verdict, isConsultable(parcel) || parcel.tracks.length > 1);
}

/** The verdict on exactly these bytes; undefined if no service answers that, or the authority does not know them. */
async function askBySecurityCode({ authority, who, parcel }: Talk): Promise<Decided | Pending | undefined> {
  if (!offers(parcel.esRFCE ? 'consultaRFCE' : 'consultaEstado', parcel.ambiente)) return undefined;
  const { rncEmisor, eNCF, codigoSeguridad, rncComprador } = parcel;
  const answer = parcel.esRFCE
    ? await authority.consultaRFCE(who, parcel)
    : await authority.consultaEstado(who, {
        rncEmisor,
        eNCF,
        codigoSeguridad,
        ...(rncComprador === null ? {} : { rncComprador }),
      });
  return answer.kind === 'refused' ? undefined : decision(answer);
}

const notRecognised = {
  codigo: '0',
  valor: 'La DGII aceptó este número en un envío que no consta como el de este comprobante.',
};

const bestFirst = ['aceptado', 'aceptado_condicional', 'en_proceso', 'recibido', 'rechazado'] as const;

/**
 * Of several receptions of one number, the one that decides: accepted before pending before rejected; of equals, the
 * last.
 */
function bestOf<T>(all: readonly T[], estadoOf: (one: T) => string | undefined): T | undefined {
  const rank = (one: T) => {
    const index = (bestFirst as readonly unknown[]).indexOf(estadoOf(one));
    return index === -1 ? bestFirst.indexOf('en_proceso') : index;
  };
  return all.toReversed().toSorted((a, b) => rank(a) - rank(b))[0];
}

const bestTrack = (tracks: readonly Track[]): Track | undefined => bestOf(tracks, ({ estado }) => estado);
