import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';

/** A range of numbers that documents may be issued from. */
export interface Range {
  readonly id: string;
  readonly tipo: number;
  readonly desde: number;
  readonly hasta: number;
  /** Increases as numbers are taken. */
  siguiente: number;
  readonly vence: string | null;
  /** A document may state any expiry with its numbers. */
  readonly isOpen?: boolean;
}

/** A range's own expiry; if it has none, the latest of those assigned to its type (Fechas Asignadas). */
const expiry = sql`coalesce(s.vence, (
  select max(f.fecha) from fecha_vencimiento f
  where f.empresa_id = s.empresa_id and f.serie = 'E' and f.tipo = s.tipo::text and f.activo))`;

/**
 * Locks the company's ranges of some types until the transaction ends: no other transaction numbers from them
 * meanwhile. Ranges are locked in a fixed order (type, start), which prevents deadlocks.
 */
export async function lockRanges(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  tipos: readonly number[],
): Promise<readonly Range[]> {
  const { rows } = await sql<Range>`
    select id, tipo, desde, hasta, siguiente, ${expiry} as vence from secuencia s
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and tipo = any(${tipos}::smallint[]) and activo
    order by tipo, desde for update`.execute(tx);
  return rows;
}

/** The company's ranges in an environment, without a lock: for judging the numbers of documents, not for taking any. */
export async function readRanges(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<readonly Range[]> {
  const { rows } = await sql<Range>`${activeRanges(empresaId, ambiente)} order by tipo, desde`.execute(tx);
  return rows;
}

/** The query of the company's ranges in an environment. */
export const activeRanges = (empresaId: string, ambiente: Ambiente) => sql`
  select id, tipo, desde, hasta, siguiente, ${expiry} as vence from secuencia s
  where empresa_id = ${empresaId} and ambiente = ${ambiente} and activo`;
