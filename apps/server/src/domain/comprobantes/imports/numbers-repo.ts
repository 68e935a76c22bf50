import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { activeRanges } from '../numbers/lock-ranges.ts';
import { type Batch, hasFault, type JudgedScope, ofNumbers, type UnnumberedRow } from './errors-repo.ts';

// Rows of an import whose numbers are to be compared with the present ranges and documents.

const numero = sql`substr(d.encf, 4)::bigint`;
const tipo = sql`substr(d.encf, 2, 2)::smallint`;
const vence = sql`d.arbol #>> '{Encabezado,IdDoc,FechaVencimientoSecuencia}'`;

/**
 * Whether the number of the document `d` is taken, or no range `g` provides it today with the expiry that it brings. A
 * number that a later workbook `o` took counts once the row is to be signed: the document stays where it was signed.
 */
const isUnavailable = (today: string) => sql`case when d.encf ~ '^E[0-9]{12}$' then
    exists (select from documento h where h.empresa_id = d.empresa_id and h.ambiente = d.ambiente
      and h.rnc_emisor = d.rnc_emisor and h.encf = d.encf and h.resume_a is null and h.ocupa_numero
      and not exists (select from importacion b join o on b.creada > o.creada
        where b.empresa_id = h.empresa_id and b.id = h.importacion_id and not b.de_simulacion) offset 0)
    or exists (select from numero_conciliado n where n.empresa_id = d.empresa_id and n.ambiente = d.ambiente
      and n.rnc_emisor = d.rnc_emisor and n.tipo = ${tipo} and n.numero = ${numero})
    or exists (select from anulacion a where a.empresa_id = d.empresa_id and a.ambiente = d.ambiente
      and a.rnc_emisor = d.rnc_emisor and a.tipo = ${tipo} and ${numero} between a.desde and a.hasta
      and a.estado <> 'rechazado')
    or not exists (select from g where g.tipo = ${tipo} and ${numero} between g.desde and g.hasta
      and (g.vence is null or g.vence >= ${today}::date)
      and (${vence} is null or to_char(g.vence, 'DD-MM-YYYY') = ${vence}))
  else false end`;

/**
 * The next unsigned documents of an import, in order, locked, whose number has a fault or no longer is available. Those
 * whose signature was requested are left out: signing judges them.
 *
 * @param today yyyy-MM-dd
 */
export async function nextToCompare(
  tx: Tx,
  { empresaId, importacionId, ambiente }: JudgedScope,
  today: string,
  { after, most }: Batch,
): Promise<readonly UnnumberedRow[]> {
  const { rows } = await sql<UnnumberedRow>`
    with g as materialized (${activeRanges(empresaId, ambiente)}),
      o as materialized (select creada from importacion where empresa_id = ${empresaId} and id = ${importacionId})
    select id, orden, encf, rnc_emisor, fila, errores, ${vence} as vence
    from documento d
    where empresa_id = ${empresaId} and importacion_id = ${importacionId} and ambiente = ${ambiente} and orden > ${after}
      and estado in ('error', 'pendiente') and not es_rfce and pedido is null
      and (${hasFault(ofNumbers)} or ${isUnavailable(today)})
    order by orden limit ${most} for update`.execute(tx);
  return rows;
}
