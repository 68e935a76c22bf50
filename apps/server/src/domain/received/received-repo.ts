import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { ReceivedFacts } from '../comprobantes/judge/received.ts';
import type { Sized } from '../comprobantes/queries/portions.ts';

/** How a document arrived: by the services of the receiver, or as a file uploaded by the company's own people. */
export type Via = 'servicio' | 'archivo';

/** The document with a number and with these bytes that the company has received. */
export async function findByDigest(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  { rncEmisor, eNCF }: Pick<ReceivedFacts, 'rncEmisor' | 'eNCF'>,
  sha256: Buffer,
): Promise<Pick<Row<'recibido'>, 'id' | 'acuse' | 'sin_bytes'> | undefined> {
  return tx
    .selectFrom('recibido')
    .select(['id', 'acuse', 'sin_bytes'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('rnc_emisor', '=', rncEmisor)
    .where('encf', '=', eNCF)
    .where('xml_sha256', '=', sha256)
    .executeTakeFirst();
}

/**
 * The fate of a document: stored now, stored before with the same bytes, or not stored because another one with its
 * number is confirmed.
 */
export type Fate = 'nuevo' | 'repetido' | 'duplicado';

/**
 * Stores documents of a company, each with a different number, as claims of their signers. The transaction locks the
 * company ({@link lockEmpresa}), so that the confirmations of a number do not change meanwhile.
 *
 * @returns the fate of each, in their order, and whether the stored ones are confirmed
 */
export async function storeReceived(
  tx: Tx,
  empresaId: string,
  rows: readonly NewRow<'recibido'>[],
): Promise<{ readonly fate: Fate; readonly confirmado: boolean }[]> {
  const standing = await standingOf(tx, empresaId, rows);
  const fresh = rows.flatMap((row, at) => {
    const { repetido, duplicado, conocido } = standing[at]!;
    // Confirmed documents do not count as unconfirmed bytes.
    const red = conocido || row.ambiente === 'certecf' ? null : row.red;
    return repetido || duplicado ? [] : [{ ...row, creido: conocido, red }];
  });
  const stored =
    fresh.length === 0 ? [] : await tx.insertInto('recibido').values(fresh).returning(['id', 'confirmado']).execute();
  const confirmed = new Map(stored.map(({ id, confirmado }) => [id, confirmado]));
  return rows.map(({ id }, at) => {
    const confirmado = confirmed.get(id);
    if (confirmado !== undefined) return { fate: 'nuevo', confirmado };
    return { fate: standing[at]!.repetido ? 'repetido' : 'duplicado', confirmado: false };
  });
}

/**
 * Compares documents with those that the company has: whether their bytes are stored, whether another one with their
 * number is confirmed, whether their signer is known for their issuer. Uses three index look-ups for each, never a
 * join, which a planner without statistics would turn into a scan of the table.
 */
async function standingOf(tx: Tx, empresaId: string, rows: readonly NewRow<'recibido'>[]) {
  const keys = rows.map(({ ambiente, rnc_emisor, encf, firmante = '', xml_sha256 }) => {
    return { ambiente, rnc_emisor, encf, firmante, sha256: xml_sha256.toString('hex') };
  });
  const ofNumber = sql`from recibido r where r.empresa_id = ${empresaId} and r.ambiente = k.ambiente
    and r.rnc_emisor = k.rnc_emisor and r.encf = k.encf`;
  const { rows: standings } = await sql<{
    readonly repetido: boolean;
    readonly duplicado: boolean;
    readonly conocido: boolean;
  }>`
    select coalesce(mismo.es, false) as repetido, coalesce(otro.es, false) as duplicado, coalesce(f.es, false) as conocido
    from rows from (json_to_recordset(${JSON.stringify(keys)}::json)
      as (ambiente text, rnc_emisor text, encf text, firmante text, sha256 text)) with ordinality k
    left join lateral (select true as es ${ofNumber} and r.xml_sha256 = decode(k.sha256, 'hex') limit 1) mismo on true
    left join lateral (select true as es ${ofNumber} and r.confirmado limit 1) otro on true
    left join lateral (select true as es from firmante f where f.empresa_id = ${empresaId} and f.ambiente = k.ambiente
      and f.rnc = k.rnc_emisor and f.huella = k.firmante limit 1) f on true
    order by k.ordinality`.execute(tx);
  return standings;
}

/**
 * Stores the acknowledgement of a document that arrived as a file and now arrives from its issuer. Returns the one that
 * is stored.
 */
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

/** Stores again the bytes of a document that were removed. Returns false if they were not removed. */
export async function restoreBytes(
  tx: Tx,
  empresaId: string,
  id: string,
  { xml, red }: Pick<NewRow<'recibido'>, 'xml' | 'red'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recibido')
    .set({ xml, red, sin_bytes: false })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('sin_bytes', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Number of refusals stored for each company: the newest. */
const mostRefusals = 500;

/**
 * Records a document that was not received. The same bytes again count as one, and while the reason is the same they
 * have the same acknowledgement.
 *
 * @returns the acknowledgement that is stored
 */
export async function rememberRefusal(tx: Tx, row: NewRow<'recepcion_rechazada'>): Promise<string | null> {
  const { empresa_id, ultima } = row;
  const refusal = await tx
    .insertInto('recepcion_rechazada')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['empresa_id', 'xml_sha256']).doUpdateSet((eb) => ({
        veces: eb('recepcion_rechazada.veces', '+', 1),
        motivo: row.motivo,
        detalle: row.detalle,
        direccion: row.direccion,
        acuse: sql<string | null>`case when recepcion_rechazada.motivo = excluded.motivo
          then coalesce(recepcion_rechazada.acuse, excluded.acuse) else coalesce(excluded.acuse, recepcion_rechazada.acuse) end`,
        ultima,
      })),
    )
    .returning('acuse')
    .executeTakeFirstOrThrow();
  await sql`
    delete from recepcion_rechazada where empresa_id = ${empresa_id} and ultima < (
      select min(ultima) from (
        select ultima from recepcion_rechazada where empresa_id = ${empresa_id} order by ultima desc limit ${mostRefusals}) kept)`.execute(
    tx,
  );
  return refusal.acuse;
}

/** A received document with the data for packing it. */
type ReceivedBytes = Pick<Row<'recibido'>, 'rnc_emisor' | 'encf' | 'xml'>;

/** Received documents by their ids, with their exact bytes. */
export const receivedDocuments = (tx: Tx, empresaId: string, ids: readonly string[]): Promise<ReceivedBytes[]> =>
  tx
    .selectFrom('recibido')
    .select(['rnc_emisor', 'encf', 'xml'])
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();

/** The sizes of received documents by their ids, in the order of the ids. One whose bytes were removed is left out. */
export async function receivedSizes(tx: Tx, empresaId: string, ids: readonly string[]): Promise<Sized[]> {
  const { rows } = await sql<Sized>`
    select r.id, octet_length(r.xml) as xml_bytes
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join recibido r on r.empresa_id = ${empresaId} and r.id = wanted.id
    where not r.sin_bytes
    order by wanted.place`.execute(tx);
  return rows;
}

/** The company with an RNC. */
export async function companyOf(tx: Tx, rnc: string): Promise<string | undefined> {
  const row = await tx.selectFrom('empresa').select('id').where('rnc', '=', rnc).executeTakeFirst();
  return row?.id;
}

/** The name of the company with an RNC, if it works in an environment. */
export async function companyNameIn(tx: Tx, ambiente: Ambiente, rnc: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('empresa')
    .select('razon_social')
    .where('rnc', '=', rnc)
    .where('ambiente', '=', ambiente)
    .executeTakeFirst();
  return row?.razon_social;
}

/** The company of this installation, if there is one only. */
export async function onlyCompany(tx: Tx): Promise<string | undefined> {
  const rows = await tx.selectFrom('empresa').select('id').limit(2).execute();
  return rows.length === 1 ? rows[0]!.id : undefined;
}
