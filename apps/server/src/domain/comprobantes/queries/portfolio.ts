import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import { isAdded, signSql } from './facturas.ts';
import { storedDays } from './figures.ts';

/** The figures of the documents that a company issued. */
export interface IssuedRow {
  readonly empresa_id: string;
  /** Sales that the DGII accepted, of the month and of the one before, in the environment of the company. */
  readonly ventas: string;
  readonly antes: string;
  /** The change in percent, at most {@link mostChange}; null where there were no sales before. */
  readonly cambio: number | null;
  readonly rechazados: number;
  /** Those whose outcome is unknown, of any date. */
  readonly sin_confirmar: number;
}

const mostChange = 100_000;

interface Days {
  readonly desde: string;
  readonly hasta: string;
}

/**
 * The issued documents of some companies, from the figures of each day.
 *
 * @param days of the month, the month before it, and the days in which rejected documents are counted; yyyy-MM-dd
 */
export async function issuedOf(
  tx: Tx,
  companies: readonly { readonly id: string; readonly ambiente: Ambiente }[],
  days: { readonly mes: Days; readonly antes: Days; readonly rechazados: Days },
): Promise<IssuedRow[]> {
  const { mes, antes, rechazados } = days;
  const desde = antes.desde < rechazados.desde ? antes.desde : rechazados.desde;
  const hasta = mes.hasta > rechazados.hasta ? mes.hasta : rechazados.hasta;
  const within = (range: Days) => sql`dia between ${range.desde}::date and ${range.hasta}::date`;
  const sales = (range: Days) => sql`coalesce(sum(${signSql('tipo')} * (importe - importe_compra))
    filter (where ${isAdded('clase', undefined)} and ambiente = w.ambiente and ${within(range)}), 0.00)`;
  const { rows } = await sql<IssuedRow>`
    select w.id as empresa_id, f.ventas, f.antes, f.rechazados, u.sin_confirmar,
      case when f.antes > 0 then least(round((f.ventas - f.antes) / f.antes * 100), ${mostChange})::integer end as cambio
    from unnest(${companies.map(({ id }) => id)}::uuid[], ${companies.map(({ ambiente }) => ambiente)}::text[])
      as w (id, ambiente)
    cross join lateral (
      select ${sales(mes)} as ventas, ${sales(antes)} as antes,
        coalesce(sum(emitidos) filter (where clase = 'rechazado' and ${within(rechazados)}), 0)::integer as rechazados
      from (${storedDays(sql<string>`w.id`)}) days where dia between ${desde}::date and ${hasta}::date) f
    cross join lateral (
      select count(*)::integer as sin_confirmar from documento_sin_confirmar s
      join documento d on d.empresa_id = s.empresa_id and d.id = s.documento_id
      where s.empresa_id = w.id and d.xml_sha256 is not null and d.resume_a is null) u`.execute(tx);
  return rows;
}
