import type { ErrorDeDocumento, emision } from '@timbre/contract';
import { timbreUrl } from '@timbre/ecf';
import { Problem } from '@timbre/refusal';
import { parseENCF } from '@timbre/values';
import { sql } from 'kysely';
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
import { demandRoom } from './room.ts';
import { type NotSealed, sealBatch, type Unsealed } from './seal.ts';
import { insertDocumentos, sealedRows, sendJob, toSend } from './store.ts';

type Emitida = emision.Emitida;

/** A caller's request, waiting for its turn in a batch. */
interface Pending {
  readonly unsealed: Unsealed;
  /** Irregularities of the document by itself, without its references. */
  readonly avisos: readonly ErrorDeDocumento[];
  readonly idempotency: { readonly clave: string; readonly huella: string } | undefined;
  readonly anula: Annulment | undefined;
  readonly sinRetener: Unwithheld | undefined;
  resolve(emitted: Emitted): void;
  reject(error: unknown): void;
}

/**
 * Limits of one transaction: number of requests, and characters of their lines. A document over the second goes alone.
 */
const batchSize = 64;
const batchCharacters = 512 * 1024;

/** The result of an emission. */
export interface Emitted {
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

/** Why a document does not withhold what the law orders, and who said so, for the record. */
export interface Unwithheld {
  readonly motivo: string;
  readonly by: { readonly por: string; readonly ip: string };
}

/** Options of an emission. */
export interface EmitOptions {
  /** The same key with the same body returns the same document, for 30 days. */
  readonly idempotencyKey: string | undefined;
  /** Also refuses a document that has only irregularities (avisos). */
  readonly estricto: boolean;
  /** Takes amounts that contradict each other beyond the official tolerance, and tells them. */
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
  const queues = new Map<string, Pending[]>();

  async function drain(empresaId: string, queue: Pending[]): Promise<void> {
    while (queue.length > 0) await emitBatch(context, empresaId, queue.splice(0, nextBatch(queue)));
    queues.delete(empresaId);
  }

