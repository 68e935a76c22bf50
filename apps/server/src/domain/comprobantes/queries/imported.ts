import { codigosDeRango, type ErrorDeDocumento, facturaConErrores } from '@timbre/contract';
import { type ECFHead, middleSections, type RFCE } from '@timbre/ecf';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { summaryFault, unsignedState } from '../judge/complete-draft.ts';

// The documents of an imported workbook, until they are signed.

/** The action requested for a document that is not signed yet. */
export type Pedido = 'firma' | 'envio';

/** Whether the document `d` of an import is sent as a summary of the same import. */
export const hasSummary = sql`exists (select from documento r where r.empresa_id = d.empresa_id
  and r.importacion_id = d.importacion_id and r.resume_a = d.id)`;

/** The named documents: by their own id, or that of their summary or invoice. All if none is named. */
export const named = (ids: readonly string[] | undefined) =>
  ids === undefined
    ? sql`true`
    : sql`(d.id = any(${ids}::uuid[]) or d.resume_a = any(${ids}::uuid[]) or exists (select from documento n
        where n.empresa_id = d.empresa_id and n.importacion_id = d.importacion_id and n.resume_a = d.id and n.id = any(${ids}::uuid[])))`;

/**
 * Marks unsigned documents of an import as requested: the named ones, or all. A document with errors, or whose summary
 * has errors, is not marked.
 *
 * @returns how many, with their summaries
 */
export async function markToSign(
  tx: Tx,
  empresaId: string,
  id: string,
  ids: readonly string[] | undefined,
  pedido: Pedido,
): Promise<number> {
  const { rows } = await sql<{ resumenes: number }>`
    update documento d set pedido = ${pedido}
    where d.empresa_id = ${empresaId} and d.importacion_id = ${id} and d.estado = 'pendiente' and not d.es_rfce
      and ${named(ids)}
      and not exists (select from documento r where r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id
        and r.resume_a = d.id and r.estado = 'error')
    returning (select count(*) from documento r where r.empresa_id = d.empresa_id
      and r.importacion_id = d.importacion_id and r.resume_a = d.id) as resumenes`.execute(tx);
  return rows.reduce((sum, { resumenes }) => sum + 1 + resumenes, 0);
}

/**
 * Takes the signed documents of an import for sending, the named ones or all, as far as they are sent themselves. Their
 * notices of transmission failures are removed.
 */
export async function takeToSend(tx: Tx, empresaId: string, id: string, ids: readonly string[] | undefined) {
  const { rows } = await sql<{ id: string; tipo: number; es_rfce: boolean }>`
    update documento d set errores = '[]'
    where d.empresa_id = ${empresaId} and d.importacion_id = ${id} and d.estado = 'firmado' and ${named(ids)}
      and not ${hasSummary}
    returning d.id, d.tipo, d.es_rfce`.execute(tx);
  return rows;
}

/** A stored document to be signed, with its summary if the workbook had or implied one. */
export interface ToSignRow {
  readonly id: string;
  readonly encf: string;
  readonly rnc_emisor: string;
  readonly fila: number | null;
  /** JSON of the tree. */
  readonly arbol: string;
  readonly pedido: Pedido;
  readonly resumen_id: string | null;
  readonly resumen: RFCE | null;
}

/**
 * The next documents whose signature was requested, locked. Documents locked by another process are skipped.
 *
 * @param most documents
 * @param characters limit for the sum of their trees; a larger tree goes alone
 */
export async function nextToSign(
  tx: Tx,
  empresaId: string,
  id: string,
  most: number,
  characters: number,
): Promise<readonly ToSignRow[]> {
  const { rows } = await sql<ToSignRow>`
    with asked as materialized (
      select d.id, d.encf, d.rnc_emisor, d.fila, d.orden, d.arbol::text as arbol, d.pedido, r.id as resumen_id, r.arbol as resumen
      from documento d
      left join documento r on r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id and r.resume_a = d.id
      where d.empresa_id = ${empresaId} and d.importacion_id = ${id} and d.pedido is not null
        and d.estado = 'pendiente' and not d.es_rfce
      order by d.orden limit ${most} for update of d skip locked)
    select * from (select *, sum(length(arbol)) over (order by orden) as characters from asked) a
    where characters <= ${characters} or characters = length(arbol) order by orden`.execute(tx);
  return rows;
}

/** Whether any document still waits to be signed: one that was skipped because another process had locked it. */
export async function isAnyToSign(tx: Tx, empresaId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from documento where empresa_id = ${empresaId} and importacion_id = ${id} and pedido is not null
      and estado = 'pendiente' and not es_rfce limit 1`.execute(tx);
  return rows.length > 0;
}

/** Documents with their errors. */
type Found = readonly { readonly id: string; readonly errores: readonly ErrorDeDocumento[] }[];

/** Codes of the faults that are judged anew whenever a number is to be taken. */
const ofRanges: readonly string[] = Object.values(codigosDeRango);

/**
 * Stores why documents were not signed, and withdraws the request to sign them. An aviso does not block: the document
 * may be requested again unchanged.
 */
export async function storeNotSigned(tx: Tx, empresaId: string, refused: Found): Promise<void> {
  if (refused.length === 0) return;
  await sql`
    update documento d set estado = r.estado, pedido = null,
      errores = (select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(d.errores) e where not r.errores::jsonb @> jsonb_build_array(e)
          and not e->>'codigo' = any(${ofRanges}::text[])) || r.errores::jsonb
    from ${found(refused)} where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}

