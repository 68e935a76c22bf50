import { offers } from '@timbre/authority';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import { statesSql } from '../comprobantes/states.ts';
import type { ReceiptKey } from './receipts-repo.ts';
import type { Days, Scope } from './scope.ts';

/** An e-CF that waits for the DGII: it is in no report. */
export interface Unconfirmed extends ReceiptKey {
  readonly documentoId: string;
}

/** The documents `r` of some days that may still be confirmed: no other document with their number is confirmed. */
const waiting = ({ empresaId, ambiente }: Scope, { desde, hasta }: Days): RawBuilder<unknown> => sql`
  recibido r where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and ${offers('consultaEstado', ambiente)}
    and r.fecha_emision between ${desde}::date and ${hasta}::date
    and not r.confirmado and not r.sin_bytes and r.estado_dgii is distinct from 'rechazado' and r.respuesta is distinct from 'rechazada'
    and not exists (select from recibido o where o.empresa_id = r.empresa_id and o.ambiente = r.ambiente
      and o.rnc_emisor = r.rnc_emisor and o.encf = r.encf and o.confirmado)`;

/** The types that the company issues to document a purchase. */
const ofPurchases = sql`(41, 43, 47)`;

/** The issued documents `d` of some days, on the side of a report, without the verdict of the DGII: they are in no report. */
const issued = (
  tipo: '606' | '607',
  { empresaId, ambiente }: Scope,
  { desde, hasta }: Days,
): RawBuilder<unknown> => sql`
  documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente}
    and d.fecha_emision between ${desde}::date and ${hasta}::date
    and d.tipo ${tipo === '606' ? sql`in` : sql`not in`} ${ofPurchases}
    and d.xml_sha256 is not null and d.resume_a is null and not d.es_rfce and d.estado not in (${statesSql.final})`;

/** How many issued e-CF of some days wait for the DGII. */
export async function countIssuedWaiting(tx: Tx, scope: Scope, tipo: '606' | '607', days: Days): Promise<number> {
  const { rows } = await sql<{ cuantos: number }>`
    select count(*)::integer as cuantos from ${issued(tipo, scope, days)}`.execute(tx);
  return rows[0]!.cuantos;
}

/** The issued e-CF of some days that wait for the DGII, up to a maximum. */
export async function listIssuedWaiting(
  tx: Tx,
  scope: Scope,
  tipo: '606' | '607',
  days: Days,
  most: number,
): Promise<Unconfirmed[]> {
  const { rows } = await sql<Unconfirmed>`
    select d.id as "documentoId", d.rnc_emisor as emisor, d.encf as ncf from ${issued(tipo, scope, days)}
    order by d.fecha_emision, d.encf, d.id limit ${most}`.execute(tx);
  return rows;
}

/** How many received e-CF of some days wait for the DGII. */
export async function countUnconfirmed(tx: Tx, scope: Scope, days: Days): Promise<number> {
  const { rows } = await sql<{ cuantos: number }>`
    select count(*)::integer as cuantos from ${waiting(scope, days)}`.execute(tx);
  return rows[0]!.cuantos;
}

/** The received e-CF of some days that wait for the DGII, up to a maximum. */
export async function listUnconfirmed(tx: Tx, scope: Scope, days: Days, most: number): Promise<Unconfirmed[]> {
  const { rows } = await sql<Unconfirmed>`
    select r.id as "documentoId", r.rnc_emisor as emisor, r.encf as ncf from ${waiting(scope, days)}
    order by r.fecha_emision, r.encf, r.id limit ${most}`.execute(tx);
  return rows;
}
