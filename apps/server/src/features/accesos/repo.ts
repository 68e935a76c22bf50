import { sql } from 'kysely';
import type { Tx } from '../../db/transactions.ts';

/** What a company reaches, and whom to write to about it: its first user. */
export interface AccesosRow {
  readonly id: string;
  readonly rnc: string;
  readonly razon_social: string;
  readonly correo: string | null;
  readonly accesos: Readonly<Record<string, boolean>>;
  readonly accesos_por: string | null;
  readonly accesos_en: Date | null;
}

/**
 * The approved company of that RNC.
 *
 * @param held whether others who change it wait until the transaction ends
 */
export async function findAccesos(tx: Tx, rnc: string, held: boolean): Promise<AccesosRow | undefined> {
  const { rows } = await sql<AccesosRow>`
    select e.id, e.rnc, e.razon_social, u.correo, e.accesos, e.accesos_por, e.accesos_en
    from empresa e
    left join lateral (select correo from usuario where empresa_id = e.id order by creado, id limit 1) u on true
    where e.rnc = ${rnc} and e.aprobada is not null ${held ? sql`for no key update of e` : sql``}`.execute(tx);
  return rows[0];
}

export async function saveAccesos(
  tx: Tx,
  empresaId: string,
  accesos: Readonly<Record<string, boolean>>,
  by: { readonly por: string; readonly en: Date },
): Promise<void> {
  await tx
    .updateTable('empresa')
    .set({ accesos: JSON.stringify(accesos), accesos_por: by.por, accesos_en: by.en })
    .where('id', '=', empresaId)
    .execute();
}

/** A company by what outsiders know it by. */
export interface ExternalRow {
  readonly rnc: string;
  readonly nombre: string;
  readonly email: string;
}

export async function listExternal(tx: Tx, limit: number): Promise<ExternalRow[]> {
  const { rows } = await sql<ExternalRow>`
    select e.rnc, e.razon_social as nombre, coalesce(u.correo, '') as email
    from empresa e
    left join lateral (select correo from usuario where empresa_id = e.id order by creado, id limit 1) u on true
    where e.aprobada is not null order by e.razon_social, e.id limit ${limit}`.execute(tx);
  return rows;
}
