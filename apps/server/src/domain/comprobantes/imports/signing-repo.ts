import { importacion } from '@timbre/contract';
import type { RFCE } from '@timbre/ecf';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { hasSummary, type ImportScope, isElsewhere, isOrphan, isStopped, named } from './conditions.ts';
import type { JudgedScope } from './errors-repo.ts';

// Requests to sign and to send the documents of an import.

/** The class of the job that signs the requested documents of an import; its subject is the import. */
export const SIGN = 'firma';

/** The action requested for a document that is not signed yet. */
export type Pedido = 'firma' | 'envio';

/** Whether the row of the document `d` is hidden in its workbook. */
const isHidden = sql`d.errores @> ${JSON.stringify([{ codigo: importacion.filaOculta }])}::jsonb`;

/** How many unsigned documents of an import have a hidden row. */
export async function countHidden(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<number> {
  const { rows } = await sql<{ ocultas: number }>`
    select count(*) as ocultas from documento d
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.estado = 'pendiente' and not d.es_rfce
      and ${isHidden}`.execute(tx);
  return rows[0]!.ocultas;
}

/** The documents to sign. */
interface ToMark {
  readonly ids: readonly string[] | undefined;
  readonly pedido: Pedido;
  /** Those of hidden rows too. */
  readonly filasOcultas: boolean;
}

/**
 * Marks unsigned documents of an import as requested: the named ones, or all. A document that cannot
 * be signed before another one is corrected is not marked.
 *
 * @returns how many, with their summaries
 */
export async function markToSign(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  { ids, pedido, filasOcultas }: ToMark,
): Promise<number> {
  const { rows } = await sql<{ resumenes: number }>`
    update documento d set pedido = ${pedido}
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.estado = 'pendiente' and not d.es_rfce
      and ${named(ids)} and ${filasOcultas ? sql`true` : sql`not ${isHidden}`} and not ${isStopped}
    returning (select count(*) from documento r where r.empresa_id = d.empresa_id
      and r.importacion_id = d.importacion_id and r.resume_a = d.id) as resumenes`.execute(tx);
  return rows.reduce((sum, { resumenes }) => sum + 1 + resumenes, 0);
}

/**
 * Takes the signed documents of an import for sending, as far as they are sent themselves: the named ones, or all but
 * the notes whose invoice was rejected. Their notices of transmission failures are removed.
 */
export async function takeToSend(
  tx: Tx,
  { empresaId, importacionId }: ImportScope,
  ids: readonly string[] | undefined,
) {
  const { rows } = await sql<{ id: string; tipo: number; es_rfce: boolean }>`
    update documento d set errores = '[]'
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.estado = 'firmado' and ${named(ids)}
      and not ${hasSummary} and ${ids === undefined ? sql`not ${isOrphan}` : sql`true`}
    returning d.id, d.tipo, d.es_rfce`.execute(tx);
  return rows;
}

/** Withdraws the requests to sign documents of another environment than the company is in now. */
export async function withdrawElsewhere(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<void> {
  await sql`
    update documento d set pedido = null where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId}
      and d.pedido is not null and d.xml_sha256 is null and ${isElsewhere}`.execute(tx);
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

/** Limits of a batch. */
interface SigningBatch {
  /** Documents. */
  readonly most: number;
  /** Sum of the characters of their trees; a larger tree goes alone. */
  readonly characters: number;
}

/**
 * The next documents of an environment whose signature was requested, locked. Documents locked by another process are
 * skipped.
 */
export async function nextToSign(
  tx: Tx,
  { empresaId, importacionId, ambiente }: JudgedScope,
  { most, characters }: SigningBatch,
): Promise<readonly ToSignRow[]> {
  const { rows } = await sql<ToSignRow>`
    with asked as materialized (
      select d.id, d.encf, d.rnc_emisor, d.fila, d.orden, d.arbol::text as arbol, d.pedido, r.id as resumen_id, r.arbol as resumen
      from documento d
      left join documento r on r.empresa_id = d.empresa_id and r.importacion_id = d.importacion_id and r.resume_a = d.id
      where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.pedido is not null
        and d.estado = 'pendiente' and not d.es_rfce and d.ambiente = ${ambiente}
      order by d.orden limit ${most} for update of d skip locked)
    select * from (select *, sum(length(arbol)) over (order by orden) as characters from asked) a
    where characters <= ${characters} or characters = length(arbol) order by orden`.execute(tx);
  return rows;
}

/** Whether any document still waits to be signed: one that was skipped because another process had locked it. */
export async function isAnyToSign(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<boolean> {
  const { rows } = await sql`
    select 1 from documento where empresa_id = ${empresaId} and importacion_id = ${importacionId} and pedido is not null
      and estado = 'pendiente' and not es_rfce limit 1`.execute(tx);
  return rows.length > 0;
}
