import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

// SQL of `organizacion_cliente`: what organisations asked of companies, by RNC, and what these answered.

export type ClienteRow = Row<'organizacion_cliente'>;

/** How many clients an organisation has or asked for. */
export async function countClientes(tx: Tx, organizacionId: string): Promise<number> {
  const { rows } = await sql<{ cuantos: number }>`
    select count(*)::integer as cuantos from organizacion_cliente
    where organizacion_id = ${organizacionId} and estado <> 'terminada'`.execute(tx);
  return rows[0]!.cuantos;
}

/** The clients of an organisation with some RNC, in any state. */
export const clientesWithRnc = (tx: Tx, organizacionId: string, rncs: readonly string[]): Promise<ClienteRow[]> =>
  tx
    .selectFrom('organizacion_cliente')
    .selectAll()
    .where('organizacion_id', '=', organizacionId)
    .where(({ eb, fn, val }) => eb('rnc', '=', fn.any(val([...rncs]))))
    .execute();

/** Stores requests. One that was answered before is asked again. */
export async function askClientes(tx: Tx, rows: readonly NewRow<'organizacion_cliente'>[]): Promise<void> {
  await tx
    .insertInto('organizacion_cliente')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['organizacion_id', 'rnc']).doUpdateSet((eb) => ({
        nombre: eb.ref('excluded.nombre'),
        estado: 'pendiente',
        codigo_hmac: eb.ref('excluded.codigo_hmac'),
        pedida: eb.ref('excluded.pedida'),
        pedida_por: eb.ref('excluded.pedida_por'),
        resuelta: null,
        resuelta_por: null,
      })),
    )
    .execute();
}

export const findCliente = (tx: Tx, organizacionId: string, id: string): Promise<ClienteRow | undefined> =>
  tx
    .selectFrom('organizacion_cliente')
    .selectAll()
    .where('organizacion_id', '=', organizacionId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The request of an organisation to the company with that RNC; undefined if it is of another company. */
export const findOfCompany = (tx: Tx, rnc: string, id: string): Promise<ClienteRow | undefined> =>
  tx.selectFrom('organizacion_cliente').selectAll().where('rnc', '=', rnc).where('id', '=', id).executeTakeFirst();

/** The request to the company with that RNC that a code is of. */
export const findByCode = (tx: Tx, rnc: string, hmac: Buffer): Promise<ClienteRow | undefined> =>
  tx
    .selectFrom('organizacion_cliente')
    .selectAll()
    .where('rnc', '=', rnc)
    .where('codigo_hmac', '=', hmac)
    .executeTakeFirst();

/** An organisation that serves a company or asks to, and how many people have access by it. */
export interface ServingRow extends ClienteRow {
  readonly despacho: string;
  readonly personas: number;
}

/** The organisations that serve the company with that RNC, then those that ask, the newest first. */
export async function servingOf(tx: Tx, rnc: string, most: number, id?: string): Promise<ServingRow[]> {
  const { rows } = await sql<ServingRow>`
    select c.*, o.nombre as despacho, (
      select count(*)::integer from membresia m join empresa e on e.id = m.empresa_id
      where m.organizacion_id = c.organizacion_id and e.rnc = c.rnc) as personas
    from organizacion_cliente c join organizacion o on o.id = c.organizacion_id
    where c.rnc = ${rnc} and c.estado <> 'terminada' ${id === undefined ? sql`` : sql`and c.id = ${id}`}
    order by c.estado, c.pedida desc, c.id limit ${most}`.execute(tx);
  return rows;
}

export const changeCliente = async (
  tx: Tx,
  { organizacion_id, id }: Pick<ClienteRow, 'organizacion_id' | 'id'>,
  change: Partial<Omit<ClienteRow, 'organizacion_id' | 'id' | 'rnc'>>,
): Promise<void> => {
  await tx
    .updateTable('organizacion_cliente')
    .set(change)
    .where('organizacion_id', '=', organizacion_id)
    .where('id', '=', id)
    .execute();
};

/** Makes a member responsible for clients of their organisation. Returns how many are. */
export async function assignClientes(
  tx: Tx,
  organizacionId: string,
  ids: readonly string[],
  miembroId: string | null,
): Promise<number> {
  const rows = await tx
    .updateTable('organizacion_cliente')
    .set({ responsable_id: miembroId })
    .where('organizacion_id', '=', organizacionId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .where('estado', '<>', 'terminada')
    .returning('id')
    .execute();
  return rows.length;
}
