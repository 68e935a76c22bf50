import { type RawBuilder, sql } from 'kysely';
import { foldedSql, foldText } from '../../platform/db/fold.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { containing, digitsOf } from '../comprobantes/queries/factura-filter.ts';
import { sentidoDe } from './answer-keys.ts';
import { afterRow, itsReceipt, ofMonths, type RowPlace } from './rows-repo.ts';
import type { Scope } from './scope.ts';
import type { ReporteDeRenglones } from './tables.ts';

/** The rows that lack an answer; those that lack none, and the excluded receipts; or all. */
type Part = 'pendientes' | 'completas' | 'todas';

/** Filter of the rows of a month. */
export interface GridFilter {
  readonly periodo: number;
  readonly parte: Part;
  /** Any part of the number, of the RNC or of the name. */
  readonly buscar: string;
}

/** A place of a list; of {@link pendingFirst}, with the part of the list in which it is. */
export interface PlaceOfPart extends RowPlace {
  readonly parte?: Exclude<Part, 'todas'>;
}

/**
 * Places of a month, as many as `most`: first all rows that lack an answer, then the others. A row that is answered
 * while its list is read page by page may be in both parts.
 */
export async function pendingFirst(
  tx: Tx,
  scope: Scope,
  reporte: ReporteDeRenglones,
  { periodo, buscar }: Omit<GridFilter, 'parte'>,
  after: PlaceOfPart | undefined,
  most: number,
): Promise<PlaceOfPart[]> {
  const read = async (
    parte: Exclude<Part, 'todas'>,
    from: RowPlace | undefined,
    count: number,
  ): Promise<PlaceOfPart[]> =>
    (await gridPlaces(tx, scope, reporte, { periodo, parte, buscar }, from, count)).map((at) => ({ ...at, parte }));
  if (after?.parte === 'completas') return read('completas', after, most);
  const pending = await read('pendientes', after, most);
  if (pending.length === most) return pending;
  return [...pending, ...(await read('completas', undefined, most - pending.length))];
}

/**
 * Places of a month in the order of day and number: those of the rows of a report and, among them, of the receipts that
 * were excluded from it.
 */
export async function gridPlaces(
  tx: Tx,
  scope: Scope,
  reporte: ReporteDeRenglones,
  filter: GridFilter,
  after: RowPlace | undefined,
  most: number,
): Promise<RowPlace[]> {
  const [rows, taken] = await Promise.all([
    rowPlaces(tx, scope, reporte, filter, after, most),
    filter.parte === 'pendientes' ? [] : excludedPlaces(tx, scope, reporte, filter, after, most),
  ]);
  return [...rows, ...taken].sort(byPlace).slice(0, most);
}

/** The order of the index: digits and capitals only, so texts compare as they do in the database. */
const orderOf = ({ fecha, ncf, emisor, momento }: RowPlace) => [fecha, ncf, emisor, momento].join(' ');
const byPlace = (a: RowPlace, b: RowPlace): number => (orderOf(a) < orderOf(b) ? -1 : 1);

const parts: Readonly<Record<Part, RawBuilder<unknown>>> = {
  pendientes: sql`and r.pendientes <> '{}'`,
  completas: sql`and r.pendientes = '{}'`,
  todas: sql``,
};

async function rowPlaces(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  reporte: ReporteDeRenglones,
  { periodo, parte, buscar }: GridFilter,
  after: RowPlace | undefined,
  most: number,
): Promise<RowPlace[]> {
  const matching = buscar === '' ? sql`` : sql`and ${matches('r', buscar, firstField)}`;
  const join = buscar === '' ? sql`` : sql`join ${itsReceipt(reporte)}`;
  const { rows } = await sql<RowPlace>`
    select r.fecha, r.ncf, r.emisor, r.momento from renglon r ${join}
    where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.reporte = ${reporte}
      and ${ofMonths} and r.periodo = ${periodo}::integer and ${afterRow(after)}
      ${parts[parte]} ${matching}
    order by r.periodo, r.fecha, r.ncf, r.emisor, r.momento limit ${most}`.execute(tx);
  return rows;
}

async function excludedPlaces(
  tx: Tx,
  { empresaId, ambiente }: Scope,
  reporte: ReporteDeRenglones,
  { periodo, buscar }: GridFilter,
  after: RowPlace | undefined,
  most: number,
): Promise<RowPlace[]> {
  const onward = after && sql`and (c.fecha, c.ncf, c.emisor) > (${after.fecha}::date, ${after.ncf}, ${after.emisor})`;
  const matching = buscar === '' ? sql`` : sql`and ${matches('c', buscar, otherParty(reporte))}`;
  const abroad = reporte === '609' ? sql`and left(c.ncf, 3) in ('B17', 'E47')` : sql``;
  const { rows } = await sql<RowPlace>`
    select c.fecha, c.ncf, c.emisor, 'compra' as momento from comprobante c
    where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.sentido = ${sentidoDe(reporte)}
      and c.periodo = ${periodo}::integer and c.excluido is not null ${abroad} ${onward ?? sql``} ${matching}
    order by c.fecha, c.ncf, c.emisor limit ${most}`.execute(tx);
  return rows;
}

/** The RNC of a row `r` is its first field. */
const firstField = sql`case when r.fila like '{"rnc_cedula":%' then split_part(r.fila, '"', 4) end`;
/** The RNC of a receipt `c`: of a sale its buyer's, otherwise its issuer's. */
const otherParty = (reporte: ReporteDeRenglones) =>
  sentidoDe(reporte) === 'venta' ? sql`c.recibo::jsonb #>> '{comprador,id}'` : sql`c.emisor`;

/** Whether the number, the name or the RNC contains the text. */
function matches(alias: 'r' | 'c', buscar: string, rnc: RawBuilder<unknown>): RawBuilder<unknown> {
  const digits = digitsOf(buscar);
  const byRNC = digits === undefined ? sql`` : sql`or ${rnc} like ${containing(digits)}`;
  return sql`(${sql.ref(`${alias}.ncf`)} like ${containing(buscar.trim().toUpperCase())}
    or ${foldedSql(sql.ref('c.nombre'))} like ${containing(foldText(buscar.trim()))} ${byRNC})`;
}
