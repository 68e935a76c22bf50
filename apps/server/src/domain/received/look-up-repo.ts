import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import { lockEmpresa } from '../../platform/db/lock-empresa.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { statesSql } from '../comprobantes/states.ts';
import { confirmBytes } from './budget-repo.ts';

/** The values with which a document is looked up at the DGII, and when it was received. */
export interface LookUpKey {
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly encf: string;
  readonly codigo_seguridad: string;
  readonly monto_total: string;
  readonly total_itbis: string;
  readonly recibido: Date;
  /** The DGII has accepted another document of its number. */
  readonly tiene_otro: boolean;
}

/** The keys of some documents for the DGII's look-up, by their ids. */
export async function lookUpKeys(
  tx: Tx,
  empresaId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LookUpKey>> {
  const { rows } = await sql<LookUpKey & { readonly id: string }>`
    select r.id, r.ambiente, r.rnc_emisor, r.encf, r.codigo_seguridad, r.monto_total::text, r.total_itbis::text, r.recibido,
      coalesce(o.es, false) as tiene_otro
    from recibido r
    left join lateral (
      select true as es from recibido o where o.empresa_id = r.empresa_id and o.ambiente = r.ambiente
        and o.rnc_emisor = r.rnc_emisor and o.encf = r.encf and o.confirmado and o.id <> r.id
        and o.estado_dgii in (${statesSql.accepted}) limit 1) o on true
    where r.empresa_id = ${empresaId} and r.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A document that has just become confirmed. */
export type NowConfirmed = Pick<Row<'recibido'>, 'id' | 'encf' | 'rnc_emisor' | 'razon_emisor' | 'titular'>;

/**
 * Stores the DGII's answers about some documents. The signers of the accepted ones are from now on known for their
 * issuers, no other document with their numbers is confirmed any longer, and their bytes no longer count as
 * unconfirmed.
 *
 * @returns the documents that became confirmed
 */
export async function storeEstadosDGII(
  tx: Tx,
  empresaId: string,
  answers: readonly { readonly id: string; readonly estado: string }[],
  now: Date,
): Promise<NowConfirmed[]> {
  if (answers.length === 0) return [];
  await lockEmpresa(tx, empresaId);
  const { rows } = await sql<
    NowConfirmed &
      Pick<Row<'recibido'>, 'red' | 'firmante' | 'recibido'> & {
        readonly accepted: boolean;
        readonly fresh: boolean;
        readonly bytes: number;
      }
  >`
    with antes as materialized (
      select id, confirmado from recibido where empresa_id = ${empresaId} and id = any(${answers.map(({ id }) => id)}::uuid[]))
    update recibido r set estado_dgii = t.estado, consultado_dgii = ${now}::timestamptz
    from unnest(${answers.map(({ id }) => id)}::uuid[], ${answers.map(({ estado }) => estado)}::text[]) as t (id, estado)
    join antes on antes.id = t.id
    where r.empresa_id = ${empresaId} and r.id = t.id
    returning r.id, r.encf, r.rnc_emisor, r.razon_emisor, r.titular, r.estado_dgii in (${statesSql.accepted}) as accepted,
      r.confirmado and not antes.confirmado as fresh, r.red, r.firmante, r.recibido, octet_length(r.xml) as bytes`.execute(
    tx,
  );
  const accepted = rows.filter((row) => row.accepted).map(({ id }) => id);
  if (accepted.length > 0) {
    await sql`
      insert into firmante (empresa_id, ambiente, rnc, huella, titular, desde)
      select distinct empresa_id, ambiente, rnc_emisor, firmante, titular, ${now}::timestamptz from recibido
      where empresa_id = ${empresaId} and id = any(${accepted}::uuid[]) and firmante <> ''
      on conflict do nothing`.execute(tx);
    await sql`
      update recibido o set creido = false from recibido r
      where r.empresa_id = ${empresaId} and r.id = any(${accepted}::uuid[]) and o.empresa_id = r.empresa_id
        and o.ambiente = r.ambiente and o.rnc_emisor = r.rnc_emisor and o.encf = r.encf and o.id <> r.id and o.creido`.execute(
      tx,
    );
  }
  const fresh = rows.filter((row) => row.fresh);
  await confirmBytes(
    tx,
    empresaId,
    fresh.flatMap(({ red, ...row }) => (red === null ? [] : [{ ...row, red }])),
  );
  return fresh;
}
