import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow, Row } from '../../db/schema.ts';
import type { Tx } from '../../db/transactions.ts';

/** What Inicio shows of the company; `logo` is the version of its logo. */
export interface ProfileRow {
  readonly rnc: string;
  readonly razon_social: string;
  readonly ambiente: Ambiente;
  readonly logo: string | null;
}

export const findProfile = (tx: Tx, empresaId: string): Promise<ProfileRow> =>
  tx
    .selectFrom('empresa as e')
    .leftJoin('logo as l', 'l.empresa_id', 'e.id')
    .select(['e.rnc', 'e.razon_social', 'e.ambiente', 'l.version as logo'])
    .where('e.id', '=', empresaId)
    .executeTakeFirstOrThrow();

/** Figures of one type in one environment: numbers used, documents accepted and their amount (two decimals, as text). */
export interface FigureRow {
  readonly ambiente: Ambiente;
  readonly tipo: number;
  readonly ncf: number;
  readonly aceptados: number;
  readonly monto: string;
}

/** The figures as they are kept: what was folded, and the changes since. */
const kept = (empresaId: string) => sql`
  select ambiente, tipo, sum(ncf)::bigint as ncf, sum(aceptados)::bigint as aceptados, sum(monto) as monto from (
    select ambiente, tipo, ncf, aceptados, monto from estadistica where empresa_id = ${empresaId}
    union all
    select ambiente, tipo, ncf, aceptados, monto from estadistica_cambio where empresa_id = ${empresaId}) figures
  group by ambiente, tipo
  having sum(ncf) <> 0 or sum(aceptados) <> 0 or sum(monto) <> 0`;

/** The company's figures. */
export async function listFigures(tx: Tx, empresaId: string): Promise<FigureRow[]> {
  return (await sql<FigureRow>`${kept(empresaId)} order by tipo, ambiente`.execute(tx)).rows;
}

/** A type and environment whose figures are not those of its documents. */
export interface WrongFigure {
  readonly ambiente: Ambiente;
  readonly tipo: number;
  /** `numbers/accepted/amount`. */
  readonly kept: string;
  readonly counted: string;
}

/** Counts the company's documents again, all of them, and gives what the figures say otherwise; both as of one instant. */
export async function listWrongFigures(tx: Tx, empresaId: string): Promise<WrongFigure[]> {
  const figures = (of: string) =>
    sql`concat_ws('/', coalesce(${sql.ref(of)}.ncf, 0), coalesce(${sql.ref(of)}.aceptados, 0), coalesce(${sql.ref(of)}.monto, 0.00))`;
  const { rows } = await sql<WrongFigure>`
    select ambiente, tipo, ${figures('k')} as kept, ${figures('c')} as counted
    from (${kept(empresaId)}) k full join (
      select d.ambiente, d.tipo, sum(e.ncf) as ncf, sum(e.aceptados) as aceptados, sum(e.monto) as monto
      from documento d cross join lateral estadistica_de(d) e where d.empresa_id = ${empresaId} group by 1, 2) c
    using (ambiente, tipo)
    where coalesce(k.ncf, 0) <> coalesce(c.ncf, 0) or coalesce(k.aceptados, 0) <> coalesce(c.aceptados, 0)
      or coalesce(k.monto, 0) <> coalesce(c.monto, 0)
    order by tipo, ambiente`.execute(tx);
  return rows;
}

/** Puts a logo in the place of the one there was. */
export async function replaceLogo(tx: Tx, row: NewRow<'logo'>): Promise<void> {
  const { empresa_id: _, ...columns } = row;
  await tx
    .insertInto('logo')
    .values(row)
    .onConflict((conflict) => conflict.column('empresa_id').doUpdateSet(columns))
    .execute();
}

/** The logo of the company of that RNC. */
export const findLogo = (tx: Tx, rnc: string): Promise<Row<'logo'> | undefined> =>
  tx
    .selectFrom('logo as l')
    .innerJoin('empresa as e', 'e.id', 'l.empresa_id')
    .selectAll('l')
    .where('e.rnc', '=', rnc)
    .executeTakeFirst();
