import type { Ambiente, Estado, MensajeDGII } from '@timbre/contract';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import type { Place } from '../../../platform/input/keyset-cursor.ts';
import type { FacturaFilter } from './factura-filter.ts';
import { type FacturaRow, isPurchase, newest, type Orden, pageOf, placeOf, wayOf } from './facturas.ts';

/** An issued invoice with the columns of an exported file. */
export type ExportedRow = Pick<
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
export async function* exportedPages(
  db: Db,
  empresaId: string,
  filter: FacturaFilter,
  orden: Orden,
): AsyncGenerator<readonly ExportedRow[]> {
  const way = await db.reading(empresaId, (tx) => wayOf(tx, empresaId, filter, orden));
  let after: Place | undefined;
  for (;;) {
    const { by, page } = pageOf(empresaId, filter, { orden, way }, after, pageSize);
    const { rows } = await db.reading(empresaId, (tx) =>
      sql<ExportedRow>`
        select d.id, d.encf, d.tipo, d.track_id, d.rnc_emisor, e.razon_social, d.rnc_comprador, d.razon_comprador,
          d.estado, d.monto_total, ${isPurchase} as compra, d.fecha_emision, d.fecha_firma, d.ambiente, d.codigo, d.mensajes, d.codigo_seguridad,
          d.orden, octet_length(d.xml) as xml_bytes
        from (${page}) d join empresa e on e.id = d.empresa_id
        order by ${by}`.execute(tx),
    );
    if (rows.length > 0) yield rows;
    const last = rows[pageSize - 1];
    if (last === undefined) return;
    after = placeOf(last, orden);
  }
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

/** The authority's answer to a document. */
export interface Veredicto {
  readonly estado: Estado;
  readonly trackId: string | null;
  readonly codigo: string | null;
  readonly secuenciaUtilizada: boolean | null;
  readonly mensajes: readonly Static<typeof MensajeDGII>[];
}

/** A signed document with the data for packing and printing it. */
export interface SignedRow {
  readonly rnc_emisor: string;
  readonly encf: string;
  readonly ambiente: Ambiente;
  readonly estado: Estado;
  readonly xml: string;
  readonly codigo_seguridad: string;
  readonly es_rfce: boolean;
  /** The signed XML of the summary sent in its place; null if the document itself was sent. */
  readonly resumen: string | null;
  /** The authority's answer to the document, or to its summary. */
  readonly veredicto: Veredicto;
}

/** A line of the list of verdicts that packages of documents have, as JSON. */
export const verdictLine = ({ rnc_emisor: rncEmisor, encf: eNCF, ambiente, resumen, veredicto }: SignedRow): string =>
  `${JSON.stringify({ rncEmisor, eNCF, ambiente, enviado: resumen === null ? 'e-CF' : 'RFCE', ...veredicto })}\n`;

/** Signed documents by their ids, in the order of the ids. */
export async function signedDocuments(tx: Tx, empresaId: string, ids: readonly string[]): Promise<SignedRow[]> {
  const { rows } = await sql<SignedRow>`
    select d.rnc_emisor, d.encf, d.ambiente, d.estado, d.xml, d.codigo_seguridad, d.es_rfce,
      r.xml as resumen, json_build_object('estado', v.estado, 'trackId', v.track_id, 'codigo', v.codigo,
        'secuenciaUtilizada', v.secuencia_utilizada, 'mensajes', v.mensajes) as veredicto
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join documento d on d.empresa_id = ${empresaId} and d.id = wanted.id
    left join lateral (
      select id, xml from documento where empresa_id = ${empresaId} and resume_a = d.id and xml_sha256 is not null
      order by orden desc limit 1) r on true
    join documento v on v.empresa_id = ${empresaId} and v.id = coalesce(r.id, d.id)
    where d.xml_sha256 is not null
    order by wanted.place`.execute(tx);
  return rows;
}
