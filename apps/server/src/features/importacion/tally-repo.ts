import type { Ambiente, importacion } from '@timbre/contract';
import { sql } from 'kysely';
import { statesSql } from '../../domain/comprobantes/states.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The counts of an import's documents. */
type Tally = Pick<importacion.Importacion, 'totales' | 'enCurso'>;

/**
 * Counts the documents of some imports. A full consumer invoice is sent as its summary: it counts with the sent ones
 * too. The query has no self-join: its plan may be made while the import has few rows and must also serve for
 * thousands.
 */
export async function tallyImports(
  tx: Tx,
  empresaId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Tally>> {
  const [documents, jobs] = await Promise.all([
    sql<Tally['totales'] & { importacion_id: string; firmar: number }>`
      select d.importacion_id, count(*) as total,
        count(*) filter (where not d.es_rfce) as ecf, count(*) filter (where d.es_rfce) as rfce,
        count(*) filter (where d.estado = 'error') as "conErrores",
        count(*) filter (where d.xml_sha256 is not null) as firmados,
        count(*) filter (where d.estado in (${statesSql.sent})) as enviados,
        count(*) filter (where d.estado in ('pendiente', 'firmado')) as pendientes,
        count(*) filter (where d.estado in (${statesSql.accepted})) as aceptados,
        count(*) filter (where d.estado = 'rechazado') as rechazados,
        count(*) filter (where d.estado = 'sin_confirmar') as "sinConfirmar",
        count(*) filter (where d.pedido is not null and d.estado = 'pendiente') as firmar
      from documento d where d.empresa_id = ${empresaId} and d.importacion_id = any(${ids}::uuid[])
      group by d.importacion_id`.execute(tx),
    sql<{ importacion_id: string; enviar: number }>`
      select d.importacion_id, sum(case when d.resume_a is null then 1 else 2 end) as enviar
      from trabajo t join documento d on d.empresa_id = t.empresa_id and d.id = t.sujeto
      where t.clase = 'envio' and t.empresa_id = ${empresaId} and d.importacion_id = any(${ids}::uuid[])
      group by d.importacion_id`.execute(tx),
  ]);
  const sending = new Map(jobs.rows.map(({ importacion_id, enviar }) => [importacion_id, enviar]));
  return new Map(
    documents.rows.map(({ importacion_id, firmar, ...totales }) => [
      importacion_id,
      { totales, enCurso: { firmar, enviar: sending.get(importacion_id) ?? 0 } },
    ]),
  );
}

/** The counts of an import without documents. */
export const noTally: Tally = {
  totales: {
    total: 0,
    ecf: 0,
    rfce: 0,
    conErrores: 0,
    firmados: 0,
    enviados: 0,
    pendientes: 0,
    aceptados: 0,
    rechazados: 0,
    sinConfirmar: 0,
  },
  enCurso: { firmar: 0, enviar: 0 },
};

/** A workbook, with its eNCF that the DGII did not accept in an environment. */
interface LackingImport {
  readonly id: string;
  readonly archivo: string;
  readonly total: number;
  readonly faltan: number;
  /** The first of them. */
  readonly eNCFs: readonly string[];
}

/** How many eNCF are named. */
const mostNamed = 5;

/**
 * The eNCF that each of these imports lacks, the newest import first. An eNCF counts as accepted in whichever workbook
 * it was sent, or outside of one: a consumer invoice by its summary.
 */
export async function lackingImports(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  ids: readonly string[],
): Promise<readonly LackingImport[]> {
  const { rows } = await sql<LackingImport>`
    with wanted as (
      select d.importacion_id, d.encf, min(d.orden) as orden, bool_or(case
        when d.estado in (${statesSql.accepted}) then true
        else exists (select from documento a where a.empresa_id = d.empresa_id and a.ambiente = d.ambiente
          and a.rnc_emisor = d.rnc_emisor and a.encf = d.encf and a.resume_a is null
          and a.estado in (${statesSql.accepted})) end) as aceptado
      from documento d where d.empresa_id = ${empresaId} and d.importacion_id = any(${ids}::uuid[])
        and d.ambiente = ${ambiente} and d.resume_a is null
      group by d.importacion_id, d.encf)
    select i.id, i.archivo, count(*)::integer as total, count(*) filter (where not w.aceptado)::integer as faltan,
      (coalesce(array_agg(w.encf order by w.orden) filter (where not w.aceptado), '{}'))[1:${sql.lit(mostNamed)}] as "eNCFs"
    from wanted w join importacion i on i.empresa_id = ${empresaId} and i.id = w.importacion_id
    group by i.id, i.archivo, i.creada order by i.creada desc`.execute(tx);
  return rows;
}

/** The highest number that the company signed in an environment, of any type. */
export async function highestSigned(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  rnc: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(numero) as last from documento where empresa_id = ${empresaId} and ambiente = ${ambiente}
      and rnc_emisor = ${rnc} and xml_sha256 is not null`.execute(tx);
  return rows[0]?.last ?? undefined;
}
