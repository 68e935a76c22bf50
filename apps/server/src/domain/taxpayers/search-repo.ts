import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

/** A taxpayer as it is stored. */
export interface Found {
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

/** Most answers of a search. */
export const maxFound = 20;
/** Taxpayers with all the words that are put in order; with more, the search is of words that very many have. */
const maxOrdered = 400;
/** The same where other words are checked in what the index finds, so that less of it is read. */
const maxOrderedChecked = 30;
/** Taxpayers looked through for words that are too common to begin with. */
const maxWalked = 5_000;

const columns = sql`rnc, nombre, nombre_comercial, actividad, inicio, estado, regimen, activo, busca`;

/** The queries of one of the two tables. */
export function queriesOf(tabla: 0 | 1) {
  const table = sql.table(`contribuyente_${tabla}`);
  return {
    byNumber: (rnc: string) => sql<Found>`select ${columns} from ${table} where rnc = ${rnc}`,

    /** Those whose number begins so: ':' comes after '9'. */
    byNumberBeginning: (digits: string) => sql<Found>`
      select ${columns} from ${table} where rnc >= ${digits} and rnc < ${`${digits}:`} order by rnc limit ${maxFound}`,

    /** Those whose name begins so, active ones first: '{' comes after 'z'. */
    byNameBeginning: (name: string) => {
      const those = (activo: boolean) => sql`(
        select ${columns} from ${table} where activo = ${activo} and busca >= ${name} and busca < ${`${name}{`}
        order by busca limit ${maxFound})`;
      return sql<Found>`${those(true)} union all ${those(false)} order by activo desc, busca limit ${maxFound}`;
    },

    /**
     * Those with words that begin so, active ones first.
     *
     * @param seek found by the index of words
     * @param check looked for in what that finds: `is true` keeps it from the index
     */
    byWords: (seek: readonly string[], check: readonly string[]) => sql<Found>`
      select * from (
        select ${columns} from ${table} where palabras @@ ${queryOf(seek)}::tsquery ${
          check.length === 0 ? sql`` : sql`and (palabras @@ ${queryOf(check)}::tsquery) is true`
        } limit ${check.length === 0 ? maxOrdered : maxOrderedChecked}) c
      order by activo desc, busca limit ${maxFound}`,

    /** The first active ones by name that have such words, among so many. */
    byWalking: (words: readonly string[]) => sql<Found>`
      select ${columns} from (
        select * from ${table} where activo order by busca limit ${maxWalked}) c
      where palabras @@ ${queryOf(words)}::tsquery limit ${maxFound}`,
  };
}

/** The text of a tsquery. @param words of a-z and 0-9 alone, so that nothing in them is syntax */
const queryOf = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ');

/** From here to the end of the transaction, tables are read by their indexes only. The words asked for are unknown to a plan. */
export async function byIndexesOnly(tx: Tx): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(tx);
}
