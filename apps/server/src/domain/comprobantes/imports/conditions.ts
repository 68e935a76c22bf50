import { type RawBuilder, sql } from 'kysely';

/** An import of a company: the documents of a workbook, or those of a simulation. */
export interface ImportScope {
  readonly empresaId: string;
  readonly importacionId: string;
}

/** Whether the document `d` of an import is sent as a summary of the same import. */
export const hasSummary = sql`exists (select from documento r where r.empresa_id = d.empresa_id
  and r.importacion_id = d.importacion_id and r.resume_a = d.id)`;

/**
 * Whether an unsigned document `d` of an import cannot be signed before another one is corrected: the invoice of the
 * import that it modifies, or its summary. The subqueries do not depend on `d`, so each runs once.
 */
export const isStopped = ({ empresaId, importacionId }: ImportScope) => {
  const faulty = sql`from documento f where f.empresa_id = ${empresaId} and f.importacion_id = ${importacionId}
    and f.estado = 'error' and f.xml_sha256 is null`;
  return sql`(not d.es_rfce and (coalesce(d.espera_a in (select f.encf ${faulty} and not f.es_rfce), false)
    or d.id in (select f.resume_a ${faulty} and f.resume_a is not null)))`;
};

/** The named documents: by their own id, or that of their summary or invoice. All if none is named. */
export const named = (ids: readonly string[] | undefined) =>
  ids === undefined
    ? sql`true`
    : sql`(d.id = any(${ids}::uuid[]) or d.resume_a = any(${ids}::uuid[]) or exists (select from documento n
        where n.empresa_id = d.empresa_id and n.importacion_id = d.importacion_id and n.resume_a = d.id and n.id = any(${ids}::uuid[])))`;

/** Whether one of these errors prevents the document from being signed. */
export const refuses = (errores: RawBuilder<unknown>) =>
  sql`jsonb_path_exists(${errores}, '$[*] ? (!exists(@.aviso) || @.aviso != true)')`;
