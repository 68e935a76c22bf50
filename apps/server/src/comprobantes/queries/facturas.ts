import type { Ambiente, Estado, MensajeDGII } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Tx } from '../../db/transactions.ts';

/** Filter of invoices; dates yyyy-MM-dd, both ends included. */
export interface FacturaFilter {
  readonly fechaDesde?: string;
  readonly fechaHasta?: string;
  readonly estado?: Estado;
  readonly ambiente?: Ambiente;
  /** Any part of the eNCF. */
  readonly eNCF?: string;
  /** Any part of the trackId. */
  readonly trackId?: string;
}

/** An issued invoice. The last two fields are in the form of its signed XML, which its QR code requires. */
export interface FacturaRow {
  readonly id: string;
  readonly encf: string;
  readonly tipo: number;
  readonly track_id: string | null;
  readonly rnc_emisor: string;
  readonly razon_social: string;
  readonly rnc_comprador: string | null;
  readonly razon_comprador: string | null;
  readonly estado: Estado;
  readonly monto_total: string;
  readonly fecha_emision: string;
  readonly fecha_firma: string | null;
  readonly ambiente: Ambiente;
  readonly codigo: string | null;
  readonly mensajes: readonly Static<typeof MensajeDGII>[];
  readonly codigo_seguridad: string | null;
  readonly creado: Date;
  readonly orden: number;
  readonly xml_monto_total: string;
  readonly xml_rnc_comprador: string | null;
}

const eNCFLength = 13;

/**
 * The company's issued invoices, newest first.
 *
 * @param before position of the last one already returned; undefined = from the newest
 */
export async function listFacturas(
  tx: Tx,
  empresaId: string,
  filter: FacturaFilter,
  before: number | undefined,
  limit: number,
): Promise<FacturaRow[]> {
  return (await facturasQuery(empresaId, filter, before, limit).execute(tx)).rows;
}

/** The query of {@link listFacturas}. */
export function facturasQuery(empresaId: string, filter: FacturaFilter, before: number | undefined, limit: number) {
  const where = conditions(filter, before).reduce(
    (all, one) => sql`${all} and ${one}`,
    sql`d.empresa_id = ${empresaId}`,
  );
  return sql<FacturaRow>`
    select d.id, d.encf, d.tipo, d.track_id, d.rnc_emisor, e.razon_social, d.rnc_comprador, d.razon_comprador, d.estado,
      d.monto_total, d.fecha_emision, d.fecha_firma, d.ambiente, d.codigo, d.mensajes, d.codigo_seguridad, d.creado, d.orden,
      substring(d.xml from '<MontoTotal>([^<]*)<') as xml_monto_total,
      substring(d.xml from '<RNCComprador>([^<]*)<') as xml_rnc_comprador
    from (
      select * from documento d where ${where} and d.xml_sha256 is not null and d.resume_a is null
      order by d.orden desc limit ${limit}
    ) d join empresa e on e.id = d.empresa_id
    order by d.orden desc`;
}

function conditions(filter: FacturaFilter, before: number | undefined): RawBuilder<unknown>[] {
  const { fechaDesde, fechaHasta, estado, ambiente, eNCF, trackId } = filter;
  const all: RawBuilder<unknown>[] = [];
  if (before !== undefined) all.push(sql`d.orden < ${before}`);
  if (fechaDesde !== undefined) all.push(sql`d.fecha_emision >= ${fechaDesde}::date`);
  if (fechaHasta !== undefined) all.push(sql`d.fecha_emision <= ${fechaHasta}::date`);
  if (estado !== undefined) all.push(sql`d.estado = ${estado}`);
  if (ambiente !== undefined) all.push(sql`d.ambiente = ${ambiente}`);
  if (eNCF?.length === eNCFLength) all.push(sql`d.encf = ${eNCF.toUpperCase()}`);
  else if (eNCF) all.push(sql`d.encf like ${containing(eNCF.toUpperCase())}`);
  if (trackId) all.push(sql`d.track_id ilike ${containing(trackId)}`);
  return all;
}

/** A text as part of a `like` pattern. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** The main facts of an issued invoice. */
export interface IssuedRow {
  readonly encf: string;
  readonly estado: Estado;
  readonly monto_total: string;
  readonly fecha_emision: string;
}

/** The company's latest issued invoices, newest first. */
export async function latestIssued(tx: Tx, empresaId: string, limit: number): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    select encf, estado, monto_total, fecha_emision from documento
    where empresa_id = ${empresaId} and xml_sha256 is not null and resume_a is null
    order by orden desc limit ${limit}`.execute(tx);
  return rows;
}
