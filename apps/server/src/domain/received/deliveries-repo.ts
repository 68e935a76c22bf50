import { sql } from 'kysely';
import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The delivery of an invoice. */
export type Delivery = Row<'entrega'>;

/** The delivery of an invoice, if it was requested. */
export const findDelivery = (tx: Tx, empresaId: string, documentoId: string): Promise<Delivery | undefined> =>
  tx
    .selectFrom('entrega')
    .selectAll()
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .executeTakeFirst();

/** Records that a person or a program requests a delivery. One that was delivered or refused stays unchanged. */
export async function askDelivery(tx: Tx, empresaId: string, documentoId: string, now: Date): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    insert into entrega (empresa_id, documento_id, estado, pedida, cambiada)
    values (${empresaId}, ${documentoId}, 'pendiente', ${now}::timestamptz, ${now}::timestamptz)
    on conflict (empresa_id, documento_id) do update set
      pedida = case when entrega.estado in ('pendiente', 'sin_direccion') then excluded.pedida else entrega.pedida end,
      automatica = entrega.automatica and entrega.estado not in ('pendiente', 'sin_direccion')
    returning *`.execute(tx);
  return rows[0]!;
}

/** Records the beginning of a try. Returns whether an earlier one may have arrived. */
export async function beginDelivery(tx: Tx, empresaId: string, documentoId: string): Promise<boolean> {
  const { rows } = await sql<{ dudosa: boolean }>`
    update entrega e set intentos = e.intentos + 1, dudosa = true
    from (select dudosa from entrega where empresa_id = ${empresaId} and documento_id = ${documentoId} for update) antes
    where e.empresa_id = ${empresaId} and e.documento_id = ${documentoId} returning antes.dudosa`.execute(tx);
  return rows[0]!.dudosa;
}

/** Records how a try ended. */
export async function endDelivery(
  tx: Tx,
  empresaId: string,
  documentoId: string,
  ended: Pick<Delivery, 'estado' | 'dudosa' | 'detalle' | 'acuse' | 'cambiada'>,
): Promise<void> {
  await tx
    .updateTable('entrega')
    .set(ended)
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .execute();
}
