import type { MensajeDGII } from '@timbre/contract';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { pagesOf } from '../../../platform/db/pages.ts';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import type { FacturaFilter } from './factura-filter.ts';
import { type FacturaRow, isPurchase, newest, type Orden, pageOf, placeOf, wayOf } from './facturas.ts';

/** An issued invoice with the columns of an exported file. */
export type ExportRow = Pick<
  FacturaRow,
  | 'id'
  | 'encf'
  | 'tipo'
  | 'track_id'
  | 'rnc_emisor'
  | 'razon_social'
  | 'rnc_comprador'
  | 'razon_comprador'
  | 'estado'
  | 'monto_total'
  | 'compra'
  | 'fecha_emision'
  | 'fecha_firma'
  | 'ambiente'
  | 'codigo'
  | 'codigo_seguridad'
  | 'orden'
> & {
  readonly mensajes: readonly Static<typeof MensajeDGII>[];
  /** Size of its signed XML. */
  readonly xml_bytes: number;
};

/** Rows of a query: one query occupies the database, and the main thread, for some milliseconds. */
const pageSize = 500;

/** The invoices of a filter page by page, each page in its own transaction. */
export async function* exportPages(
  db: Db,
  empresaId: string,
  filter: FacturaFilter,
  orden: Orden,
): AsyncGenerator<readonly ExportRow[]> {
  const way = await db.reading(empresaId, (tx) => wayOf(tx, empresaId, filter, orden));
  yield* pagesOf<ExportRow>(pageSize, async (last) => {
    const after = last && placeOf(last, orden);
    const { by, page } = pageOf(empresaId, filter, { orden, way }, after, pageSize);
    const { rows } = await db.reading(empresaId, (tx) =>
      sql<ExportRow>`
        select d.id, d.encf, d.tipo, d.track_id, d.rnc_emisor, e.razon_social, d.rnc_comprador, d.razon_comprador,
          d.estado, d.monto_total, ${isPurchase} as compra, d.fecha_emision, d.fecha_firma, d.ambiente, d.codigo, d.mensajes, d.codigo_seguridad,
          d.orden, octet_length(d.xml) as xml_bytes
        from (${page}) d join empresa e on e.id = d.empresa_id
        order by ${by}`.execute(tx),
    );
    return rows;
  });
}

/** How many invoices an export has, and the size of their signed XML. @param most maximum number of invoices counted */
export async function measureExport(
  tx: Tx,
  empresaId: string,
  filter: FacturaFilter,
  most: number,
): Promise<{ readonly comprobantes: number; readonly bytes: number }> {
  const { page } = pageOf(empresaId, filter, newest(filter), undefined, most);
  const { rows } = await sql<{ comprobantes: number; bytes: number }>`
    select count(*)::integer as comprobantes, coalesce(sum(octet_length(d.xml)), 0)::double precision as bytes
    from (${page}) d`.execute(tx);
  return rows[0]!;
}
