import type { Ambiente, empresa } from '@timbre/contract';
import { sql } from 'kysely';
import { foldedSql, foldTyped } from '../../platform/db/fold.ts';
import type { Change } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** A company, as the platform's administrator sees it. */
export interface ClienteRow {
  readonly id: string;
  readonly rnc: string;
  readonly razon_social: string;
  readonly ambiente: Ambiente;
  readonly id_externo: string;
  /** Its documents that the authority accepted, in every environment. */
  readonly aceptados: number;
  /** Those that it rejected. */
  readonly rechazados: number;
  readonly datos: empresa.DatosEmpresa;
}

/** Filter of companies: the one of that id, or those whose name or RNC contains the text; otherwise all. */
export interface ClienteFilter {
  readonly id?: string;
  readonly buscar?: string;
}

/** The companies, ordered by name. */
export async function listClientes(tx: Tx, { id, buscar }: ClienteFilter, limit: number): Promise<ClienteRow[]> {
  const { rows } = await sql<ClienteRow>`
    select e.id, e.rnc, e.razon_social, e.ambiente, e.id_externo, e.datos,
      coalesce(f.aceptados, 0)::bigint as aceptados, coalesce(f.rechazados, 0)::bigint as rechazados
    from empresa e cross join lateral (
      select sum(aceptados) as aceptados, sum(rechazados) as rechazados from (
        select aceptados, rechazados from estadistica where empresa_id = e.id
        union all
        select aceptados, rechazados from estadistica_cambio where empresa_id = e.id) figures) f
    where true
      ${id === undefined ? sql`` : sql`and e.id = ${id}`}
      ${buscar === undefined ? sql`` : matching(buscar)}
    order by e.razon_social, e.id limit ${limit}`.execute(tx);
  return rows;
}

/** Part of the name, ignoring letter case and accents, or of the RNC, with or without its hyphens. */
function matching(text: string) {
  const name = foldTyped(text.trim());
  const digits = /^[\d\s-]+$/.test(name) ? name.replace(/\D/g, '') : name;
  return sql`and (
    strpos(${foldedSql(sql.ref('e.razon_social'))}, ${name}) > 0 or strpos(e.rnc, ${digits}) > 0)`;
}

/** A company about to be changed. */
export interface HeldEmpresa {
  readonly id: string;
  readonly rnc: string;
  readonly razon_social: string;
  readonly ambiente: Ambiente;
  readonly id_externo: string;
  readonly datos: empresa.DatosEmpresa;
}

/** Locks a company: other transactions that change it wait until this one ends; emission continues. */
export async function holdEmpresa(tx: Tx, id: string): Promise<HeldEmpresa | undefined> {
  const { rows } = await sql<HeldEmpresa>`
    select id, rnc, razon_social, ambiente, id_externo, datos from empresa
    where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function changeEmpresa(tx: Tx, id: string, change: Change<'empresa'>): Promise<void> {
  await tx.updateTable('empresa').set(change).where('id', '=', id).execute();
}
