import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Detalle, ECFKey } from './workbook-approvals-repo.ts';

/** An approval of a workbook to be sent in the rehearsal. */
export interface ToRehearse extends ECFKey {
  readonly id: string;
  readonly detalle: Detalle;
  /** The XML signed for real, if it is. */
  readonly xml: string | null;
  /** The e-CF that it answers, if the company has received it and the DGII has not rejected it. */
  readonly monto_total: string | null;
  readonly fecha_emision: string | null;
}

const among = (ids: readonly string[] | undefined) => (ids === undefined ? sql`true` : sql`l.id = any(${ids}::uuid[])`);

/** Marks approvals without faults as signed in the rehearsal, all or some. @returns how many */
export async function markSigned(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update aprobacion_libro l set ensayo = 'firmada', ensayo_cambiado = ${now}
    where l.empresa_id = ${empresaId} and l.ambiente = ${ambiente} and ${among(ids)}
      and l.errores = '[]' and l.ensayo is null and l.aprobacion_id is null`.execute(tx);
  return Number(numAffectedRows);
}

const isOpen = sql`l.aprobacion_id is null and coalesce(l.ensayo, case when l.xml is not null then 'firmada' end) = 'firmada'`;

/**
 * The next approvals that are signed, in the rehearsal or for real, and not sent; if `ids` is set, only among these.
 */
export async function nextToRehearse(
  tx: Tx,
  empresaId: string,
  ambiente: Ambiente,
  ids: readonly string[] | undefined,
  limit: number,
): Promise<ToRehearse[]> {
  const { rows } = await sql<ToRehearse>`
    select l.id, l.rnc_emisor, l.encf, l.detalle, l.xml, r.monto_total, r.fecha_emision::text
    from aprobacion_libro l
    left join recibido r on r.empresa_id = l.empresa_id and r.ambiente = l.ambiente and r.rnc_emisor = l.rnc_emisor
      and r.encf = l.encf and r.estado_dgii is distinct from 'rechazado'
    where l.empresa_id = ${empresaId} and l.ambiente = ${ambiente} and ${among(ids)} and ${isOpen}
    order by l.orden limit ${limit}`.execute(tx);
  return rows;
}

/** The answer of the built-in authority to an approval. */
export interface RehearsedAnswer {
  readonly id: string;
  readonly ensayo: 'aceptada' | 'rechazada';
  readonly detalle: string | null;
}

/** Stores the answers of the built-in authority to approvals. */
export async function storeRehearsed(
  tx: Tx,
  empresaId: string,
  answers: readonly RehearsedAnswer[],
  now: Date,
): Promise<void> {
  await sql`
    update aprobacion_libro l set ensayo = s.ensayo, ensayo_detalle = s.detalle, ensayo_cambiado = ${now}
    from json_to_recordset(${JSON.stringify(answers)}::json) as s (id uuid, ensayo text, detalle text)
    where l.empresa_id = ${empresaId} and l.id = s.id and ${isOpen}`.execute(tx);
}

/** Deletes the rehearsal of the approvals of an environment. */
export async function forgetRehearsed(tx: Tx, empresaId: string, ambiente: Ambiente): Promise<void> {
  await sql`
    update aprobacion_libro set ensayo = null, ensayo_detalle = null, ensayo_cambiado = null
    where empresa_id = ${empresaId} and ambiente = ${ambiente} and ensayo is not null`.execute(tx);
}
