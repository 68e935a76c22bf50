import { codigosDeRango, type ErrorDeDocumento, estadoNombre, facturaConErrores } from '@timbre/contract';
import { sql } from 'kysely';
import { containing } from '../../../domain/comprobantes/queries/factura-filter.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import { type ShownImport, shownSql } from './documents-repo.ts';

/** Faults that are shown once for the workbook: missing ranges, and summaries of invoices with errors. */
const listedOnce: readonly string[] = [...Object.values(codigosDeRango), facturaConErrores];

/** Place of a verdict among the faults of its document: the last. */
const last = 2_147_483_647;

/** A fault of a document; without one, its verdict. */
interface FaultRow {
  readonly id: string;
  readonly orden: number;
  readonly lugar: number;
  readonly falta: ErrorDeDocumento | null;
}

/** Where a page begins: after this fault. */
type FaultCursor = Pick<FaultRow, 'orden' | 'lugar'>;

/** Filter of the faults of an import. */
interface FaultFilter {
  /** Notices and verdicts, which only inform, instead of faults to be corrected. */
  readonly aviso: boolean;
  /** Part of the eNCF, the cell or the message. */
  readonly buscar: string;
}

/** A page of the faults and verdicts of an import, in the order of the workbook. */
export async function listFaults(
  tx: Tx,
  of: ShownImport,
  filter: FaultFilter,
  { orden, lugar }: FaultCursor,
  most: number,
): Promise<readonly FaultRow[]> {
  const { rows } = await sql<FaultRow>`
    select id, orden, lugar, falta from ${faultsSql(of, filter)} f
    where (orden, lugar) > (${orden}::bigint, ${lugar}::bigint) order by orden, lugar limit ${most}`.execute(tx);
  return rows;
}

/** How many faults and verdicts an import has. */
export async function countFaults(tx: Tx, of: ShownImport, filter: FaultFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${faultsSql(of, filter)} f`.execute(tx);
  return rows[0]!.total;
}

function faultsSql(of: ShownImport, { aviso, buscar }: FaultFilter) {
  const verdicts = aviso ? sql`'aceptado_condicional', 'sin_confirmar'` : sql`'rechazado'`;
  const pattern = buscar.trim() === '' ? undefined : containing(buscar.trim());
  return sql`(
    select s.id, s.orden, f.lugar, f.falta
    from ${shownSql(of)} s cross join lateral jsonb_array_elements(s.errores) with ordinality f (falta, lugar)
    where s.errores <> '[]' and not f.falta->>'codigo' = any(${listedOnce}::text[])
      and coalesce((f.falta->>'aviso')::boolean, false) = ${aviso}
      ${
        pattern === undefined
          ? sql``
          : sql`and concat_ws(' ', s.encf, '·', coalesce(f.falta->>'celda', f.falta->>'campo', f.falta->>'codigo'),
              f.falta->>'mensaje') ilike ${pattern}`
      }
    union all
    select s.id, s.orden, ${sql.lit(last)}::bigint, null from ${shownSql(of)} s where s.estado in (${verdicts})
      ${
        pattern === undefined
          ? sql``
          : sql`and concat_ws(' ', s.encf, '·', ${JSON.stringify(estadoNombre)}::jsonb->>s.estado,
              (select string_agg(concat_ws(' ', m->>'valor', m->>'codigo'), ' ') from jsonb_array_elements(s.mensajes) m))
              ilike ${pattern}`
      })`;
}
