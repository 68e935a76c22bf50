import type { ErrorDeDocumento, emision } from '@timbre/contract';
import { timbreUrl } from '@timbre/ecf';
import { Problem } from '@timbre/refusal';
import { parseENCF } from '@timbre/values';
import { createBatcher } from '../../../platform/db/batcher.ts';
import { newId } from '../../../platform/db/id.ts';
import { CommitUnknown, DatabaseUnavailable, type Tx } from '../../../platform/db/transactions.ts';
import type { NewEvent } from '../../../platform/events/events.ts';
import { failpoint } from '../../../platform/process/failpoint.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { CompanySigner } from '../../companies/signers.ts';
import type { Core } from '../core.ts';
import { documentEvent } from '../document-event.ts';
import { isContradictory, isRefused } from '../judge/complete-draft.ts';
import type { Sealed } from '../judge/sealed.ts';
import { headOfStored } from '../judge/stored.ts';
import type { Issued } from '../numbers/journal.ts';
import { type Annulment, annulmentEvent, claimAnnulments } from './annulments.ts';
import type { NotSealed } from './assign-numbers.ts';
import { demandSpace } from './demand-space.ts';
import { claimKeys, type Key, type Replay, releaseKeys } from './idempotency-repo.ts';
import { sealBatch, type Unsealed } from './seal.ts';
import { insertDocumentos, sealedRows, sendJob, toSend } from './store.ts';

type Emitida = emision.Emitida;

/** A request waiting for its turn in a batch. */
interface Pending {
  readonly unsealed: Unsealed;
  /** Irregularities of the document alone, without those of its references. */
  readonly avisos: readonly ErrorDeDocumento[];
  readonly idempotency: Key | undefined;
  readonly anula: Annulment | undefined;
  readonly sinRetener: Unwithheld | undefined;
}

/** Maximum number of characters of lines in one transaction. A larger document gets its own transaction. */
const batchCharacters = 512 * 1024;

/** The result of an emission. */
interface Emitted {
  readonly emitida: Emitida;
  /** It had been issued before, with the same key. */
  readonly replayed: boolean;
}

/** Issues documents for companies. */
export interface Emitter {
  /**
   * Issues one document: its number, its signature, its storage and its place in the queue are one transaction.
   * Resolves once the document is durable, in the database and in the journal.
   *
   * @param body JSON of the document, as received
   * @throws Problem when it is refused: no number is taken
   */
  emit(empresaId: string, body: Uint8Array, options: EmitOptions): Promise<Emitted>;
}

/** Why a document does not withhold what the law requires, and the person who stated so, for the record. */
interface Unwithheld {
  readonly motivo: string;
  readonly by: { readonly por: string; readonly ip: string };
}

/** Options of an emission. */
interface EmitOptions {
  /** The same key with the same body returns the same document, for 30 days. */
  readonly idempotencyKey: string | undefined;
  /** Also refuses a document that has only irregularities (avisos). */
  readonly estricto: boolean;
  /** Accepts amounts that contradict each other beyond the official tolerance, and reports them. */
  readonly tolerante: boolean;
  /** The accepted document that the credit note annuls. */
  readonly anula?: Annulment;
  readonly sinRetener?: Unwithheld;
}

/**
 * Creates an emitter. Requests of one company that arrive during a transaction are batched into the next one: up to 64
 * of them share one lock on the numbers and one commit.
 */
export function createEmitter(context: Core): Emitter {
  const issue = createBatcher<Pending, Stored, Emitted>({
    sizeOf: ({ unsealed }) => unsealed.middle.length,
    mostSize: batchCharacters,
    store: (empresaId, batch) => storeBatch(context, empresaId, batch),
    isOfAll: (error) =>
      error instanceof Problem || error instanceof CommitUnknown || error instanceof DatabaseUnavailable,
    answer: (_, __, stored) => answerBatch(context, stored),
  });

  return {
    async emit(empresaId, body, { idempotencyKey, estricto, tolerante, anula, sinRetener }) {
      const company = await context.issuers.of(empresaId);
      // A note that annuls copies only what the original states about its issuer.
      const issuer = anula === undefined ? company : { ...company, datos: {} };
      const keyed = idempotencyKey !== undefined;
      const { errores, split, huella } = await judgeAdmitted(context, issuer, body, {
        estricto,
        tolerante,
        keyed,
      });
      const idempotency =
        idempotencyKey === undefined || huella === undefined ? undefined : { clave: idempotencyKey, huella };
      return issue(empresaId, {
        unsealed: { ...split, estricto, contradictory: isContradictory(errores) },
        avisos: errores,
        idempotency,
        anula,
        sinRetener,
      });
    },
  };
}

