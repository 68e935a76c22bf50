import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

/** A part of an environment that does not answer: its host if `servicio` is empty, otherwise one service. */
export interface Fallen {
  readonly ambiente: Ambiente;
  readonly servicio: string;
  readonly fase: 'tarda' | 'caida';
  readonly desde: Date;
  readonly motivo: string;
  /** Earliest time of the next try. */
  readonly pruebaEn: Date;
}

/**
 * Takes the turn to probe an environment for this process: one probe a second in all processes together, by the
 * database's clock. If that clock was set back, the turn is still granted.
 */
export async function takeProbeTurn(tx: Tx, ambiente: Ambiente): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update autoridad_estado set prueba_en = now() + interval '1 second'
    where ambiente = ${ambiente} and servicio = '' and (prueba_en <= now() or prueba_en > now() + interval '1 minute')`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/**
 * The parts that do not answer. Entries not confirmed for long are deleted: their process is gone, or sends nothing
 * there any more.
 */
export async function listFallen(tx: Tx): Promise<readonly Fallen[]> {
  await sql`delete from autoridad_estado where servicio <> '' and prueba_en < now() - interval '90 seconds'`.execute(
    tx,
  );
  await sql`
    update autoridad_estado set fase = null, desde = null, motivo = null
    where fase = 'tarda' and desde < now() - interval '2 minutes'`.execute(tx);
  const { rows } = await sql<Fallen>`
    select ambiente, servicio, fase, desde, motivo, prueba_en as "pruebaEn"
    from autoridad_estado where fase is not null order by ambiente, servicio`.execute(tx);
  return rows;
}

/** Records that a part does not answer, since the earliest time recorded. */
export async function storeFallen(tx: Tx, fallen: Omit<Fallen, 'pruebaEn'>, waitMs: number): Promise<void> {
  const { ambiente, servicio, fase, desde, motivo } = fallen;
  await sql`
    insert into autoridad_estado (ambiente, servicio, fase, desde, motivo, prueba_en)
    values (${ambiente}, ${servicio}, ${fase}, ${desde}::timestamptz, ${motivo}, now() + make_interval(secs => ${waitMs / 1_000}))
    on conflict (ambiente, servicio) do update set fase = excluded.fase, motivo = excluded.motivo,
      desde = least(autoridad_estado.desde, excluded.desde),
      prueba_en = case when autoridad_estado.servicio = '' then autoridad_estado.prueba_en else excluded.prueba_en end`.execute(
    tx,
  );
}

/** Records that a part answers. */
export async function clearFallen(tx: Tx, ambiente: Ambiente, servicio: string): Promise<void> {
  if (servicio !== '') {
    await sql`delete from autoridad_estado where ambiente = ${ambiente} and servicio = ${servicio}`.execute(tx);
    return;
  }
  await sql`
    update autoridad_estado set fase = null, desde = null, motivo = null
    where ambiente = ${ambiente} and servicio = ''`.execute(tx);
}

/** Waiting documents are counted up to this number. */
const mostCounted = 10_000;

/** How many documents of a company wait for the authority, and when the first of them is due. */
export async function countWaiting(
  tx: Tx,
  empresaId: string,
): Promise<{ readonly esperan: number; readonly proximo: Date | null }> {
  const { rows } = await sql<{ esperan: number; proximo: Date | null }>`
    select count(*)::integer as esperan, min(en) as proximo
    from (select en from trabajo where clase = 'envio' and empresa_id = ${empresaId} limit ${mostCounted}) w`.execute(
    tx,
  );
  return rows[0] ?? { esperan: 0, proximo: null };
}
