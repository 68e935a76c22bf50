import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { ReceivedFacts } from '../comprobantes/judge/received.ts';
import type { NewRow, Row } from '../db/schema.ts';
import type { Tx } from '../db/transactions.ts';

/** How a document came: by the services of the receiver, or as a file of the company's own people. */
export type Via = 'servicio' | 'archivo';

/** What of a company's document decides about another of its number. */
export interface Known {
  readonly id: string;
  readonly xml_sha256: Buffer;
  readonly acuse: string | null;
}

/** The document of a number that the company has received. */
export async function findByNumber(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  { rncEmisor, eNCF }: Pick<ReceivedFacts, 'rncEmisor' | 'eNCF'>,
): Promise<Known | undefined> {
  return tx
    .selectFrom('recibido')
    .select(['id', 'xml_sha256', 'acuse'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('rnc_emisor', '=', rncEmisor)
    .where('encf', '=', eNCF)
    .executeTakeFirst();
}

/** Stores documents. Gives the ids of those whose number had none. */
export async function storeReceived(tx: Tx, rows: readonly NewRow<'recibido'>[]): Promise<ReadonlySet<string>> {
  const stored = await tx
    .insertInto('recibido')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente', 'rnc_emisor', 'encf']).doNothing())
    .returning('id')
    .execute();
  return new Set(stored.map(({ id }) => id));
}

/** Stores the acknowledgement of a document that came as a file and now comes from its issuer. Gives the one that is stored. */
export async function storeAcuse(tx: Tx, empresaId: string, id: string, acuse: string): Promise<string> {
  const row = await tx
    .updateTable('recibido')
    .set({ acuse: sql<string>`coalesce(acuse, ${acuse})` })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .returning('acuse')
    .executeTakeFirstOrThrow();
  return row.acuse!;
}

/** Refusals kept for each company: the newest. */
const mostRefusals = 500;

/** Remembers a document that was not received. The same bytes again count as one. */
export async function rememberRefusal(tx: Tx, row: NewRow<'recepcion_rechazada'>): Promise<void> {
  const { empresa_id, ultima } = row;
  await tx
    .insertInto('recepcion_rechazada')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['empresa_id', 'xml_sha256']).doUpdateSet((eb) => ({
        veces: eb('recepcion_rechazada.veces', '+', 1),
        motivo: row.motivo,
        detalle: row.detalle,
        direccion: row.direccion,
        ultima,
      })),
    )
    .execute();
  await sql`
    delete from recepcion_rechazada where empresa_id = ${empresa_id} and ultima < (
      select min(ultima) from (
        select ultima from recepcion_rechazada where empresa_id = ${empresa_id} order by ultima desc limit ${mostRefusals}) kept)`.execute(
    tx,
  );
}

/** A received document as it is packed. */
export type ReceivedBytes = Pick<Row<'recibido'>, 'rnc_emisor' | 'encf' | 'xml'>;

/** Received documents by their ids, with their exact bytes. */
export const receivedDocuments = (tx: Tx, empresaId: string, ids: readonly string[]): Promise<ReceivedBytes[]> =>
  tx
    .selectFrom('recibido')
    .select(['rnc_emisor', 'encf', 'xml'])
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();

/** The company with an RNC. */
export async function companyOf(tx: Tx, rnc: string): Promise<string | undefined> {
  const row = await tx.selectFrom('empresa').select('id').where('rnc', '=', rnc).executeTakeFirst();
  return row?.id;
}

/** The company of this installation, if there is one only. */
export async function onlyCompany(tx: Tx): Promise<string | undefined> {
  const rows = await tx.selectFrom('empresa').select('id').limit(2).execute();
  return rows.length === 1 ? rows[0]!.id : undefined;
}
