import { sql } from 'kysely';
import { listed } from '../../domain/comprobantes/blocks/listed.ts';
import { largeXml } from '../../domain/comprobantes/issue/store.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** A signed document and its place in the order of the company's documents. */
interface IssuedXml {
  readonly orden: number;
  readonly xml: string;
}

/** The signed documents of a company after a place, in order. Summaries and large documents are left out. */
export async function listIssuedSince(tx: Tx, empresaId: string, after: number, most: number): Promise<IssuedXml[]> {
  const { rows } = await sql<IssuedXml>`
    select orden, xml from documento d
    where empresa_id = ${empresaId} and orden > ${after} and ${listed} and not es_rfce
      and octet_length(xml) <= ${largeXml}
    order by orden limit ${most}`.execute(tx);
  return rows;
}

/**
 * The places of the newest signed document of a company and of the one `most` documents earlier; undefined if there is
 * none.
 */
export async function newestPlaces(tx: Tx, empresaId: string, most: number) {
  const { rows } = await sql<{ newest: number | null; before: number | null }>`
    select max(orden) as newest, min(orden) - 1 as before from (
      select orden from documento d where empresa_id = ${empresaId} and ${listed} order by orden desc limit ${most}) d`.execute(
    tx,
  );
  const { newest, before } = rows[0]!;
  return newest === null || before === null ? undefined : { newest, before };
}
