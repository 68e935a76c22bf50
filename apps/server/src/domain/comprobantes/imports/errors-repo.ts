import { type Ambiente, codigosDeRango, type ErrorDeDocumento, facturaConErrores } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { canonicalJson } from '../../../platform/events/events.ts';
import { summaryFault, unsignedState } from '../judge/complete-draft.ts';
import { type ImportScope, refuses } from './conditions.ts';

// The errors of documents that are not signed, and the states that follow from them.

/** Documents with their errors. */
type WithErrors = readonly { readonly id: string; readonly errores: readonly ErrorDeDocumento[] }[];

/** The code of a row whose number was issued with another content: it is not signed. */
export const otroContenido = 'ECF-OTRO-CONTENIDO';
/** The code of a row whose number is issued; its content was not compared yet, or is the same. */
export const duplicado = 'ECF-DUPLICADO';

/** Codes of the faults of numbers, which are judged anew when ranges or documents change, and when a number is taken. */
export const ofNumbers: readonly string[] = [
  ...Object.values(codigosDeRango),
  'ECF-SECUENCIA',
  duplicado,
  otroContenido,
];

/** Whether two lists have the same faults in the same order; the database sorts the members of each. */
export const isSameFaults = (a: readonly ErrorDeDocumento[], b: readonly ErrorDeDocumento[]): boolean =>
  canonicalJson(a) === canonicalJson(b);

/** Whether the document `d` has a fault with one of these codes. */
export const hasFault = (codigos: readonly string[]) =>
  sql`exists (select from jsonb_array_elements(d.errores) e where e->>'codigo' = any(${codigos}::text[]))`;

/**
 * Whether an import has unsigned rows. Each is judged by facts that change: ranges, documents, the company's data, the
 * day.
 */
export async function isAnyWaiting(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<boolean> {
  const { rows } = await sql`
    select from documento where empresa_id = ${empresaId} and importacion_id = ${importacionId}
      and xml_sha256 is null and not es_rfce limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Stores why documents were not signed, and withdraws the request to sign them. An aviso does not block: the document
 * may be requested again unchanged.
 */
export async function storeNotSigned(tx: Tx, empresaId: string, refused: WithErrors): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    update documento d set estado = r.estado, pedido = null,
      errores = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(d.errores) e where not r.errores::jsonb @> jsonb_build_array(e)
          and not e->>'codigo' = any(${ofNumbers}::text[])) || r.errores::jsonb
    from ${unnested(refused)} where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}

const unnested = (rows: WithErrors) => sql`
  unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ errores }) => JSON.stringify(errores))}::text[],
    ${rows.map(({ errores }) => unsignedState(errores))}::text[]) as r(id, errores, estado)`;

/** An unsigned document: its state and errors. */
export interface UnsignedRow {
  readonly id: string;
  readonly eNCF: string;
  readonly estado: 'pendiente' | 'error';
  readonly errores: readonly ErrorDeDocumento[];
}

/** Placeholder of the eNCF in a message that SQL completes. */
const placeholder = '{eNCF}';

/**
 * Sets the state of summaries from their invoices: an error, as long as the invoice has errors.
 *
 * @param invoices ids of unsigned invoices
 * @returns the summaries in their new state
 */
export async function inheritErrores(
  tx: Tx,
  empresaId: string,
  invoices: readonly string[],
): Promise<readonly UnsignedRow[]> {
  if (invoices.length === 0) return [];
  const { rows } = await sql<UnsignedRow>`
    update documento d set errores = own.errores || i.errores,
      estado = case when i.errores <> '[]' or ${refuses(sql.ref('own.errores'))}
        then 'error' else 'pendiente' end
    from documento r
    join lateral (
      select case when f.estado = 'error' then jsonb_build_array(jsonb_build_object('codigo', ${facturaConErrores}::text,
        'mensaje', replace(${summaryFault(placeholder).mensaje}, ${placeholder}, f.encf))) else '[]' end as errores
      from documento f where f.empresa_id = r.empresa_id and f.id = r.resume_a) i on true
    join lateral (
      select coalesce(jsonb_agg(e), '[]') as errores from jsonb_array_elements(r.errores) e
      where e->>'codigo' <> ${facturaConErrores}) own on true
    where r.empresa_id = ${empresaId} and r.resume_a = any(${invoices}::uuid[]) and r.xml_sha256 is null
      and d.empresa_id = r.empresa_id and d.id = r.id
    returning d.id, d.encf as "eNCF", d.estado, d.errores`.execute(tx);
  return rows;
}

/** A document without a number, with the facts by which its number is judged. */
export interface UnnumberedRow {
  readonly id: string;
  readonly orden: number;
  readonly encf: string;
  readonly rnc_emisor: string;
  readonly fila: number | null;
  /** The expiry that the document brings, dd-MM-yyyy. */
  readonly vence: string | null;
  readonly errores: readonly ErrorDeDocumento[];
}

/** An unsigned row and its summary, as read to be judged outside the transaction that stores the result. */
export interface RowAsRead {
  readonly id: string;
  readonly orden: number;
  readonly fila: number | null;
  readonly errores: readonly ErrorDeDocumento[];
  /** JSON of its tree, and a digest by which a later change of the row is noticed. */
  readonly arbol: string;
  readonly huella: string;
  readonly resumen_id: string | null;
  readonly resumen_fila: number | null;
}

/** Maximum characters of trees and XML that are read at once; a larger row goes alone. */
export const mostCharacters = 2 * 1024 * 1024;

/** Where a batch begins, and how many documents it has. */
export interface Batch {
  /** Order of the last document of the batch before. */
  readonly after: number;
  readonly most: number;
}

/** An import, and the environment in which its documents are judged. */
export interface JudgedScope extends ImportScope {
  readonly ambiente: Ambiente;
}

/** The next unsigned documents of an import with one of these faults, in order, locked. */
export async function nextWithFault(
  tx: Tx,
  { empresaId, importacionId, ambiente }: JudgedScope,
  codigos: readonly string[],
  { after, most }: Batch,
): Promise<readonly UnnumberedRow[]> {
  const { rows } = await sql<UnnumberedRow>`
    select id, orden, encf, rnc_emisor, fila, errores,
      arbol #>> '{Encabezado,IdDoc,FechaVencimientoSecuencia}' as vence
    from documento d
    where empresa_id = ${empresaId} and importacion_id = ${importacionId} and ambiente = ${ambiente} and orden > ${after}
      and estado in ('error', 'pendiente') and not es_rfce
      and ${hasFault(codigos)}
    order by orden limit ${most} for update`.execute(tx);
  return rows;
}

/** Replaces the errors of unsigned documents. */
export async function replaceErrores(tx: Tx, empresaId: string, rows: WithErrors): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update documento d set errores = r.errores::jsonb, estado = r.estado
    from ${unnested(rows)} where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}

/** Adds errors to the documents of an import that have other issuers. @param faults the errors for each RNC */
export async function refuseIssuers(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  faults: readonly { readonly rnc: string; readonly fault: ErrorDeDocumento }[],
): Promise<void> {
  await sql`
    update documento d set estado = 'error',
      errores = d.errores || jsonb_build_array(o.fault::jsonb || jsonb_build_object('celda', 'fila ' || d.fila || ', columna RNCEmisor'))
    from unnest(${faults.map(({ rnc }) => rnc)}::text[], ${faults.map(({ fault }) => JSON.stringify(fault))}::text[]) as o(rnc, fault)
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.rnc_emisor = o.rnc`.execute(tx);
}
