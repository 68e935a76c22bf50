import { type RawBuilder, sql } from 'kysely';
import { awaitedState } from '../states.ts';

/** An import of a company: the documents of a workbook, or those of a simulation. */
export interface ImportScope {
  readonly empresaId: string;
  readonly importacionId: string;
}

/** Whether the document `d` of an import is sent as a summary of the same import. */
export const hasSummary = sql`exists (select from documento r where r.empresa_id = d.empresa_id
  and r.importacion_id = d.importacion_id and r.resume_a = d.id)`;

const isFaulty = (f: string) => {
  const of = (column: string) => sql.ref(`${f}.${column}`);
  return sql`${of('empresa_id')} = d.empresa_id and ${of('importacion_id')} = d.importacion_id
    and ${of('estado')} = 'error' and ${of('xml_sha256')} is null`;
};

/** Whether the company of the document `d` is in another environment now: its ranges are not those of the document. */
export const isElsewhere = sql`d.ambiente <> (select e.ambiente from empresa e where e.id = d.empresa_id)`;

/**
 * Whether an unsigned document `d` of an import cannot be signed now: the company is in another environment, or another
 * document must be corrected before, the invoice of the import that it modifies, or its summary. Each look-up uses an
 * index; `offset 0` keeps them from being joined.
 */
export const isStopped = sql`(case when ${isElsewhere} then true when d.espera_a is not null then exists (
    select from documento f where ${isFaulty('f')} and f.ambiente = d.ambiente and f.rnc_emisor = d.rnc_emisor
      and f.encf = d.espera_a and not f.es_rfce offset 0)
  when d.tipo = 32 and not d.es_rfce then exists (
    select from documento f where ${isFaulty('f')} and f.resume_a = d.id offset 0) else false end)`;

/**
 * Whether a signed note `d` cannot be sent before the invoice that it modifies is corrected: the authority rejected that
 * invoice.
 */
export const isOrphan = sql`coalesce(${awaitedState} = 'rechazado', false)`;

/** The same in the rehearsal of the import, where the invoice may have another state. */
export const isRehearsedOrphan = sql`coalesce(coalesce((
  select g.estado from documento f join ensayo g on g.empresa_id = f.empresa_id and g.documento_id = f.id
  where d.espera_a is not null and f.empresa_id = d.empresa_id and f.importacion_id = d.importacion_id
    and f.rnc_emisor = d.rnc_emisor and f.encf = d.espera_a and f.resume_a is null
    and g.estado not in ('pendiente', 'error') limit 1), ${awaitedState}) = 'rechazado', false)`;

/** The named documents: by their own id, or that of their summary or invoice. All if none is named. */
export const named = (ids: readonly string[] | undefined) =>
  ids === undefined
    ? sql`true`
    : sql`(d.id = any(${ids}::uuid[]) or d.resume_a = any(${ids}::uuid[]) or exists (select from documento n
        where n.empresa_id = d.empresa_id and n.importacion_id = d.importacion_id and n.resume_a = d.id and n.id = any(${ids}::uuid[])))`;

/** Whether one of these errors prevents the document from being signed. */
export const refuses = (errores: RawBuilder<unknown>) =>
  sql`jsonb_path_exists(${errores}, '$[*] ? (!exists(@.aviso) || @.aviso != true)')`;
