import type { Ambiente, Estado } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { itbisOfXml } from './credits.ts';

/** The documents among which the invoice of a note is searched. */
export interface ReferenceScope {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  /** Documents of this import count before they are signed: an invoice may be in the same workbook as its note. */
  readonly importacionId?: string | null;
}

interface Key {
  readonly rncEmisor: string;
  readonly encf: string;
}

/** The known facts about an e-CF that a note modifies. */
export interface Referred extends Key {
  /** null if the company has no such document; the other columns of the document are then null too. */
  readonly id: string | null;
  readonly estado: Estado | null;
  readonly ocupa_numero: boolean | null;
  readonly firmado: boolean | null;
  /** yyyy-MM-dd. */
  readonly fecha: string | null;
  readonly monto: string | null;
  readonly itbis: string | null;
  /** RNC or foreign identifier. */
  readonly comprador: string | null;
  /** The buyer is identified by an RNC. */
  readonly con_rnc: boolean | null;
  /** The document was lost here and its number was looked up at the authority: nothing else is known about it. */
  readonly conciliado: boolean;
  /**
   * The number is in a range of the company, active or not, and was not used before the company joined the platform.
   */
  readonly propio: boolean;
}

/**
 * Looks up the e-CFs that notes modify, one row each. If several documents have the same number, the row is that of the
 * document that holds it.
 */
export async function findReferred(tx: Tx, scope: ReferenceScope, keys: readonly Key[]): Promise<readonly Referred[]> {
  const { empresaId, ambiente, importacionId = null } = scope;
  const { rows } = await sql<Referred>`
    select k.rnc as "rncEmisor", k.encf, d.*,
      exists (select from numero_conciliado n where n.empresa_id = ${empresaId} and n.ambiente = ${ambiente}
        and n.rnc_emisor = k.rnc and n.tipo = k.tipo and n.numero = k.numero) as conciliado,
      exists (select from secuencia s where s.empresa_id = ${empresaId} and s.ambiente = ${ambiente} and s.tipo = k.tipo
        and k.numero between s.desde and s.hasta and k.numero > s.ajenos) as propio
    from (select rnc, encf, substr(encf, 2, 2)::smallint as tipo, substr(encf, 4)::bigint as numero
      from unnest(${keys.map(({ rncEmisor }) => rncEmisor)}::text[], ${keys.map(({ encf }) => encf)}::text[]) as e(rnc, encf)) k
    left join lateral (
      select id, estado, ocupa_numero, xml_sha256 is not null as firmado, fecha_emision as fecha, monto_total as monto,
        case when xml is null then arbol #>> '{Encabezado,Totales,TotalITBIS}' else ${itbisOfXml(sql`xml`)}::text end as itbis,
        rnc_comprador as comprador,
        case when xml is null then arbol #>> '{Encabezado,Comprador,RNCComprador}' is not null
          else position('<RNCComprador>' in xml) > 0 end as con_rnc
      from documento
      where empresa_id = ${empresaId} and ambiente = ${ambiente} and rnc_emisor = k.rnc and encf = k.encf and resume_a is null
        and (xml_sha256 is not null or importacion_id = ${importacionId}::uuid)
      order by ocupa_numero desc, xml_sha256 is not null desc, orden desc limit 1) d on true`.execute(tx);
  return rows;
}

/**
 * The amounts that the credit notes signed so far credit from some e-CFs, with their ITBIS and without. Rejected notes
 * credit nothing.
 *
 * @param except ids of notes that are not counted
 */
export async function creditedBefore(tx: Tx, scope: ReferenceScope, keys: readonly Key[], except: readonly string[]) {
  const { empresaId, ambiente } = scope;
  const { rows } = await sql<Key & { monto: string; neto: string }>`
    select d.rnc_emisor as "rncEmisor", d.espera_a as encf, sum(d.monto_total)::text as monto,
      sum(d.monto_total - ${itbisOfXml(sql`d.xml`)})::text as neto from documento d
    where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.espera_a = any(${keys.map(({ encf }) => encf)}::text[])
      and d.tipo = 34 and not d.es_rfce and d.xml_sha256 is not null and d.estado <> 'rechazado'
      and d.monto_total is not null and not d.id = any(${except}::uuid[])
    group by 1, 2`.execute(tx);
  return rows;
}