  return {
    async emit(empresaId, body, { idempotencyKey, estricto, tolerante, anula, sinRetener }) {
      const company = await context.issuers.of(empresaId);
      // A note that annuls copies what the original says of its issuer, and nothing else.
      const issuer = anula === undefined ? company : { ...company, datos: {} };
      const keyed = idempotencyKey !== undefined;
      const { errores, split, huella } = await judgeAdmitted(context, issuer, body, {
        estricto,
        tolerante,
        keyed,
      });
      const idempotency =
        idempotencyKey === undefined || huella === undefined ? undefined : { clave: idempotencyKey, huella };
      return new Promise<Emitted>((resolve, reject) => {
        const pending = {
          unsealed: { ...split, estricto, contradictory: isContradictory(errores) },
          avisos: errores,
          idempotency,
          anula,
          sinRetener,
          resolve,
          reject,
        };
        const queue = queues.get(empresaId);
        if (queue) return void queue.push(pending);
        const fresh = [pending];
        queues.set(empresaId, fresh);
        // The requests of one turn of the event loop form one batch.
        setImmediate(() => drain(empresaId, fresh));
      });
    },
  };
}

/**
 * Reads, completes and judges the body of an emission. @throws Problem `ecf/invalido` unless it may be issued
 */
export async function judgeAdmitted(
  { desk, clock, exciseRates }: Core,
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

/** How many requests of a queue the next batch takes. */
function nextBatch(queue: readonly Pending[]): number {
  let characters = 0;
  const tooMany = queue.findIndex(({ unsealed }, i) => {
    characters += unsealed.middle.length;
    return i === batchSize || (i > 0 && characters > batchCharacters);
  });
  return tooMany === -1 ? queue.length : tooMany;
}

type Result = { readonly emitida: Emitida } | Replay | { readonly error: unknown };

/** A document that was issued before. Its timbre is read from its XML after the transaction. */
interface Replay {
  readonly emitida: Omit<Emitida, 'qr'>;
  readonly ambiente: Issuer['ambiente'];
  readonly xml: string;
}

/** The answer for a document that was issued before. */
async function stamped({ desk }: Core, { emitida, ambiente, xml }: Replay): Promise<Emitted> {
  const head = headOfStored(await desk.readStored(xml.length, xml));
  return { emitida: { ...emitida, qr: timbreUrl(ambiente, head, emitida.codigoSeguridad) }, replayed: true };
}

/** Issues a batch in one transaction. Never throws: every request is resolved or rejected. */
async function emitBatch(context: Core, empresaId: string, batch: readonly Pending[]): Promise<void> {
  let issuer: Issuer;
  let results: readonly Result[];
  try {
    await demandRoom(context);
    const [company, signing] = await Promise.all([context.issuers.of(empresaId), context.signers.of(empresaId)]);
    const now = context.clock.now();
    issuer = company;
    results = await context.db.tenant(empresaId, (tx) => emitIn(tx, context, issuer, { ...signing, now }, batch));
  } catch (error) {
    // One bad request must not fail the others: each is tried again alone and gets its own answer. A Problem, a commit
    // with unknown outcome and an unavailable database concern the whole batch.
    const ofAll = error instanceof Problem || error instanceof CommitUnknown || error instanceof DatabaseUnavailable;
    const final = batch.length === 1 || ofAll;
    if (final) for (const pending of batch) pending.reject(error);
    else for (const pending of batch) await emitBatch(context, empresaId, [pending]);
    return;
  }
  failpoint('emit-committed');
  // The journal has the numbers before a caller is answered and before a document may be sent.
  const journaled = await context.journal.record(results.flatMap((result) => issuedBy(issuer, result))).then(
    () => true,
    () => false,
  );
  failpoint('emit-journaled');
  batch.forEach((pending, i) => {
    const result = results[i]!;
    if ('error' in result) pending.reject(result.error);
    else if (!journaled) pending.reject(new Problem('servidor/lleno', storedButHeld(result.emitida.eNCF)));
    else if ('xml' in result) stamped(context, result).then(pending.resolve, pending.reject);
    else pending.resolve({ emitida: result.emitida, replayed: false });
  });
}

/** The number that an answer returns: of a document issued now, or earlier with the same key. */
const issuedBy = ({ ambiente, rnc: rncEmisor }: Issuer, result: Result): readonly Issued[] => {
  const parts = 'emitida' in result ? parseENCF(result.emitida.eNCF) : undefined;
  return parts ? [{ ambiente, rncEmisor, tipo: Number(parts.tipo), numero: parts.secuencia }] : [];
};

const storedButHeld = (eNCF: string) =>
  `El comprobante ${eNCF} quedó guardado y se enviará cuando el diario de emisión pueda escribirse. No lo emita de nuevo.`;

async function emitIn(
  tx: Tx,
  context: Core,
  issuer: Issuer,
  { signer, certificadoId, now }: CompanySigner & { readonly now: Date },
  batch: readonly Pending[],
): Promise<readonly Result[]> {
  const ids = batch.map(() => newId(now));
  const [replays, annulments] = [
    await claimKeys(tx, issuer.id, now, batch, ids),
    await claimAnnulments(
      tx,
      issuer.id,
      issuer.ambiente,
      batch.map(({ anula }) => anula),
    ),
  ];
  const known: readonly (Result | undefined)[] = replays.map((replay, i) => {
    const error = annulments[i];
    return error === undefined ? replay : { error };
  });
  const fresh = batch.flatMap((pending, i) => (known[i] === undefined ? [{ pending, i }] : []));
  const outcomes = await sealBatch(
    tx,
    { empresaId: issuer.id, ambiente: issuer.ambiente, signer, now: now.getTime(), quarantine: context.quarantine },
    fresh.map(({ pending }) => pending.unsealed),
  );
  failpoint('emit-numbered');

  const results: Result[] = known.map((result) => result ?? { error: undefined });
  const sealed: { readonly id: string; readonly document: Sealed; readonly avisos: readonly ErrorDeDocumento[] }[] = [];
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

  const rows = sealed.map(({ id, document, avisos }) =>
    sealedRows(document, {
      id,
      rfceId: newId(now),
      ambiente: issuer.ambiente,
      certificadoId,
      origen: 'api',
      errores: avisos,
    }),
  );
  await Promise.all([
    insertDocumentos(tx, issuer.id, now, rows.flat()),
    context.queue.enqueue(
      tx,
      rows.flatMap(toSend).map((row) => sendJob(issuer.id, row)),
    ),
    releaseKeys(tx, issuer.id, refusedKeys),
    context.events.append(tx, issuer.id, [
      ...rows
        .flat()
        .map((row) =>
          documentEvent({ id: row.id, importacionId: null, eNCF: row.encf, estado: 'firmado', sha256: row.xml_sha256 }),
        ),
      ...decided,
    ]),
  ]);
  failpoint('emit-stored');
  return results;
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
 * The refusal of a document that was not sealed. One whose amounts contradict each other says where.
 *
 * @param avisos of the document by itself
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

/**
 * Claims the idempotency keys of a batch. A key used before returns its document, or a refusal if the body differs; a
 * key used twice in the batch is refused the second time. The remaining keys belong to this transaction.
 */
async function claimKeys(
  tx: Tx,
  empresaId: string,
  now: Date,
  batch: readonly Pending[],
  ids: readonly string[],
): Promise<(Result | undefined)[]> {
  const results: (Result | undefined)[] = batch.map(() => undefined);
  const claims = new Map<string, number>();
  batch.forEach(({ idempotency }, i) => {
    if (!idempotency) return;
    if (claims.has(idempotency.clave)) results[i] = { error: new Problem('idempotencia/en-curso') };
    else claims.set(idempotency.clave, i);
  });
  if (claims.size === 0) return results;

  const claves = [...claims.keys()];
  const claimed = [...claims.values()];
  const { rows: won } = await sql<{ clave: string }>`
    insert into idempotencia (empresa_id, clave, huella, documento_id, creada)
    select ${empresaId}, clave, decode(huella, 'hex'), documento_id, ${now} from unnest(${claves}::text[],
      ${claimed.map((i) => batch[i]!.idempotency!.huella)}::text[],
      ${claimed.map((i) => ids[i]!)}::uuid[]) as k(clave, huella, documento_id)
    on conflict do nothing returning clave`.execute(tx);
  const ours = new Set(won.map((row) => row.clave));
  const lost = claves.filter((clave) => !ours.has(clave));
  if (lost.length === 0) return results;

  const known = new Map((await issuedWith(tx, empresaId, lost)).map((row) => [row.clave, row]));
  for (const clave of lost) {
    const i = claims.get(clave)!;
    const row = known.get(clave);
    if (!row) results[i] = { error: new Problem('idempotencia/en-curso') };
    else if (row.huella !== batch[i]!.idempotency!.huella) results[i] = { error: new Problem('idempotencia/distinta') };
    else results[i] = row.replay;
  }
  return results;
}

/** Releases the keys of refused documents: the caller may use the same key after correcting the error. */
async function releaseKeys(tx: Tx, empresaId: string, claves: readonly string[]): Promise<void> {
  if (claves.length === 0) return;
  await sql`delete from idempotencia where empresa_id = ${empresaId} and clave = any(${claves}::text[])`.execute(tx);
}

/** The documents issued with these keys, in their present state. */
async function issuedWith(tx: Tx, empresaId: string, claves: readonly string[]) {
  const { rows } = await sql<{
    clave: string;
    huella: string;
    id: string;
    encf: string;
    estado: Emitida['estado'];
    track_id: string | null;
    codigo_seguridad: string;
    fecha_firma: string;
    ambiente: Issuer['ambiente'];
    xml: string;
    errores: readonly ErrorDeDocumento[];
  }>`
    select i.clave, encode(i.huella, 'hex') as huella, d.id, d.encf, d.estado, d.track_id, d.codigo_seguridad, d.fecha_firma, d.ambiente, d.xml, d.errores
    from idempotencia i join documento d on d.empresa_id = i.empresa_id and d.id = i.documento_id
    where i.empresa_id = ${empresaId} and i.clave = any(${claves}::text[])`.execute(tx);
  return rows.map((row) => ({
    clave: row.clave,
    huella: row.huella,
    replay: {
      ambiente: row.ambiente,
      xml: row.xml,
      emitida: {
        id: row.id,
        trackId: row.track_id,
        eNCF: row.encf,
        estado: row.estado,
        securityCode: row.codigo_seguridad,
        codigoSeguridad: row.codigo_seguridad,
        fechaFirma: row.fecha_firma,
        avisos: row.errores.filter(({ aviso }) => aviso),
      },
    },
  }));
}
