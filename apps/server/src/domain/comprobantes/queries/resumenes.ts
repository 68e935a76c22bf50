import type { ErrorDeDocumento, Estado, MensajeDGII, ResumenDocumento } from '@timbre/contract';
import { parseISODate } from '@timbre/values';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Tx } from '../../../platform/db/transactions.ts';

/** The columns that a table row of the screens needs. */
export interface ResumenRow {
  readonly id: string;
  readonly tipo: number;
  readonly es_rfce: boolean;
  readonly encf: string;
  readonly fecha_emision: string | null;
  readonly monto_total: string | null;
  readonly estado: Estado;
  readonly track_id: string | null;
  readonly espera_a: string | null;
  readonly rnc_emisor: string;
  readonly rnc_comprador: string | null;
  readonly razon_comprador: string | null;
  readonly fila: number | null;
  readonly secuencia_utilizada: boolean | null;
  readonly mensajes: readonly Static<typeof MensajeDGII>[];
  readonly errores: readonly ErrorDeDocumento[];
}

/** One document as a table row. */
export async function findResumen(tx: Tx, empresaId: string, id: string): Promise<ResumenDocumento | undefined> {
  const { rows } = await sql<ResumenRow>`
    select id, tipo, es_rfce, encf, fecha_emision, monto_total, estado, track_id, rnc_emisor, rnc_comprador,
      razon_comprador, fila, secuencia_utilizada, mensajes, errores,
      case when estado in ('pendiente', 'firmado') then espera_a end as espera_a
    from documento d where empresa_id = ${empresaId} and id = ${id}`.execute(tx);
  return rows[0] && resumenOf(rows[0]);
}

/** A row of a table from its columns. */
export const resumenOf = (row: ResumenRow): ResumenDocumento => ({
  id: row.id,
  tipo: String(row.tipo),
  esRFCE: row.es_rfce,
  eNCF: row.encf,
  fecha: row.fecha_emision === null ? '' : (parseISODate(row.fecha_emision) ?? ''),
  monto: row.monto_total ?? '',
  estado: row.estado,
  trackId: row.track_id,
  esperaA: row.espera_a,
  rncEmisor: row.rnc_emisor,
  rncComprador: row.rnc_comprador,
  razonSocialComprador: row.razon_comprador,
  fila: row.fila,
  secuenciaUtilizada: row.secuencia_utilizada,
  mensajes: [...row.mensajes],
  errores: [...row.errores],
});
