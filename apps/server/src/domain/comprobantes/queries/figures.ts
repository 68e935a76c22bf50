import type { Ambiente } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';

/** Figures of one type in one environment. */
export interface FigureRow {
  readonly ambiente: Ambiente;
  readonly tipo: number;
  /** Numbers used. */
  readonly ncf: number;
  /** Documents accepted, and their amount: two decimals, as text. */
  readonly aceptados: number;
  readonly monto: string;
  readonly rechazados: number;
  /** Of the accepted, those with their first signature. */
  readonly primeros: number;
  /** Part of the amount that the company bought: two decimals, as text. */
  readonly comprado: string;
}

const columns = ['ncf', 'aceptados', 'monto', 'rechazados', 'primeros', 'comprado'] as const;
const amounts: ReadonlySet<string> = new Set(['monto', 'comprado']);
const listed = sql.join(columns.map((column) => sql.ref(column)));
const isAny = sql.join(
  columns.map((column) => sql`sum(${sql.ref(column)}) <> 0`),
  sql` or `,
);

/** The stored figures: the consolidated totals plus the changes since. */
const storedFigures = (empresaId: string) => sql`
  select ambiente, tipo, sum(ncf)::bigint as ncf, sum(aceptados)::bigint as aceptados, sum(monto) as monto,
    sum(rechazados)::bigint as rechazados, sum(primeros)::bigint as primeros, sum(comprado) as comprado from (
    select ambiente, tipo, ${listed} from estadistica where empresa_id = ${empresaId}
    union all
    select ambiente, tipo, ${listed} from estadistica_cambio where empresa_id = ${empresaId}) figures
  group by ambiente, tipo having ${isAny}`;

/** The company's figures. */
export async function listFigures(tx: Tx, empresaId: string): Promise<FigureRow[]> {
  return (await sql<FigureRow>`${storedFigures(empresaId)} order by tipo, ambiente`.execute(tx)).rows;
}

/** A type and environment whose figures differ from its documents. */
interface WrongFigure {
  readonly ambiente: Ambiente;
  readonly tipo: number;
  /** `numbers/accepted/amount/rejected/first/bought`. */
  readonly stored: string;
  readonly counted: string;
}

/** Counts all of the company's documents again, and returns the figures that differ. Both are read in one snapshot. */
export async function listWrongFigures(tx: Tx, empresaId: string): Promise<WrongFigure[]> {
  const figures = (of: string) =>
    sql`concat_ws('/', ${sql.join(columns.map((column) => sql`coalesce(${sql.ref(`${of}.${column}`)}, 0${sql.raw(amounts.has(column) ? '.00' : '')})`))})`;
  const differs = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(`k.${column}`)}, 0) <> coalesce(${sql.ref(`c.${column}`)}, 0)`),
    sql` or `,
  );
  const { rows } = await sql<WrongFigure>`
    select ambiente, tipo, ${figures('k')} as stored, ${figures('c')} as counted
    from (${storedFigures(empresaId)}) k full join (
      select d.ambiente, d.tipo, sum(e.ncf) as ncf, sum(e.aceptados) as aceptados, sum(e.monto) as monto,
        sum(e.rechazados) as rechazados, sum(e.primeros) as primeros, sum(e.comprado) as comprado
      from documento d cross join lateral estadistica_de(d) e where d.empresa_id = ${empresaId} group by 1, 2) c
    using (ambiente, tipo)
    where ${differs}
    order by tipo, ambiente`.execute(tx);
  return rows;
}

/** A day, type and kind of state whose figures differ from the documents. */
interface WrongDay {
  readonly ambiente: Ambiente;
  readonly dia: string;
  readonly tipo: number;
  readonly clase: string;
  /** `documents/amount/bought`. */
  readonly stored: string;
  readonly counted: string;
}

/**
 * The stored figures of the days: the consolidated ones plus the changes since.
 *
 * @param empresaId a company, or the expression of one
 */
export const storedDays = (empresaId: string | RawBuilder<string>) => sql`
  select ambiente, dia, tipo, clase, emitidos, importe, importe_compra from estadistica_dia where empresa_id = ${empresaId}
  union all
  select ambiente, dia, tipo, clase, emitidos, importe, importe_compra from estadistica_cambio where empresa_id = ${empresaId}`;

/** The figures of a day, in the form of {@link WrongDay}. */
const daysFigures = (of: string) =>
  sql`concat_ws('/', coalesce(${sql.ref(`${of}.emitidos`)}, 0), coalesce(${sql.ref(`${of}.importe`)}, 0.00),
    coalesce(${sql.ref(`${of}.importe_compra`)}, 0.00))`;

/** As {@link listWrongFigures}, for the figures of each day. */
export async function listWrongDays(tx: Tx, empresaId: string): Promise<WrongDay[]> {
  const { rows } = await sql<WrongDay>`
    select ambiente, dia, tipo, clase, ${daysFigures('k')} as stored, ${daysFigures('c')} as counted
    from (
      select ambiente, dia, tipo, clase, sum(emitidos) as emitidos, sum(importe) as importe, sum(importe_compra) as importe_compra
      from (${storedDays(empresaId)}) days
      group by 1, 2, 3, 4 having sum(emitidos) <> 0 or sum(importe) <> 0 or sum(importe_compra) <> 0) k
    full join (
      select d.ambiente, e.dia, d.tipo, e.clase, sum(e.emitidos) as emitidos, sum(e.importe) as importe,
        sum(e.importe_compra) as importe_compra
      from documento d cross join lateral estadistica_de(d) e where d.empresa_id = ${empresaId}
      group by 1, 2, 3, 4 having sum(e.emitidos) <> 0) c
    using (ambiente, dia, tipo, clase)
    where coalesce(k.emitidos, 0) <> coalesce(c.emitidos, 0) or coalesce(k.importe, 0) <> coalesce(c.importe, 0)
      or coalesce(k.importe_compra, 0) <> coalesce(c.importe_compra, 0)
    order by dia, tipo, ambiente, clase limit 100`.execute(tx);
  return rows;
}
