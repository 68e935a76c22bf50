import type { ErrorDeDocumento } from '@timbre/contract';
import { rulesOfFacts } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { ImportScope } from './conditions.ts';
import { type Batch, hasFault, mostCharacters, type RowAsRead } from './errors-repo.ts';

// Rows of an import that facts outside their document decide: the day, the data of the company, the excise.

/** An unsigned row, and its summary. */
export interface FactsRow extends RowAsRead {
  readonly eNCF: string;
  readonly resumen: string | null;
  readonly resumen_errores: readonly ErrorDeDocumento[] | null;
  /** It is of a certification set: the data of the company do not count. */
  readonly de_set: boolean;
}

const digest = sql`md5(d.arbol::text || d.errores::text)`;

/** The next rows, in order, that these facts decide, or whose element is admitted by them alone. */
export async function nextOfFacts(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  { after, most }: Batch,
): Promise<readonly FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    with those as materialized (
      select d.id, d.orden, d.encf as "eNCF", d.fila, d.errores, d.arbol::text as arbol, ${digest} as huella,
        r.id as resumen_id, r.fila as resumen_fila, r.arbol::text as resumen, r.errores as resumen_errores, own.de_set
      from documento d
      join importacion own on own.empresa_id = d.empresa_id and own.id = d.importacion_id
      left join documento r on r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id and r.resume_a = d.id
      where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.orden > ${after}
        and d.xml_sha256 is null and not d.es_rfce and d.pedido is null
        and (${hasFault(rulesOfFacts)}
          or (not own.de_set and d.arbol #> '{Encabezado,IdDoc,IndicadorEnvioDiferido}' is not null))
      order by d.orden limit ${most})
    select * from (select *, sum(length(arbol)) over (order by orden) as upto from those) h
    where upto <= ${mostCharacters} or orden = (select min(orden) from those) order by orden`.execute(tx);
  return rows;
}

/** Which of these rows are as they were read; locked. */
export async function holdAsRead(tx: Tx, empresaId: string, rows: readonly FactsRow[]): Promise<ReadonlySet<string>> {
  const { rows: same } = await sql<{ id: string }>`
    select d.id from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ huella }) => huella)}::text[]) as w (id, huella)
    join documento d on d.empresa_id = ${empresaId} and d.id = w.id and d.xml_sha256 is null and d.pedido is null
      and ${digest} = w.huella
    order by d.orden for update of d`.execute(tx);
  return new Set(same.map(({ id }) => id));
}
