import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The automatic delivery of a company, while it is on. */
export type Automatic = Row<'entrega_automatica'>;

/**
 * The automatic delivery of a company; undefined while it is off. @param lock against other readers of the event record
 * for it
 */
export const findAutomatic = (tx: Tx, empresaId: string, lock?: 'for update'): Promise<Automatic | undefined> =>
  tx
    .selectFrom('entrega_automatica')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();

/** Switches it on, for the entries of the event record after a certain one. */
export async function insertAutomatic(tx: Tx, row: Automatic): Promise<void> {
  await tx.insertInto('entrega_automatica').values(row).execute();
}

/** Switches it off. */
export async function deleteAutomatic(tx: Tx, empresaId: string): Promise<void> {
  await tx.deleteFrom('entrega_automatica').where('empresa_id', '=', empresaId).execute();
}

/** Stores the last entry of the event record that was read. */
export async function storeRead(tx: Tx, empresaId: string, leido: number): Promise<void> {
  await tx.updateTable('entrega_automatica').set({ leido }).where('empresa_id', '=', empresaId).execute();
}

/** A buyer to whom automatic deliveries are paused, and until when. */
type Pause = Pick<Row<'entrega_pausa'>, 'rnc' | 'sin_direccion' | 'hasta'>;

/** Those of the buyers to whom automatic deliveries are paused now. */
export const listPauses = (
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  rncs: readonly string[],
  now: Date,
): Promise<Pause[]> =>
  tx
    .selectFrom('entrega_pausa')
    .select(['rnc', 'sin_direccion', 'hasta'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('rnc', 'in', rncs)
    .where('hasta', '>', now)
    .execute();

/** A buyer of a company in an environment. */
export interface Buyer {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  readonly rnc: string;
}

/** Records that the directory has no address of a buyer. */
export async function pauseUnlisted(tx: Tx, { empresaId, ambiente, rnc }: Buyer, hasta: Date): Promise<void> {
  const pause = { sin_direccion: true, fallas: 0, hasta };
  await tx
    .insertInto('entrega_pausa')
    .values({ empresa_id: empresaId, ambiente, rnc, ...pause })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente', 'rnc']).doUpdateSet(pause))
    .execute();
}

/** The longest pause after failures is two to this power, in minutes. */
const mostDoublings = 6;

/** Records that the receiver of a buyer failed: a pause of a minute, twice as long with each failure after a pause. */
export async function pauseFailed(tx: Tx, { empresaId, ambiente, rnc }: Buyer, now: Date): Promise<void> {
  await sql`
    insert into entrega_pausa (empresa_id, ambiente, rnc, sin_direccion, fallas, hasta)
    values (${empresaId}, ${ambiente}, ${rnc}, false, 1, ${now}::timestamptz + interval '1 minute')
    on conflict (empresa_id, ambiente, rnc) do update set sin_direccion = false,
      fallas = least(entrega_pausa.fallas + 1, ${mostDoublings}::integer),
      hasta = ${now}::timestamptz + make_interval(mins => (2 ^ entrega_pausa.fallas)::integer)
    where entrega_pausa.hasta <= ${now}::timestamptz`.execute(tx);
}

/** Ends the pause of a buyer: its receiver answered. */
export async function endPause(tx: Tx, { empresaId, ambiente, rnc }: Buyer): Promise<void> {
  await tx
    .deleteFrom('entrega_pausa')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('rnc', '=', rnc)
    .execute();
}

/** An automatic delivery to be stored. */
interface NewDelivery {
  readonly documentoId: string;
  /** Why it is not tried: its buyer has no address. */
  readonly detalle: string | null;
}

/**
 * Stores automatic deliveries. Deliveries requested by a person, or earlier, stay unchanged.
 *
 * @returns the ids of the documents whose delivery is new and is tried
 */
export async function insertAutomaticDeliveries(
  tx: Tx,
  empresaId: string,
  news: readonly NewDelivery[],
  now: Date,
): Promise<string[]> {
  if (news.length === 0) return [];
  const { rows } = await sql<{ documento_id: string }>`
    with nueva as (
      insert into entrega (empresa_id, documento_id, estado, detalle, pedida, cambiada, automatica)
      select ${empresaId}::uuid, n.id, case when n.detalle is null then 'pendiente' else 'sin_direccion' end, n.detalle,
        ${now}::timestamptz, ${now}::timestamptz, true
      from unnest(${news.map(({ documentoId }) => documentoId)}::uuid[], ${news.map(({ detalle }) => detalle)}::text[])
        as n (id, detalle)
      on conflict (empresa_id, documento_id) do nothing returning documento_id, estado)
    select documento_id from nueva where estado = 'pendiente'`.execute(tx);
  return rows.map(({ documento_id }) => documento_id);
}