/**
 * Reads, completes and judges the body of an emission. @throws Problem `ecf/invalido` unless it may be issued
 */
export async function judgeAdmitted(
  { desk, clock, exciseRates }: Pick<Core, 'clock' | 'desk' | 'exciseRates'>,
  issuer: Issuer,
  body: Uint8Array,
  { estricto, tolerante, keyed }: { readonly estricto: boolean; readonly tolerante: boolean; readonly keyed: boolean },
) {
  const now = clock.now().getTime();
  const sums = tolerante ? 'avisa' : 'rechaza';
  const draft = { body, issuer, now, tasas: await exciseRates.current(), keyed, sums } as const;
  const { errores, split, huella } = await desk.judgeDraft(body.length, draft);
  if (split === undefined || isRefused(errores) || (estricto && errores.length > 0)) throw invalid(errores);
  return { errores, split, huella };
}

type Result = { readonly emitida: Emitida } | Replay | { readonly error: unknown };

/** The answer for a document that was issued before. */
async function stamped({ desk }: Pick<Core, 'desk'>, { emitida, ambiente, xml }: Replay): Promise<Emitted> {
  const head = headOfStored(await desk.readStored(xml.length, xml));
  return { emitida: { ...emitida, qr: timbreUrl(ambiente, head, emitida.codigoSeguridad) }, replayed: true };
}

/** A stored batch: its issuer, and the result of each request. */
interface Stored {
  readonly issuer: Issuer;
  readonly results: readonly Result[];
}

/** Issues a batch in one transaction. */
async function storeBatch(context: Core, empresaId: string, batch: readonly Pending[]): Promise<Stored> {
  await demandSpace(context);
  const [issuer, signing] = await Promise.all([context.issuers.of(empresaId), context.signers.of(empresaId)]);
  const now = context.clock.now();
  const results = await context.db.tenant(empresaId, (tx) => emitIn(tx, context, issuer, { ...signing, now }, batch));
  return { issuer, results };
}

/** Records the numbers of a batch in the journal, before any caller is answered and any document may be sent. */
async function answerBatch(
  context: Pick<Core, 'desk' | 'journal'>,
  { issuer, results }: Stored,
): Promise<(at: number) => Emitted | Promise<Emitted>> {
  failpoint('emit-committed');
  const journaled = await context.journal.record(results.flatMap((result) => issuedBy(issuer, result))).then(
    () => true,
    () => false,
  );
  failpoint('emit-journaled');
  return (at) => {
    const result = results[at]!;
    if ('error' in result) throw result.error;
    if (!journaled) throw new Problem('servidor/lleno', storedButHeld(result.emitida.eNCF));
    return 'xml' in result ? stamped(context, result) : { emitida: result.emitida, replayed: false };
  };
}

/** The number that an answer returns: of a document issued now, or earlier with the same key. */
const issuedBy = ({ ambiente, rnc: rncEmisor }: Issuer, result: Result): readonly Issued[] => {
  const parts = 'emitida' in result ? parseENCF(result.emitida.eNCF) : undefined;
  return parts ? [{ ambiente, rncEmisor, tipo: Number(parts.tipo), numero: parts.secuencia }] : [];
};

const storedButHeld = (eNCF: string) =>
  `El comprobante ${eNCF} quedó guardado y se enviará cuando el diario de emisión pueda escribirse. No lo emita de nuevo.`;

/** A document that was signed: its id, and the warnings of its answer. */
interface Signed {
  readonly id: string;
  readonly document: Sealed;
  readonly avisos: readonly ErrorDeDocumento[];
}

