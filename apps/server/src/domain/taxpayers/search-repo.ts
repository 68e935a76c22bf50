import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

/** A taxpayer as it is stored. */
export interface TaxpayerRow {
  readonly rnc: string;
  readonly nombre: string;
  readonly nombre_comercial: string;
  readonly actividad: string;
  readonly inicio: string | null;
  readonly estado: string;
  readonly regimen: string;
  readonly activo: boolean;
  readonly busca: string;
}

/** Maximum number of results of a search. */
export const maxResults = 20;
/** Maximum number of taxpayers with all the words that are sorted. If there are more, the words are very common. */
const maxOrdered = 400;
/** The same when further words are checked in the rows that the index finds, so that fewer rows are read. */
const maxOrderedChecked = 30;
/** Maximum number of taxpayers scanned for words that are too common to search by the index. */
const maxWalked = 5_000;

const columns = sql`rnc, nombre, nombre_comercial, actividad, inicio, estado, regimen, activo, busca`;

/** The queries of one of the two tables. */
export function queriesOf(tabla: 0 | 1) {
  const table = sql.table(`contribuyente_${tabla}`);
  return {
    byNumber: (rnc: string) => sql<TaxpayerRow>`select ${columns} from ${table} where rnc = ${rnc}`,

    /** Taxpayers whose number begins with the digits: ':' comes after '9'. */
    byNumberBeginning: (digits: string) => sql<TaxpayerRow>`
      select ${columns} from ${table} where rnc >= ${digits} and rnc < ${`${digits}:`} order by rnc limit ${maxResults}`,

    /** Taxpayers whose name begins with the text, active ones first: '{' comes after 'z'. */
    byNameBeginning: (name: string) => {
      const those = (activo: boolean) => sql`(
        select ${columns} from ${table} where activo = ${activo} and busca >= ${name} and busca < ${`${name}{`}
        order by busca limit ${maxResults})`;
      return sql<TaxpayerRow>`${those(true)} union all ${those(false)} order by activo desc, busca limit ${maxResults}`;
    },

    /**
     * Taxpayers with words that begin with these, active ones first.
     *
     * @param seek searched with the index of words
     * @param check checked in the matching rows: `is true` keeps these from the index
     */
    byWords: (seek: readonly string[], check: readonly string[]) => sql<TaxpayerRow>`
      select * from (
        select ${columns} from ${table} where palabras @@ ${queryOf(seek)}::tsquery ${
          check.length === 0 ? sql`` : sql`and (palabras @@ ${queryOf(check)}::tsquery) is true`
        } limit ${check.length === 0 ? maxOrdered : maxOrderedChecked}) c
      order by activo desc, busca limit ${maxResults}`,

    /** The first active taxpayers by name that have words that begin with these, among the first `maxWalked`. */
    byWalking: (words: readonly string[]) => sql<TaxpayerRow>`
      select ${columns} from (
        select * from ${table} where activo order by busca limit ${maxWalked}) c
      where palabras @@ ${queryOf(words)}::tsquery limit ${maxResults}`,
  };
}

/** The text of a tsquery. @param words of a-z and 0-9 alone, so that nothing in them is syntax */
const queryOf = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ');

/**
 * Until the end of the transaction, tables are read only by their indexes: the query planner does not know the searched
 * words.
 */
export async function byIndexesOnly(tx: Tx): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(tx);
}
