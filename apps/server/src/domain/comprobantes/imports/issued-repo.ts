import type { Estado } from '@timbre/contract';
import type { RFCE } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { refuses } from './conditions.ts';
import { type Batch, duplicado, hasFault, type JudgedScope, mostCharacters, type RowAsRead } from './errors-repo.ts';
import { removeFromImport } from './removal-repo.ts';

// Rows of an import whose number another document holds, and those documents.

/** An unsigned row, and the signed document that holds its number. */
export interface IssuedRow extends RowAsRead {
  readonly encf: string;
  readonly resumen: RFCE | null;
  readonly emitido: string;
  readonly emitido_sha256: string;
  readonly emitido_estado: Estado;
  /** yyyy-MM-dd. */
  readonly emitido_fecha: string | null;
  readonly xml: string;
  readonly codigo_seguridad: string;
  readonly emitido_resumen: string | null;
  readonly resumen_xml: string | null;
  /** The import that the document belongs to. */
  readonly de: string | null;
  /** It stays there: it belongs to the simulation, or to the pilot and the row does not. */
  readonly queda: boolean;
}

/** The next rows, in order, whose only fault is that their number is issued. */
export async function nextIssued(
  tx: Tx,
  { empresaId, importacionId, ambiente }: JudgedScope,
  { after, most }: Batch,
): Promise<readonly IssuedRow[]> {
  const others = sql`(select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(d.errores) e
    where e->>'codigo' <> ${duplicado})`;
  const { rows } = await sql<IssuedRow>`
    with held as materialized (
      select d.id, d.orden, d.encf, d.fila, d.errores, d.arbol::text as arbol, md5(d.arbol::text) as huella,
        r.id as resumen_id, r.fila as resumen_fila, r.arbol as resumen,
        i.id as emitido, encode(i.xml_sha256, 'hex') as emitido_sha256, i.estado as emitido_estado,
        i.fecha_emision as emitido_fecha, i.xml, i.codigo_seguridad, s.id as emitido_resumen, s.xml as resumen_xml,
        i.importacion_id as de,
        coalesce(b.id <> own.id and (b.de_simulacion or (b.de_piloto and not own.de_piloto)), false) as queda
      from documento d
      join importacion own on own.empresa_id = d.empresa_id and own.id = d.importacion_id
      cross join lateral (
        select * from documento h where h.empresa_id = d.empresa_id and h.ambiente = d.ambiente
          and h.rnc_emisor = d.rnc_emisor and h.encf = d.encf and h.resume_a is null and h.ocupa_numero
          and h.xml_sha256 is not null offset 0) i
      left join documento r on r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id and r.resume_a = d.id
      left join documento s on s.empresa_id = d.empresa_id and s.resume_a = i.id
      left join importacion b on b.empresa_id = d.empresa_id and b.id = i.importacion_id
      where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.ambiente = ${ambiente}
        and d.orden > ${after} and d.xml_sha256 is null and not d.es_rfce and d.pedido is null
        and ${hasFault([duplicado])} and not ${refuses(others)}
      order by d.orden limit ${most})
    select * from (select *, sum(length(arbol) + length(xml)) over (order by orden) as upto from held) h
    where upto <= ${mostCharacters} or orden = (select min(orden) from held) order by orden`.execute(tx);
  return rows;
}

/** Which of these rows, and the documents that hold their numbers, are as they were read; locked. */
export async function holdUnchanged(
  tx: Tx,
  empresaId: string,
  rows: readonly IssuedRow[],
): Promise<ReadonlySet<string>> {
  const { rows: same } = await sql<{ id: string }>`
    select d.id from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ huella }) => huella)}::text[],
      ${rows.map(({ emitido }) => emitido)}::uuid[], ${rows.map((row) => row.emitido_sha256)}::text[])
      as w (id, huella, emitido, sha256)
    join documento d on d.empresa_id = ${empresaId} and d.id = w.id and d.xml_sha256 is null and d.pedido is null
      and md5(d.arbol::text) = w.huella
    join documento i on i.empresa_id = ${empresaId} and i.id = w.emitido and i.ocupa_numero
      and encode(i.xml_sha256, 'hex') = w.sha256
    order by d.orden for update of d, i`.execute(tx);
  return new Set(same.map(({ id }) => id));
}

/** Puts the documents in the place of the rows, each with its summary. The rows and their rehearsals are deleted. */
export async function putInPlace(
  tx: Tx,
  { empresaId, importacionId }: Pick<JudgedScope, 'empresaId' | 'importacionId'>,
  rows: readonly IssuedRow[],
): Promise<void> {
  const placed = rows.flatMap(({ emitido, fila, emitido_resumen, resumen_fila }) => [
    { id: emitido, fila },
    ...(emitido_resumen === null ? [] : [{ id: emitido_resumen, fila: resumen_fila }]),
  ]);
  const leaving = rows.flatMap(({ id, resumen_id }) => (resumen_id === null ? [id] : [resumen_id, id]));
  await removeFromImport(tx, empresaId, [...leaving, ...placed.map(({ id }) => id)]);
  await sql`
    update documento d set importacion_id = ${importacionId}, fila = p.fila
    from unnest(${placed.map(({ id }) => id)}::uuid[], ${placed.map(({ fila }) => fila)}::integer[]) as p (id, fila)
    where d.empresa_id = ${empresaId} and d.id = p.id`.execute(tx);
}

/** How many documents of an import are signed, without summaries. */
export async function countSigned(
  tx: Tx,
  { empresaId, importacionId }: Pick<JudgedScope, 'empresaId' | 'importacionId'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from documento
    where empresa_id = ${empresaId} and importacion_id = ${importacionId} and xml_sha256 is not null and not es_rfce`.execute(
    tx,
  );
  return rows[0]!.count;
}
