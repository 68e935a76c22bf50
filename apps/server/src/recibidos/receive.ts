import { type ECFHead, timbreUrl, writeDocument } from '@timbre/ecf';
import { formatFechaHora } from '@timbre/values';
import { signCanonical } from '@timbre/xml/node';
import {
  digestOf,
  type JudgedReceived,
  type Motivo,
  type ReceivedFacts,
  type RefusedReceived,
} from '../comprobantes/judge/received.ts';
import type { Context } from '../context.ts';
import type { Issuer } from '../cuentas/issuers.ts';
import { newId } from '../db/id.ts';
import type { NewRow } from '../db/schema.ts';
import { CommitUnknown, DatabaseUnavailable } from '../db/transactions.ts';
import type { NewEvent } from '../events/events.ts';
import { failpoint } from '../failpoint.ts';
import { LOOK_UP } from './look-up.ts';
import { findByNumber, rememberRefusal, storeAcuse, storeReceived, type Via } from './received-repo.ts';
import { tellChange } from './topic.ts';

/** A judged document that came to a company, and from where. */
export interface Arrived {
  readonly judged: Exclude<JudgedReceived, { kind: 'unreadable' }>;
  readonly bytes: Uint8Array;
  readonly via: Via;
  /** The address of the sender, or the name of the file. */
  readonly direccion: string;
}

/**
 * What became of it: stored now, known before with the same bytes, or not received. `acuse` is the signed ARECF; a file that a
 * person brought has none.
 */
export type Outcome = { readonly acuse: string | null } & (
  | { readonly kind: 'nuevo' | 'repetido'; readonly id: string }
  | { readonly kind: 'rechazado'; readonly motivo: Motivo; readonly detalle: string }
);

/** Receives documents for companies. */
export interface Receiver {
  /**
   * Receives one document: its bytes and their acknowledgement are stored together before anybody is answered. The same bytes
   * again give the same acknowledgement; other bytes with the same number are refused.
   *
   * @throws Problem `certificado/falta`, `certificado/vencido`: it cannot be acknowledged
   */
  receive(empresaId: string, arrived: Arrived): Promise<Outcome>;
}

/** A document that waits for its turn to be stored. */
interface Pending {
  readonly row: NewRow<'recibido'>;
  /** True if it is stored, false if another of its number came first. */
  resolve(isNew: boolean): void;
  reject(error: unknown): void;
}

/** Most documents, and bytes of them, in one transaction. A larger document goes alone. */
const batchSize = 64;
const batchBytes = 1024 * 1024;

/**
 * Creates a receiver. What comes for one company during a transaction is stored by the next one: so many documents share one
 * lock on the company's record and one commit.
 */
export function createReceiver(ctx: Context): Receiver {
  const queues = new Map<string, Pending[]>();

  async function drain(empresaId: string, queue: Pending[]): Promise<void> {
    while (queue.length > 0) await storeTogether(empresaId, queue.splice(0, nextBatch(queue)));
    queues.delete(empresaId);
  }

  async function storeTogether(empresaId: string, batch: readonly Pending[]): Promise<void> {
    try {
      const stored = await storeBatch(ctx, empresaId, batch);
      failpoint('receive-committed');
      for (const { row, resolve } of batch) resolve(stored.has(row.id));
    } catch (error) {
      const isOfOne = batch.length > 1 && !(error instanceof CommitUnknown || error instanceof DatabaseUnavailable);
      // A document that the database refuses must not take those of others with it.
      if (isOfOne) for (const pending of batch) await storeTogether(empresaId, [pending]);
      else for (const { reject } of batch) reject(error);
    }
  }

  const store = (empresaId: string, row: NewRow<'recibido'>) =>
    new Promise<boolean>((resolve, reject) => {
      const pending = { row, resolve, reject };
      const queue = queues.get(empresaId);
      if (queue) return void queue.push(pending);
      const fresh = [pending];
      queues.set(empresaId, fresh);
      setImmediate(() => drain(empresaId, fresh));
    });

  return {
    async receive(empresaId, arrived) {
      const company = await ctx.issuers.of(empresaId);
      const { judged } = arrived;
      if (judged.kind === 'refused') return refuseDocument(ctx, company, arrived, judged);
      if (judged.rncComprador !== company.rnc) {
        const detalle = `El comprador del documento es ${judged.rncComprador ?? '(ninguno)'} y no ${company.rnc}`;
        return refuseDocument(ctx, company, arrived, { ...judged, motivo: 4, detalle });
      }
      const acuse = arrived.via === 'archivo' ? null : await acknowledge(ctx, company, judged);
      failpoint('receive-signed');
      const row = rowOf(ctx, company, arrived, judged, acuse);
      if (await store(empresaId, row)) return { kind: 'nuevo', id: row.id, acuse };
      return settleKnown(ctx, company, arrived, judged);
    },
  };
}

/** How many documents of a queue the next transaction takes. */
function nextBatch(queue: readonly Pending[]): number {
  let bytes = 0;
  const tooMany = queue.findIndex(({ row }, at) => {
    bytes += row.xml.length;
    return at === batchSize || (at > 0 && bytes > batchBytes);
  });
  return tooMany === -1 ? queue.length : tooMany;
}

