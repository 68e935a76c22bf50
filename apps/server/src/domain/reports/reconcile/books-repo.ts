import { sql } from 'kysely';
import { pagesOf } from '../../../platform/db/pages.ts';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import { ofDays, type QuickBooksRow } from '../quickbooks/documents-repo.ts';
import type { ReceiptKey } from '../receipts-repo.ts';
import type { Days, Scope } from '../scope.ts';
import type { Sentido } from '../tables.ts';

/** Number of documents of one query. */
const pageSize = 1_000;

/** The columns of a document that a reconciliation compares. */
type BookedDocument = Pick<
  QuickBooksRow,
  'entidad' | 'qb_id' | 'estado' | 'fecha' | 'emisor' | 'ncf' | 'rnc' | 'monto' | 'itbis'
>;

/**
 * The documents of some days that make a receipt, wait, or repeat a number, page by page, in the order of day and
 * number.
 */
export const quickbooksPages = (
  db: Db,
  { empresaId, ambiente }: Scope,
  sentido: Sentido,
  { desde, hasta }: Days,
): AsyncGenerator<readonly BookedDocument[]> =>
  pagesOf(pageSize, async (after) => {
    const later =
      after === undefined
        ? sql`true`
        : sql`(d.fecha, d.ncf, d.entidad, d.qb_id) > (${after.fecha}::date, ${after.ncf}, ${after.entidad}, ${after.qb_id})`;
    const { rows } = await db.reading(empresaId, (tx) =>
      sql<BookedDocument>`
        select d.entidad, d.qb_id, d.estado, d.fecha, d.emisor, d.ncf, d.rnc, d.monto, d.itbis from quickbooks_documento d
        where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.sentido = ${sentido} and d.ncf is not null
          and (d.estado in ('recibo', 'espera') or d.codigo = 'QB-REPETIDO')
          and d.fecha between ${desde}::date and ${hasta}::date and ${ofDays} and ${later}
        order by d.fecha, d.ncf, d.entidad, d.qb_id limit ${pageSize}`.execute(tx),
    );
    return rows;
  });

/** When a document of some days last arrived; null if none ever did. */
export async function lastSeen(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  sentido: Sentido,
  { desde, hasta }: Days,
): Promise<Date | null> {
  const { rows } = await sql<{ visto: Date | null }>`
    select max(d.visto) as visto from quickbooks_documento d
    where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.sentido = ${sentido}
      and d.fecha between ${desde}::date and ${hasta}::date and ${ofDays}`.execute(tx);
  return rows[0]!.visto;
}

/** The record of the document that made a receipt, or of one waiting to make it. */
export async function recordOfReceipt(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  sentido: Sentido,
  { emisor, ncf }: ReceiptKey,
) {
  const { rows } = await sql<{
    readonly estado: 'recibo' | 'espera';
    readonly motivo: string | null;
    readonly registro: string;
  }>`
    select d.estado, d.motivo, d.registro from quickbooks_documento d
    where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.sentido = ${sentido}
      and d.ncf = ${ncf} and d.emisor = ${emisor} and d.estado in ('recibo', 'espera') and d.registro is not null
    order by d.estado = 'espera' limit 1`.execute(tx);
  return rows[0];
}
