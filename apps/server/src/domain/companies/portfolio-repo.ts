import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

/** A company of a person, or one that their organisation asked. */
export interface PortfolioRow {
  /** Of the company; of the request while it waits. */
  readonly id: string;
  readonly rnc: string;
  readonly nombre: string;
  /** Null while it waits for the company's consent. */
  readonly ambiente: Ambiente | null;
  readonly accesos: Readonly<Record<string, boolean>>;
  readonly organizacion_id: string | null;
  readonly cliente_id: string | null;
  readonly responsable_id: string | null;
  /** When it was asked; null for a company that consented. */
  readonly pedida: Date | null;
  readonly total: number;
}

/** The last company of a page. */
export type PortfolioPlace = Pick<PortfolioRow, 'nombre' | 'id'>;

/**
 * The companies of the person of a session, by name. Only in {@link Db.portfolio}: it has no condition of its own, the
 * policies decide which memberships and requests are the person's.
 */
export async function portfolioPage(tx: Tx, after: PortfolioPlace | undefined, count: number): Promise<PortfolioRow[]> {
  const { rows } = await sql<PortfolioRow>`
    with own as (
      select e.id, e.rnc, e.razon_social as nombre, e.ambiente, e.accesos, c.organizacion_id, c.id as cliente_id,
        c.responsable_id, null::timestamptz as pedida
      from membresia m join empresa e on e.id = m.empresa_id
      left join lateral (
        select s.organizacion_id, s.id, s.responsable_id from organizacion_cliente s
        where s.rnc = e.rnc and s.estado = 'aceptada' order by s.organizacion_id limit 1) c on true
      union all
      select s.id, s.rnc, s.nombre, null, '{}', s.organizacion_id, s.id, s.responsable_id, s.pedida
      from organizacion_cliente s where s.estado = 'pendiente')
    select own.*, (select count(*)::integer from own) as total from own
    where ${after === undefined ? sql`true` : sql`(own.nombre, own.id) > (${after.nombre}, ${after.id}::uuid)`}
    order by own.nombre, own.id limit ${count}`.execute(tx);
  return rows;
}
