import type { Estado } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { NoNumber } from './judge-number.ts';
import type { NumberSource } from './take-numbers.ts';

/** The holder of a number: a document, or the record of a lost or voided number. */
export interface Occupant {
  /** Id of the document; `conciliado` for a number that was lost and looked up, `anulado` for one that was voided. */
  readonly id: string;
  /** Date of issue of the document, yyyy-MM-dd; null for a lost or voided number. */
  readonly fecha: string | null;
  readonly estado: Estado | null;
}

/**
 * Which of these eNCFs are taken, and their holders.
 * `offset 0` keeps each look-up separate: before a large import is signed, the statistics show no number as taken, and
 * the planner would underestimate the cost of one scan over all taken numbers.
 */
export async function occupantsOf(
  tx: Tx,
  { empresaId, ambiente, rncEmisor }: Omit<NumberSource, 'tipo'>,
  eNCFs: readonly string[],
): Promise<ReadonlyMap<string, Occupant>> {
  if (eNCFs.length === 0) return new Map();
  const { rows } = await sql<Occupant & { encf: string }>`
    select e.encf, d.id::text, d.fecha_emision as fecha, d.estado from unnest(${eNCFs}::text[]) as e(encf) cross join lateral (
      select id, fecha_emision, estado from documento
      where empresa_id = ${empresaId} and ambiente = ${ambiente} and rnc_emisor = ${rncEmisor}
        and encf = e.encf and resume_a is null and ocupa_numero offset 0) d
    union all
    select e.encf, 'conciliado', null, null from numero_conciliado n join unnest(${eNCFs}::text[]) as e(encf)
      on n.tipo = substr(e.encf, 2, 2)::smallint and n.numero = substr(e.encf, 4)::bigint
    where n.empresa_id = ${empresaId} and n.ambiente = ${ambiente} and n.rnc_emisor = ${rncEmisor}
      and e.encf ~ '^E[0-9]{12}$'
    union all
    select e.encf, 'anulado', null, null from unnest(${eNCFs}::text[]) as e(encf) cross join lateral (
      select from anulacion a where a.empresa_id = ${empresaId} and a.ambiente = ${ambiente}
        and a.rnc_emisor = ${rncEmisor} and a.tipo = substr(e.encf, 2, 2)::smallint
        and substr(e.encf, 4)::bigint between a.desde and a.hasta and a.estado <> 'rechazado' limit 1) voided
    where e.encf ~ '^E[0-9]{12}$'`.execute(tx);
  return new Map(rows.map(({ encf, ...occupant }) => [encf, occupant]));
}

/** Why a number with a holder cannot be used. */
export const heldAs = ({ id }: Occupant): NoNumber => (id === 'anulado' ? 'secuencia/anulada' : 'ecf/duplicado');
