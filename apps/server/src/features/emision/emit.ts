import { createHash } from 'node:crypto';
import type { emision } from '@timbre/contract';
import { timbreUrl } from '@timbre/ecf';
import { parseENCF } from '@timbre/values';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { CommitUnknown, type Tx } from '../../db/transactions.ts';
import { failpoint } from '../../failpoint.ts';
import { Problem, refuse } from '../../http/problem.ts';
import { documentEvent } from '../documentos/document-event.ts';
import type { Issuer } from '../empresa/issuers.ts';
import type { CompanySigner } from '../empresa/signers.ts';
import { completeDraft } from './complete-draft.ts';
import type { Issued } from './journal.ts';
import { readECF } from './read-ecf.ts';
import { type Sealed, sealBatch, type Unsealed } from './seal.ts';
import { insertDocumentos, sealedRows, sendJob, toSend } from './store.ts';

type Emitida = emision.Emitida;

/** A caller's request, waiting for its turn in a batch. */
interface Pending {
  readonly unsealed: Unsealed;
  readonly idempotency: { readonly clave: string; readonly huella: Buffer } | undefined;
  resolve(emitida: Emitida): void;
  reject(error: unknown): void;
}

/** Requests that one transaction takes together. */
const BATCH = 64;

/** Issues documents for companies. */
export interface Emitter {
  /**
   * Issues one document: its number, its signature, its storage and its place in the queue are one transaction.
   * Resolves once it is durable, in the database and in the journal.
   *
   * @param body JSON of the document
   * @param idempotencyKey the same key with the same body gives the same document, for 30 days
   * @throws Problem when it is refused: no number is taken
   */
  emit(empresaId: string, body: unknown, idempotencyKey?: string): Promise<Emitida>;
}

/**
 * Makes an emitter. Requests of one company that come while a transaction is under way leave together in the next one,
 * so the lock on the numbers and the commit are paid once for up to 64 of them.
 */
export function createEmitter(context: Context): Emitter {
  const queues = new Map<string, Pending[]>();

  async function drain(empresaId: string, queue: Pending[]): Promise<void> {
    while (queue.length > 0) await emitBatch(context, empresaId, queue.splice(0, BATCH));
    queues.delete(empresaId);
  }

  return {
    async emit(empresaId, body, idempotencyKey) {
      const issuer = await context.issuers.of(empresaId);
      const { tree, errores } = completeDraft(body, issuer, context.clock.now().getTime());
      if (errores.some((error) => !error.aviso)) refuse('ecf/invalido', errores[0]?.mensaje, errores);
      const idempotency =
        idempotencyKey === undefined
          ? undefined
          : { clave: idempotencyKey, huella: createHash('sha256').update(JSON.stringify(body)).digest() };
      return new Promise<Emitida>((resolve, reject) => {
        const pending = { unsealed: { tree }, idempotency, resolve, reject };
        const queue = queues.get(empresaId);
        if (queue) return void queue.push(pending);
        const fresh = [pending];
        queues.set(empresaId, fresh);
        // The requests of this turn of the loop travel together.
        setImmediate(() => drain(empresaId, fresh));
      });
    },
  };
}

type Result = { readonly emitida: Emitida } | { readonly error: unknown };

/** Issues a batch in one transaction. Never throws: every request gets its answer. */
async function emitBatch(context: Context, empresaId: string, batch: readonly Pending[]): Promise<void> {
  let issuer: Issuer;
  let results: readonly Result[];
  try {
    await context.journal.ready().catch(() => refuse('servidor/lleno', noJournal));
    const [company, signing] = await Promise.all([context.issuers.of(empresaId), context.signers.of(empresaId)]);
    const now = context.clock.now();
    issuer = company;
    results = await context.db.tenant(empresaId, (tx) => emitIn(tx, context, issuer, { ...signing, now }, batch));
  } catch (error) {
    // One bad request must not fail its neighbours: alone, each gets its own answer. Not so where it may have been stored.
    const final = batch.length === 1 || error instanceof Problem || error instanceof CommitUnknown;
    if (final) for (const pending of batch) pending.reject(error);
    else for (const pending of batch) await emitBatch(context, empresaId, [pending]);
    return;
  }
  failpoint('emit-committed');
  // Durable outside the database too, before anybody is told and before the document may leave.
  const journaled = await context.journal.record(results.flatMap((result) => issuedBy(issuer, result))).then(
    () => true,
    () => false,
  );
  failpoint('emit-journaled');
  batch.forEach((pending, i) => {
    const result = results[i]!;
    if ('error' in result) pending.reject(result.error);
    else if (journaled) pending.resolve(result.emitida);
    else pending.reject(new Problem('servidor/lleno', storedButHeld(result.emitida.eNCF)));
  });
}

/** The number that an answer tells: of a document issued now, or before with the same key. */
const issuedBy = ({ ambiente, rnc: rncEmisor }: Issuer, result: Result): readonly Issued[] => {
  const parts = 'emitida' in result ? parseENCF(result.emitida.eNCF) : undefined;
  return parts ? [{ ambiente, rncEmisor, tipo: Number(parts.tipo), numero: parts.secuencia }] : [];
};

