import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import type { FuenteDeDocumento, Pending } from './pending-repo.ts';
import type { ReceiptKey } from './receipts-repo.ts';
import type { Days, Scope } from './scope.ts';

/** A document that cannot be read, and has no receipt from another source. */
interface Damaged extends ReceiptKey {
  readonly documentoId: string;
  readonly fuente: FuenteDeDocumento;
}

/**
 * Records which documents of this batch could not be parsed; clears the mark of those that could.
 *
 * @param read all of them; @param damaged those that could not be parsed
 * @returns the ids of those that were not recorded before
 */
export async function recordDamaged(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  fuente: FuenteDeDocumento,
  read: readonly Pending[],
  damaged: readonly Pending[],
  derivado: number,
): Promise<string[]> {
  if (read.length === 0) return [];
  const ids = (of: readonly Pending[]) => of.map(({ id }) => id);
  await sql`
    delete from comprobante_ilegible where empresa_id = ${empresaId} and documento_id = any(${ids(read)}::uuid[])
      and documento_id <> all(${ids(damaged)}::uuid[])`.execute(tx);
  if (damaged.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    insert into comprobante_ilegible as i (empresa_id, documento_id, ambiente, fuente, fecha, emisor, ncf, derivado)
    select ${empresaId}::uuid, id, ${ambiente}, ${fuente}, fecha, emisor, ncf, ${derivado}::smallint
    from unnest(${ids(damaged)}::uuid[], ${damaged.map(({ fecha }) => fecha)}::date[],
      ${damaged.map(({ emisor }) => emisor)}::text[], ${damaged.map(({ ncf }) => ncf)}::text[])
      as u (id, fecha, emisor, ncf)
    on conflict do nothing
    returning documento_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Queues documents of some days that an older version could not read, to be read again. */
export async function requeueDamaged(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  { desde, hasta }: Days,
  derivado: number,
): Promise<void> {
  await sql`
    with again as (
      update comprobante_ilegible set derivado = ${derivado}::smallint
      where empresa_id = ${empresaId} and ambiente = ${ambiente} and fecha between ${desde}::date and ${hasta}::date
        and derivado < ${derivado}::smallint
      returning *)
    insert into comprobante_por_leer (empresa_id, ambiente, fuente, fecha, documento_id)
    select empresa_id, ambiente, fuente, fecha, documento_id from again`.execute(tx);
}

/**
 * The documents of some days that cannot be read, up to a maximum. A receipt loaded from paper substitutes for its
 * document.
 */
export async function listDamaged(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  { desde, hasta }: Days,
  most: number,
): Promise<Damaged[]> {
  const { rows } = await sql<Damaged>`
    select i.documento_id as "documentoId", i.fuente, i.emisor, i.ncf from comprobante_ilegible i
    where i.empresa_id = ${empresaId} and i.ambiente = ${ambiente} and i.fecha between ${desde}::date and ${hasta}::date
      and not exists (select from comprobante c where c.empresa_id = i.empresa_id and c.ambiente = i.ambiente
        and c.sentido in ('compra', 'venta') and c.emisor = i.emisor and c.ncf = i.ncf)
      and not exists (select from recibido r where r.empresa_id = i.empresa_id and r.id = i.documento_id
        and (r.respuesta = 'rechazada' or not r.confirmado))
    order by i.fecha, i.ncf limit ${most}`.execute(tx);
  return rows;
}
