import type { Ambiente } from '@timbre/contract';
import type { TipoECF } from '@timbre/values';
import { type RawBuilder, sql } from 'kysely';
import { hasSummary } from '../../domain/comprobantes/imports/conditions.ts';
import { isBusy } from '../../domain/comprobantes/imports/removal-repo.ts';
import { statesSql } from '../../domain/comprobantes/states.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** The company of a simulation, and its import; null while it has none. */
export interface OfSimulation {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  readonly rnc: string;
  readonly importacionId: string | null;
}

const own = ({ empresaId, ambiente, rnc }: OfSimulation, table: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.empresa_id`)} = ${empresaId} and ${sql.ref(`${table}.ambiente`)} = ${ambiente}
    and ${sql.ref(`${table}.rnc_emisor`)} = ${rnc}`;

/**
 * The highest number known of each type: of a signed document, a document of the simulation, a number that was lost or
 * voided, or the last one before a range's next.
 */
export async function highestNumbers(
  tx: Tx,
  of: OfSimulation,
  tipos: readonly TipoECF[],
): Promise<ReadonlyMap<TipoECF, number>> {
  const { rows } = await sql<{ tipo: number; numero: number | null }>`
    select t.tipo, greatest(
      (select max(d.numero) from documento d where ${own(of, 'd')} and d.tipo = t.tipo and d.xml_sha256 is not null),
      (select max(s.numero) from documento s where s.empresa_id = ${of.empresaId}
        and s.importacion_id = ${of.importacionId}::uuid and s.tipo = t.tipo),
      (select max(n.numero) from numero_conciliado n where ${own(of, 'n')} and n.tipo = t.tipo),
      (select max(a.hasta) from anulacion a where ${own(of, 'a')} and a.tipo = t.tipo and a.estado <> 'rechazado'),
      (select max(r.siguiente) - 1 from secuencia r where r.empresa_id = ${of.empresaId} and r.ambiente = ${of.ambiente}
        and r.tipo = t.tipo and r.activo)) as numero
    from unnest(${tipos.map(Number)}::smallint[]) as t(tipo)`.execute(tx);
  return new Map(rows.map(({ tipo, numero }) => [String(tipo) as TipoECF, numero ?? 0]));
}

/** Those of the eNCF that an unsigned document of the simulation has. */
export async function heldUnsigned(tx: Tx, of: OfSimulation, eNCFs: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ encf: string }>`
    select d.encf from documento d where d.empresa_id = ${of.empresaId} and d.importacion_id = ${of.importacionId}::uuid
      and d.encf = any(${[...eNCFs]}::text[]) and not d.es_rfce`.execute(tx);
  return new Set(rows.map(({ encf }) => encf));
}

/** An invoice that a note may modify. */
export interface Modifiable {
  readonly encf: string;
  /** yyyy-MM-dd. */
  readonly fecha: string;
  readonly monto: string;
  readonly rnc_comprador: string | null;
  readonly razon_comprador: string | null;
  /** The buyer is identified by an RNC. */
  readonly con_rnc: boolean;
  /** The amount credited by credit notes, signed or of the simulation. */
  readonly acreditado: string;
}

/**
 * The invoices (31, 32) that notes may modify: the named ones, of the ledger or of the simulation; or the latest of the
 * simulation, those of type 31 first.
 */
export async function modifiableInvoices(
  tx: Tx,
  of: OfSimulation,
  eNCFs: readonly string[] | undefined,
  most: number,
): Promise<readonly Modifiable[]> {
  const ofImport = sql`d.importacion_id = ${of.importacionId}::uuid`;
  const { rows } = await sql<Modifiable>`
    select d.encf, d.fecha_emision as fecha, d.monto_total::text as monto, d.rnc_comprador, d.razon_comprador,
      case when d.xml is null then d.arbol #>> '{Encabezado,Comprador,RNCComprador}' is not null
        else position('<RNCComprador>' in d.xml) > 0 end as con_rnc,
      coalesce((select sum(n.monto_total) from documento n where n.empresa_id = d.empresa_id and n.ambiente = d.ambiente
        and n.espera_a = d.encf and n.rnc_emisor = d.rnc_emisor and n.tipo = 34 and not n.es_rfce
        and n.estado not in ('rechazado', 'error')
        and (n.xml_sha256 is not null or n.importacion_id = ${of.importacionId}::uuid)), 0)::text as acreditado
    from documento d
    where ${own(of, 'd')} and d.tipo in (31, 32) and not d.es_rfce and d.estado not in ('rechazado', 'error')
      and d.fecha_emision is not null and d.monto_total is not null
      and ${eNCFs === undefined ? ofImport : sql`d.encf = any(${[...eNCFs]}::text[]) and (d.xml_sha256 is not null or ${ofImport})`}
    order by d.tipo, d.orden desc limit ${most}`.execute(tx);
  return rows;
}

/** The last document of a simulation, and whether any is being signed or sent; undefined if there is none. */
export async function lastSimulated(
  tx: Tx,
  empresaId: string,
  importacionId: string,
): Promise<{ readonly hasta: number; readonly ocupada: boolean } | undefined> {
  const { rows } = await sql<{ hasta: number | null; ocupada: boolean }>`
    select max(d.orden) as hasta, coalesce(bool_or(${isBusy}), false) as ocupada from documento d
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId}`.execute(tx);
  const { hasta, ocupada } = rows[0]!;
  return hasta === null ? undefined : { hasta, ocupada };
}

/**
 * How many documents of a simulation the DGII accepted, by type and by whether they were sent as a summary or whole.
 */
export async function acceptedSimulated(
  tx: Tx,
  empresaId: string,
  importacionId: string,
): Promise<readonly { readonly tipo: string; readonly resumen: boolean; readonly aceptados: number }[]> {
  const { rows } = await sql<{ tipo: string; resumen: boolean; aceptados: number }>`
    select d.tipo::text as tipo, d.es_rfce as resumen, count(*)::integer as aceptados from documento d
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.estado in (${statesSql.accepted})
      and not ${hasSummary}
    group by 1, 2`.execute(tx);
  return rows;
}
