import { createBatcher } from '../../platform/db/batcher.ts';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { NewRow } from '../../platform/db/schema.ts';
import { CommitUnknown, DatabaseUnavailable } from '../../platform/db/transactions.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Issuer } from '../companies/issuers.ts';
import type { Core } from '../comprobantes/core.ts';
import { digestOf, type Motivo, type ReceivedFacts, type RefusedReceived } from '../comprobantes/judge/received.ts';
import { acknowledge } from './acknowledge.ts';
import { spendUnconfirmed } from './budget-repo.ts';
import { LOOK_UP } from './look-up.ts';
import {
  type Fate,
  findByDigest,
  rememberRefusal,
  restoreBytes,
  storeAcuse,
  storeReceived,
  type Via,
} from './received-repo.ts';
import { type Arrived, arrivalEvent, bytesOf, rowOf } from './received-row.ts';
import { tellChange } from './topic.ts';

/**
 * The outcome for a received document: stored now, stored before with the same bytes, or not received. `acuse` is the
 * signed ARECF; a file that a person uploaded has none.
 */
type Outcome = { readonly acuse: string | null } & (
  | { readonly kind: 'nuevo' | 'repetido'; readonly id: string }
  | { readonly kind: 'rechazado'; readonly motivo: Motivo; readonly detalle: string }
);

/** Receives documents for companies. */
export interface Receiver {
  /**
   * Receives one document: its bytes and their acknowledgement are stored together before the sender is answered. The
   * same bytes again yield the same acknowledgement. Nothing proves that a signer may sign for an issuer, so several
   * documents with one number may be stored until one of them is confirmed: then any other is refused.
   *
   * @throws Problem `certificado/falta`, `certificado/vencido`: it cannot be acknowledged; `receptor/presupuesto`: its
   * network, its signer or the company has too many unconfirmed bytes, and it is not stored
   */
  receive(empresaId: string, arrived: Arrived): Promise<Outcome>;
}

/** Maximum number of bytes of documents in one transaction. A larger document gets its own transaction. */
const batchBytes = 1024 * 1024;

/**
 * Creates a receiver. Documents that arrive for one company during a transaction are stored by the next one, so that
 * many documents share one lock on the company's record and one commit.
 */
export function createReceiver(ctx: Core): Receiver {
  const store = createBatcher<NewRow<'recibido'>, readonly Fate[], Fate>({
    sizeOf: ({ xml }) => xml.length,
    mostSize: batchBytes,
    // One document of each number per batch: the first decides about the next.
    keyOf: ({ rnc_emisor, encf }) => `${rnc_emisor} ${encf}`,
    store: (empresaId, rows) => storeBatch(ctx, empresaId, rows),
    isOfAll: (error) => error instanceof CommitUnknown || error instanceof DatabaseUnavailable,
    async answer(_, __, fates) {
      failpoint('receive-committed');
      return (at) => fates[at]!;
    },
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
      const fate = await store(empresaId, row);
      if (fate === 'nuevo') return { kind: 'nuevo', id: row.id, acuse };
      if (fate === 'repetido') return settleKnown(ctx, company, arrived.via, judged, row);
      const detalle = `Ya se recibió otro documento con el número ${judged.eNCF} de este emisor`;
      return refuseDocument(ctx, company, arrived, { ...judged, motivo: 3, detalle });
    },
  };
}

/** Stores documents, with the job that asks the DGII about each, and the event. Returns the fate of each. */
function storeBatch(
  ctx: Pick<Core, 'db' | 'clock' | 'queue' | 'events' | 'signals'>,
  empresaId: string,
  rows: readonly NewRow<'recibido'>[],
): Promise<Fate[]> {
  const { db, events, queue } = ctx;
  return db.tenant(empresaId, async (tx) => {
    await lockEmpresa(tx, empresaId);
    const stored = await storeReceived(tx, empresaId, rows);
    const fresh = rows.flatMap((row, at) => {
      const { fate, confirmado } = stored[at]!;
      return fate === 'nuevo' ? [{ ...row, confirmado }] : [];
    });
    await spendUnconfirmed(
      tx,
      empresaId,
      fresh.filter(({ confirmado }) => !confirmado).flatMap(bytesOf),
      ctx.clock.now(),
    );
    await queue.enqueue(
      tx,
      fresh.map(({ id }) => ({ clase: LOOK_UP, empresaId, sujeto: id })),
    );
    await events.append(tx, empresaId, fresh.map(arrivalEvent));
    if (fresh.length > 0) tellChange(ctx, tx, empresaId);
    failpoint('receive-stored');
    return stored.map(({ fate }) => fate);
  });
}

/** The outcome for a document whose bytes the company already has. */
async function settleKnown(
  ctx: Pick<Core, 'db' | 'clock' | 'queue' | 'signers'>,
  company: Issuer,
  via: Via,
  facts: ReceivedFacts,
  row: NewRow<'recibido'>,
): Promise<Outcome> {
  const { id: empresaId, ambiente } = company;
  const known = await ctx.db.tenant(empresaId, (tx) => findByDigest(tx, empresaId, ambiente, facts, row.xml_sha256));
  if (known === undefined) throw new Error('The stored document disappeared');
  const { id, acuse } = known;
  if (known.sin_bytes)
    await ctx.db.tenant(empresaId, async (tx) => {
      if (!(await restoreBytes(tx, empresaId, id, row))) return;
      await spendUnconfirmed(tx, empresaId, bytesOf(row), ctx.clock.now());
      await ctx.queue.enqueue(tx, [{ clase: LOOK_UP, empresaId, sujeto: id }]);
    });
  if (acuse !== null || via === 'archivo') return { kind: 'repetido', id, acuse };
  const signed = await acknowledge(ctx, company, facts);
  return {
    kind: 'repetido',
    id,
    acuse: await ctx.db.tenant(company.id, (tx) => storeAcuse(tx, company.id, id, signed)),
  };
}

/** Records a document that is not received, and answers its sender. */
async function refuseDocument(
  ctx: Pick<Core, 'db' | 'clock' | 'signers'>,
  company: Issuer,
  { bytes, via, direccion }: Arrived,
  refused: Omit<RefusedReceived, 'kind'>,
): Promise<Outcome> {
  const { motivo, detalle, rncEmisor, eNCF } = refused;
  const signed = via === 'archivo' ? null : await acknowledge(ctx, company, refused, motivo);
  const acuse = await ctx.db.tenant(company.id, (tx) =>
    rememberRefusal(tx, {
      empresa_id: company.id,
      xml_sha256: digestOf(bytes),
      motivo,
      detalle,
      rnc_emisor: rncEmisor,
      encf: eNCF,
      via,
      direccion: direccion.slice(0, 200),
      acuse: signed,
      ultima: ctx.clock.now(),
    }),
  );
  return { kind: 'rechazado', motivo, detalle, acuse: via === 'archivo' ? null : acuse };
}
