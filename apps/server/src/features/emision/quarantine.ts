import { sql } from 'kysely';
import type { Db } from '../../db/transactions.ts';
import type { Issued, Journal, NumberSeries } from './journal.ts';

/** Series in which the database knows less than the journal: a restored backup, or writes lost in a power cut. */
export interface Quarantine {
  /** Whether numbers of the series must not be given out. */
  holds(series: NumberSeries): boolean;
  /** Every series held, with the highest number that the journal knows. */
  list(): readonly Issued[];
  /** Lets go of the series whose numbers have been reconciled since. */
  recheck(): Promise<void>;
}

/** The topic that says that numbers were reconciled, perhaps by another process. */
export const quarantineTopic = 'cuarentena';

const keyOf = ({ ambiente, rncEmisor, tipo }: NumberSeries) => `${ambiente} ${rncEmisor} ${tipo}`;

/**
 * Compares the journal with the database, at start. A series is held when the highest number that the journal knows stands
 * neither in a signed document nor among the reconciled ones.
 */
export async function openQuarantine(db: Db, journal: Journal): Promise<Quarantine> {
  let held = await look();

  async function look(): Promise<ReadonlyMap<string, Issued>> {
    return new Map((await missingFrom(db, journal.highest())).map((issued) => [keyOf(issued), issued]));
  }
  return {
    holds: (series) => held.has(keyOf(series)),
    list: () => [...held.values()],
    async recheck() {
      const still = await look();
      held = new Map([...held].filter(([key]) => still.has(key)));
    },
  };
}

/** Which of these numbers stand neither in a signed document nor among the reconciled ones. */
export async function missingFrom(db: Db, issued: readonly Issued[]): Promise<readonly Issued[]> {
  if (issued.length === 0) return [];
  // A company issues with its own RNC; the demonstration one also with those of the certification sets.
  const { rows } = await db.system((tx) =>
    sql<{ position: number }>`
      select j.position from unnest(
        ${issued.map(({ ambiente }) => ambiente)}::text[], ${issued.map(({ rncEmisor }) => rncEmisor)}::text[],
        ${issued.map(({ tipo }) => tipo)}::smallint[], ${issued.map(({ numero }) => numero)}::bigint[])
        with ordinality as j(ambiente, rnc_emisor, tipo, numero, position)
      where not exists (
        select from (select id from empresa where rnc = j.rnc_emisor union select id from empresa where demo) e
        where exists (select from documento d where d.empresa_id = e.id and d.ambiente = j.ambiente
            and d.rnc_emisor = j.rnc_emisor and d.tipo = j.tipo and d.numero = j.numero and d.xml_sha256 is not null)
          or exists (select from numero_conciliado n where n.empresa_id = e.id and n.ambiente = j.ambiente
            and n.rnc_emisor = j.rnc_emisor and n.tipo = j.tipo and n.numero = j.numero))`.execute(tx),
  );
  return rows.map(({ position }) => issued[position - 1]!);
}
