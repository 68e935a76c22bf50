import type { Ambiente, Estado, MensajeDGII } from '@timbre/contract';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Sized } from './portions.ts';

/** The authority's answer to a document. */
interface Veredicto {
  readonly estado: Estado;
  readonly trackId: string | null;
  readonly codigo: string | null;
  readonly secuenciaUtilizada: boolean | null;
  readonly mensajes: readonly Static<typeof MensajeDGII>[];
}

/** A signed document with the data for packing and printing it. */
export interface SignedRow {
  readonly id: string;
  readonly rnc_emisor: string;
  readonly encf: string;
  readonly ambiente: Ambiente;
  readonly estado: Estado;
  readonly xml: string;
  readonly codigo_seguridad: string;
  readonly fechaFirma: string | null;
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
    select d.id, d.rnc_emisor, d.encf, d.ambiente, d.estado, d.xml, d.codigo_seguridad, d.es_rfce,
      d.fecha_firma as "fechaFirma",
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

/** The sizes of signed documents with their summaries, by their ids, in the order of the ids. */
export async function signedSizes(tx: Tx, empresaId: string, ids: readonly string[]): Promise<Sized[]> {
  const { rows } = await sql<Sized>`
    select d.id, octet_length(d.xml) + coalesce((
      select octet_length(r.xml) from documento r
      where r.empresa_id = ${empresaId} and r.resume_a = d.id and r.xml_sha256 is not null
      order by r.orden desc limit 1), 0) as xml_bytes
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join documento d on d.empresa_id = ${empresaId} and d.id = wanted.id
    where d.xml_sha256 is not null
    order by wanted.place`.execute(tx);
  return rows;
}