/** Adds errors to unsigned documents. */
export async function addErrores(tx: Tx, empresaId: string, faulty: Found): Promise<void> {
  if (faulty.length === 0) return;
  await sql`
    update documento d set errores = d.errores || r.errores::jsonb,
      estado = case when r.estado = 'error' then 'error' else d.estado end
    from ${found(faulty)} where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}

const found = (rows: Found) => sql`
  unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ errores }) => JSON.stringify(errores))}::text[],
    ${rows.map(({ errores }) => unsignedState(errores))}::text[]) as r(id, errores, estado)`;

/** Whether one of these errors prevents the document from being signed. */
const refuses = (errores: RawBuilder<unknown>) =>
  sql`jsonb_path_exists(${errores}, '$[*] ? (!exists(@.aviso) || @.aviso != true)')`;

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

/** The next documents of an import with one of these faults, in order, locked. */
export async function nextWithFault(
  tx: Tx,
  empresaId: string,
  id: string,
  codigos: readonly string[],
  after: number,
  most: number,
): Promise<readonly UnnumberedRow[]> {
  const { rows } = await sql<UnnumberedRow>`
    select id, orden, encf, rnc_emisor, fila, errores,
      arbol #>> '{Encabezado,IdDoc,FechaVencimientoSecuencia}' as vence
    from documento d
    where empresa_id = ${empresaId} and importacion_id = ${id} and orden > ${after} and estado in ('error', 'pendiente') and not es_rfce
      and exists (select from jsonb_array_elements(d.errores) e where e->>'codigo' = any(${codigos}::text[]))
    order by orden limit ${most} for update`.execute(tx);
  return rows;
}

/** Replaces the errors of unsigned documents. */
export async function replaceErrores(tx: Tx, empresaId: string, rows: Found): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update documento d set errores = r.errores::jsonb, estado = r.estado
    from ${found(rows)} where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}

/** A note among the documents of an import. */
export interface NoteRow {
  readonly id: string;
  readonly orden: number;
  readonly fila: number | null;
  readonly head: ECFHead;
  readonly estado: 'pendiente' | 'error';
  /** The amounts of its header contradict each other. */
  readonly contradictory: boolean;
}

/**
 * The next notes of an import, in order.
 *
 * @param after the order of the last note judged
 * @param invoice only the notes of this eNCF
 */
export async function nextNotes(
  tx: Tx,
  empresaId: string,
  id: string,
  after: number,
  most: number,
  invoice?: string,
): Promise<readonly NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select id, orden, fila, arbol - ${[...middleSections]}::text[] as head, estado,
      errores @> '[{"aritmetica": true}]' as contradictory from documento
    where empresa_id = ${empresaId} and importacion_id = ${id} and orden > ${after} and not es_rfce
      and ${invoice === undefined ? sql`espera_a is not null` : sql`espera_a = ${invoice} and xml_sha256 is null`}
    order by orden limit ${most}`.execute(tx);
  return rows;
}

/**
 * Removes the errors of the comparison of an invoice's unsigned notes with it.
 *
 * @returns the ids of those notes
 */
export async function dropNoteErrores(tx: Tx, empresaId: string, id: string, invoice: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update documento d set errores = kept.errores,
      estado = case when ${refuses(sql.ref('kept.errores'))}
        then 'error' else 'pendiente' end
    from documento n
    join lateral (
      select coalesce(jsonb_agg(e), '[]') as errores from jsonb_array_elements(n.errores) e
      where e->>'codigo' not like 'ECF-NOTA-%') kept on true
    where n.empresa_id = ${empresaId} and n.importacion_id = ${id} and n.espera_a = ${invoice} and n.xml_sha256 is null
      and n.estado in ('pendiente', 'error') and d.empresa_id = n.empresa_id and d.id = n.id
    returning d.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Unsigned documents with their states and errors. */
export async function unsignedStates(tx: Tx, empresaId: string, ids: readonly string[]) {
  const { rows } = await sql<UnsignedRow>`
    select id, encf as "eNCF", estado, errores from documento
    where empresa_id = ${empresaId} and id = any(${ids}::uuid[]) and xml_sha256 is null`.execute(tx);
  return rows;
}

/** Adds errors to the documents of an import that have other issuers. @param faults the errors for each RNC */
export async function refuseIssuers(
  tx: Tx,
  empresaId: string,
  id: string,
  faults: readonly { readonly rnc: string; readonly fault: ErrorDeDocumento }[],
): Promise<void> {
  await sql`
    update documento d set estado = 'error',
      errores = d.errores || jsonb_build_array(o.fault::jsonb || jsonb_build_object('celda', 'fila ' || d.fila || ', columna RNCEmisor'))
    from unnest(${faults.map(({ rnc }) => rnc)}::text[], ${faults.map(({ fault }) => JSON.stringify(fault))}::text[]) as o(rnc, fault)
    where d.empresa_id = ${empresaId} and d.importacion_id = ${id} and d.rnc_emisor = o.rnc`.execute(tx);
}

/** Deletes the documents of an import that is being read: none of them is signed. */
export async function dropUnsigned(tx: Tx, empresaId: string, id: string): Promise<void> {
  await sql`delete from documento where empresa_id = ${empresaId} and importacion_id = ${id} and xml_sha256 is null`.execute(
    tx,
  );
}

/**
 * Updates the database's statistics of the documents: a plan made for a small table would take minutes on one that
 * grew.
 */
export async function analyzeDocuments(tx: Tx): Promise<void> {
  await sql`select analiza_documento()`.execute(tx);
}