const noJournal = 'El diario de emisión no se puede escribir. No se tomó ningún número; vuelva a intentarlo más tarde.';
const storedButHeld = (eNCF: string) =>
  `El comprobante ${eNCF} quedó guardado y se enviará cuando el diario de emisión pueda escribirse. No lo emita de nuevo.`;

async function emitIn(
  tx: Tx,
  context: Context,
  issuer: Issuer,
  { signer, certificadoId, now }: CompanySigner & { readonly now: Date },
  batch: readonly Pending[],
): Promise<readonly Result[]> {
  const ids = batch.map(() => newId(now));
  const replays = await claimKeys(tx, issuer.id, now, batch, ids);
  const fresh = batch.flatMap((pending, i) => (replays[i] === undefined ? [{ pending, i }] : []));
  const outcomes = await sealBatch(
    tx,
    { empresaId: issuer.id, ambiente: issuer.ambiente, signer, now: now.getTime(), quarantine: context.quarantine },
    fresh.map(({ pending }) => pending.unsealed),
  );
  failpoint('emit-numbered');

  const results: Result[] = replays.map((replay) => replay ?? { error: undefined });
  const sealed: { readonly id: string; readonly document: Sealed }[] = [];
  const refusedKeys: string[] = [];
  fresh.forEach(({ pending, i }, at) => {
    const outcome = outcomes[at]!;
    if ('problem' in outcome) {
      results[i] = { error: new Problem(outcome.problem) };
      if (pending.idempotency) refusedKeys.push(pending.idempotency.clave);
      return;
    }
    sealed.push({ id: ids[i]!, document: outcome });
    results[i] = { emitida: answerOf(issuer, ids[i]!, outcome) };
  });

  const rows = sealed.map(({ id, document }) =>
    sealedRows(document, { id, rfceId: newId(now), ambiente: issuer.ambiente, certificadoId, origen: 'api' }),
  );
  await Promise.all([
    insertDocumentos(tx, issuer.id, now, rows.flat()),
    context.queue.enqueue(
      tx,
      rows.flatMap(toSend).map((row) => sendJob(issuer.id, row)),
    ),
    releaseKeys(tx, issuer.id, refusedKeys),
    context.events.append(
      tx,
      issuer.id,
      rows
        .flat()
        .map((row) =>
          documentEvent({ id: row.id, importacionId: null, eNCF: row.encf, estado: 'firmado', sha256: row.xml_sha256 }),
        ),
    ),
  ]);
  failpoint('emit-stored');
  return results;
}

const answerOf = ({ ambiente }: Issuer, id: string, { tree, eNCF, signed }: Sealed): Emitida => ({
  id,
  trackId: null,
  eNCF,
  estado: 'firmado',
  securityCode: signed.codigoSeguridad,
  codigoSeguridad: signed.codigoSeguridad,
  fechaFirma: tree.FechaHoraFirma,
  qr: timbreUrl(ambiente, tree, signed.codigoSeguridad),
});

/**
 * Claims the idempotency keys of a batch. A key used before gives its document again, or a refusal where the body differs;
 * one used twice inside the batch is refused the second time. The others are this transaction's.
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
      ${claimed.map((i) => batch[i]!.idempotency!.huella.toString('hex'))}::text[],
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
    else if (!row.huella.equals(batch[i]!.idempotency!.huella))
      results[i] = { error: new Problem('idempotencia/distinta') };
    else results[i] = { emitida: row.emitida };
  }
  return results;
}

/** Gives back the keys of documents that were refused: with the error mended, the same key may be used. */
async function releaseKeys(tx: Tx, empresaId: string, claves: readonly string[]): Promise<void> {
  if (claves.length === 0) return;
  await sql`delete from idempotencia where empresa_id = ${empresaId} and clave = any(${claves}::text[])`.execute(tx);
}

/** The documents that were issued with these keys, as they are now. */
async function issuedWith(tx: Tx, empresaId: string, claves: readonly string[]) {
  const { rows } = await sql<{
    clave: string;
    huella: Buffer;
    id: string;
    encf: string;
    estado: Emitida['estado'];
    track_id: string | null;
    codigo_seguridad: string;
    fecha_firma: string;
    ambiente: Issuer['ambiente'];
    xml: string;
  }>`
    select i.clave, i.huella, d.id, d.encf, d.estado, d.track_id, d.codigo_seguridad, d.fecha_firma, d.ambiente, d.xml
    from idempotencia i join documento d on d.empresa_id = i.empresa_id and d.id = i.documento_id
    where i.empresa_id = ${empresaId} and i.clave = any(${claves}::text[])`.execute(tx);
  return rows.map((row) => ({
    clave: row.clave,
    huella: row.huella,
    emitida: {
      id: row.id,
      trackId: row.track_id,
      eNCF: row.encf,
      estado: row.estado,
      securityCode: row.codigo_seguridad,
      codigoSeguridad: row.codigo_seguridad,
      fechaFirma: row.fecha_firma,
      qr: timbreUrl(row.ambiente, readECF(row.xml), row.codigo_seguridad),
    },
  }));
}