/** Stores documents, with the question about each to the DGII and the event. Gives the ids of those that are new. */
function storeBatch(ctx: Context, empresaId: string, batch: readonly Pending[]): Promise<ReadonlySet<string>> {
  const { db, events, queue } = ctx;
  return db.tenant(empresaId, async (tx) => {
    const rows = batch.map(({ row }) => row);
    const stored = await storeReceived(tx, rows);
    const fresh = rows.filter(({ id }) => stored.has(id));
    await queue.enqueue(
      tx,
      fresh.map(({ id }) => ({ clase: LOOK_UP, empresaId, sujeto: id })),
    );
    await events.append(tx, empresaId, fresh.map(arrivalEvent));
    if (fresh.length > 0) tellChange(ctx, tx, empresaId);
    failpoint('receive-stored');
    return stored;
  });
}

const arrivalEvent = ({ id, encf, rnc_emisor, razon_emisor, monto_total, via }: NewRow<'recibido'>): NewEvent => ({
  tipo: 'recibido.nuevo',
  sujeto: id,
  datos: { id, eNCF: encf, rncEmisor: rnc_emisor, razonEmisor: razon_emisor, montoTotal: monto_total, via },
});

/** The outcome for a document whose number the company has. */
async function settleKnown(ctx: Context, company: Issuer, arrived: Arrived, facts: ReceivedFacts): Promise<Outcome> {
  const known = await ctx.db.tenant(company.id, (tx) => findByNumber(tx, company.id, company.ambiente, facts));
  if (known === undefined) throw new Error('The stored document disappeared');
  const { id, xml_sha256, acuse } = known;
  if (!xml_sha256.equals(digestOf(arrived.bytes))) {
    const detalle = `Ya se recibió otro documento con el número ${facts.eNCF} de este emisor`;
    return refuseDocument(ctx, company, arrived, { ...facts, motivo: 3, detalle });
  }
  if (acuse !== null || arrived.via === 'archivo') return { kind: 'repetido', id, acuse };
  const signed = await acknowledge(ctx, company, facts);
  return {
    kind: 'repetido',
    id,
    acuse: await ctx.db.tenant(company.id, (tx) => storeAcuse(tx, company.id, id, signed)),
  };
}

/** The row of a document. */
function rowOf(
  { clock }: Context,
  { id, ambiente }: Issuer,
  { bytes, via }: Arrived,
  facts: ReceivedFacts,
  acuse: string | null,
): NewRow<'recibido'> {
  const recibido = clock.now();
  return {
    empresa_id: id,
    id: newId(recibido),
    ambiente,
    rnc_emisor: facts.rncEmisor,
    razon_emisor: facts.razonEmisor,
    tipo: facts.tipo,
    encf: facts.eNCF,
    fecha_emision: facts.fechaEmision,
    monto_total: facts.montoTotal,
    total_itbis: facts.totalITBIS,
    codigo_seguridad: facts.codigoSeguridad,
    fecha_firma: facts.fechaFirma,
    url_qr: timbreUrl(ambiente, facts.stamped as ECFHead, facts.codigoSeguridad),
    titular: facts.titular,
    xml: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    xml_sha256: digestOf(bytes),
    acuse,
    via,
    recibido,
  };
}

/** Remembers a document that is not received, and says so to its sender. */
async function refuseDocument(
  ctx: Context,
  company: Issuer,
  { bytes, via, direccion }: Arrived,
  refused: Omit<RefusedReceived, 'kind'>,
): Promise<Outcome> {
  const { motivo, detalle, rncEmisor, eNCF } = refused;
  const acuse = via === 'archivo' ? null : await acknowledge(ctx, company, refused, motivo);
  await ctx.db.tenant(company.id, (tx) =>
    rememberRefusal(tx, {
      empresa_id: company.id,
      xml_sha256: digestOf(bytes),
      motivo,
      detalle,
      rnc_emisor: rncEmisor,
      encf: eNCF,
      via,
      direccion: direccion.slice(0, 200),
      ultima: ctx.clock.now(),
    }),
  );
  return { kind: 'rechazado', motivo, detalle, acuse };
}

/**
 * The signed ARECF of a document.
 *
 * @param motivo why it is not received; without it, it is
 * @source Formato Acuse de Recibo v1.0
 */
async function acknowledge(
  { signers, clock }: Pick<Context, 'signers' | 'clock'>,
  { id, rnc }: Issuer,
  { rncEmisor, eNCF }: Pick<ReceivedFacts, 'rncEmisor' | 'eNCF'>,
  motivo?: Motivo,
): Promise<string> {
  const { signer } = await signers.of(id);
  const DetalleAcusedeRecibo = {
    Version: '1.0',
    RNCEmisor: rncEmisor,
    RNCComprador: rnc,
    eNCF,
    Estado: motivo === undefined ? '0' : '1',
    ...(motivo === undefined ? {} : { CodigoMotivoNoRecibido: String(motivo) }),
    FechaHoraAcuseRecibo: formatFechaHora(clock.now().getTime()),
  };
  return (await signCanonical(writeDocument('ARECF', { DetalleAcusedeRecibo }), signer)).xml;
}