async function emitIn(
  tx: Tx,
  context: Pick<Core, 'queue' | 'events' | 'quarantine'>,
  issuer: Issuer,
  { signer, certificadoId, now }: CompanySigner & { readonly now: Date },
  batch: readonly Pending[],
): Promise<readonly Result[]> {
  const ids = batch.map(() => newId(now));
  const known = await claim(tx, issuer, now, batch, ids);
  const fresh = batch.flatMap((pending, i) => (known[i] === undefined ? [{ pending, i }] : []));
  const outcomes = await sealBatch(
    tx,
    { empresaId: issuer.id, ambiente: issuer.ambiente, signer, now: now.getTime(), quarantine: context.quarantine },
    fresh.map(({ pending }) => pending.unsealed),
  );
  failpoint('emit-numbered');

  const results: Result[] = known.map((result) => result ?? { error: undefined });
  const sealed: Signed[] = [];
  const refusedKeys: string[] = [];
  const decided: NewEvent[] = [];
  fresh.forEach(({ pending, i }, at) => {
    const outcome = outcomes[at]!;
    if ('problem' in outcome) {
      results[i] = { error: refusalOf(outcome, pending.avisos) };
      if (pending.idempotency) refusedKeys.push(pending.idempotency.clave);
      return;
    }
    const avisos = [...pending.avisos, ...outcome.avisos];
    sealed.push({ id: ids[i]!, document: outcome, avisos });
    if (pending.anula) decided.push(annulmentEvent(pending.anula, outcome));
    if (pending.sinRetener) decided.push(unwithheldEvent(pending.sinRetener, ids[i]!, outcome.eNCF));
    results[i] = { emitida: answerOf(issuer, ids[i]!, outcome, avisos) };
  });

  await store(tx, context, issuer, { certificadoId, now }, sealed, refusedKeys, decided);
  failpoint('emit-stored');
  return results;
}

/** Claims the idempotency keys and the annulments of a batch. Returns the results that are known already. */
async function claim(
  tx: Tx,
  { id, ambiente }: Issuer,
  now: Date,
  batch: readonly Pending[],
  ids: readonly string[],
): Promise<readonly (Result | undefined)[]> {
  const keys = batch.map(({ idempotency }) => idempotency);
  const annulled = batch.map(({ anula }) => anula);
  const replays = await claimKeys(tx, id, now, keys, ids);
  const annulments = await claimAnnulments(tx, id, ambiente, annulled);
  return replays.map((replay, i) => {
    const error = annulments[i];
    return error === undefined ? replay : { error };
  });
}

/** Stores the signed documents with their jobs and events, and releases the keys of those that were refused. */
async function store(
  tx: Tx,
  context: Pick<Core, 'queue' | 'events'>,
  { id: empresaId, ambiente }: Issuer,
  { certificadoId, now }: { readonly certificadoId: string; readonly now: Date },
  sealed: readonly Signed[],
  refusedKeys: readonly string[],
  decided: readonly NewEvent[],
): Promise<void> {
  const rows = sealed.map(({ id, document, avisos }) =>
    sealedRows(document, { id, rfceId: newId(now), ambiente, certificadoId, origen: 'api', errores: avisos }),
  );
  const signed = rows
    .flat()
    .map((row) =>
      documentEvent({ id: row.id, importacionId: null, eNCF: row.encf, estado: 'firmado', sha256: row.xml_sha256 }),
    );
  const jobs = rows.flatMap(toSend).map((row) => sendJob(empresaId, row));
  await Promise.all([
    insertDocumentos(tx, empresaId, now, rows.flat()),
    context.queue.enqueue(tx, jobs),
    releaseKeys(tx, empresaId, refusedKeys),
    context.events.append(tx, empresaId, [...signed, ...decided]),
  ]);
}

const unwithheldEvent = ({ motivo, by }: Unwithheld, sujeto: string, eNCF: string): NewEvent => ({
  tipo: 'documento.retencion',
  sujeto,
  datos: { eNCF, motivo, ...by },
});

/** The refusal of an invalid document: its message is the gravest error. */
const invalid = (errores: readonly ErrorDeDocumento[]): Problem =>
  new Problem('ecf/invalido', (errores.find(({ aviso }) => !aviso) ?? errores[0])?.mensaje, errores);

/**
 * The refusal of a document that was not sealed. If its amounts contradict each other, it includes where.
 *
 * @param avisos of the document alone
 */
export const refusalOf = (
  { problem, detail, errores, rango }: NotSealed,
  avisos: readonly ErrorDeDocumento[],
): Problem =>
  problem === 'ecf/invalido'
    ? invalid(isContradictory(errores) ? [...errores, ...avisos.filter(({ aritmetica }) => aritmetica)] : errores)
    : new Problem(problem, detail, errores, { rango });

const answerOf = (
  { ambiente }: Issuer,
  id: string,
  { head, eNCF, signed }: Sealed,
  avisos: readonly ErrorDeDocumento[],
): Emitida => ({
  id,
  trackId: null,
  eNCF,
  estado: 'firmado',
  securityCode: signed.codigoSeguridad,
  codigoSeguridad: signed.codigoSeguridad,
  fechaFirma: head.FechaHoraFirma,
  qr: timbreUrl(ambiente, head, signed.codigoSeguridad),
  avisos: [...avisos],
});
