import type { Ambiente } from '@timbre/contract';
import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

// SQL of `solicitud`: requests of companies for another environment.

/** A request with the present data of its company. */
export interface SolicitudRow
  extends Pick<Row<'solicitud'>, 'id' | 'estado' | 'nuevo_ambiente' | 'pedida_por' | 'pedida'> {
  readonly empresa: {
    readonly id: string;
    readonly rnc: string;
    readonly razon_social: string;
    readonly ambiente: Ambiente;
  };
}

const columns = sql`s.id, s.estado, s.nuevo_ambiente, s.pedida_por, s.pedida,
  json_build_object('id', e.id, 'rnc', e.rnc, 'razon_social', e.razon_social, 'ambiente', e.ambiente) as empresa
  from solicitud s join empresa e on e.id = s.empresa_id`;

/** A pending request, with the facts that help to decide it. */
export interface WaitingSolicitud extends SolicitudRow {
  /** The end of the company's certificate, if it has one. */
  readonly certificado_hasta: Date | null;
  /** The verdicts on its documents in its present environment. */
  readonly aceptados: number;
  readonly rechazados: number;
}

/** The pending requests, oldest first. */
export async function waitingSolicitudes(tx: Tx, limit: number): Promise<WaitingSolicitud[]> {
  const { rows } = await sql<WaitingSolicitud>`
    select w.*, c.valido_hasta as certificado_hasta,
      coalesce(f.aceptados, 0)::bigint as aceptados, coalesce(f.rechazados, 0)::bigint as rechazados
    from (select s.empresa_id, e.ambiente, ${columns} where s.estado = 'pendiente') w
      left join certificado c on c.empresa_id = w.empresa_id and c.activo
      cross join lateral (
        select sum(aceptados) as aceptados, sum(rechazados) as rechazados from (
          select aceptados, rechazados from estadistica where empresa_id = w.empresa_id and ambiente = w.ambiente
          union all
          select aceptados, rechazados from estadistica_cambio
          where empresa_id = w.empresa_id and ambiente = w.ambiente) figures) f
    order by w.pedida, w.id limit ${limit}`.execute(tx);
  return rows;
}

/** A decided request. */
export interface DecidedRow {
  readonly id: string;
  readonly rnc: string;
  readonly razon_social: string;
  readonly ambiente_actual: Ambiente;
  readonly nuevo_ambiente: Ambiente;
  readonly pedida_por: string;
  readonly pedida: Date;
  readonly estado: 'aprobada' | 'rechazada';
  readonly motivo: string | null;
  readonly resuelta_por: string;
  readonly resuelta: Date;
}

/** A place in the history: the decision that ended the page before. */
export type DecidedBefore = Pick<DecidedRow, 'id' | 'resuelta'>;

/** The decided requests, last decided first. */
export async function decidedSolicitudes(tx: Tx, before: DecidedBefore | undefined, limit: number) {
  const { rows } = await sql<DecidedRow>`
    select s.id, e.rnc, e.razon_social, s.ambiente_actual, s.nuevo_ambiente, s.pedida_por, s.pedida,
      s.estado, s.motivo, s.resuelta_por, s.resuelta
    from solicitud s join empresa e on e.id = s.empresa_id
    where s.estado in ('aprobada', 'rechazada')
      ${before === undefined ? sql`` : sql`and (s.resuelta, s.id) < (${before.resuelta}, ${before.id})`}
    order by s.resuelta desc, s.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** A request, locked: other transactions that would resolve it, or change its company, wait until this one ends. */
export async function holdSolicitud(tx: Tx, id: string): Promise<SolicitudRow | undefined> {
  const { rows } = await sql<SolicitudRow>`select ${columns} where s.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** The company's last request. */
export const lastSolicitud = (tx: Tx, empresaId: string) =>
  tx
    .selectFrom('solicitud')
    .select(['id', 'estado', 'nuevo_ambiente', 'motivo', 'pedida', 'resuelta'])
    .where('empresa_id', '=', empresaId)
    .orderBy('pedida', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Stores a request in place of the pending one. It has a new id, so an administrator who sees the old one cannot
 * approve the new one unseen.
 */
export async function replaceSolicitud(tx: Tx, row: NewRow<'solicitud'>): Promise<void> {
  await tx.deleteFrom('solicitud').where('empresa_id', '=', row.empresa_id).where('estado', '=', 'pendiente').execute();
  await tx.insertInto('solicitud').values(row).execute();
}

interface Resolution {
  readonly por: string;
  readonly en: Date;
  readonly motivo?: string;
}

export async function closeSolicitud(
  tx: Tx,
  id: string,
  estado: 'aprobada' | 'rechazada' | 'retirada',
  { por, en, motivo }: Resolution,
): Promise<void> {
  await tx
    .updateTable('solicitud')
    .set({ estado, motivo: motivo ?? null, resuelta_por: por, resuelta: en })
    .where('id', '=', id)
    .execute();
}

/**
 * Closes a company's pending request as withdrawn. Returns the environment that it asked for; undefined if none was
 * pending.
 */
export async function withdrawSolicitud(tx: Tx, empresaId: string, by: Resolution): Promise<Ambiente | undefined> {
  const rows = await tx
    .updateTable('solicitud')
    .set({ estado: 'retirada', resuelta_por: by.por, resuelta: by.en })
    .where('empresa_id', '=', empresaId)
    .where('estado', '=', 'pendiente')
    .returning('nuevo_ambiente')
    .execute();
  return rows[0]?.nuevo_ambiente;
}

/** Closes a company's pending requests for an environment as approved, because the company now has it. */
export async function settleSolicitudes(tx: Tx, empresaId: string, ambiente: Ambiente, by: Resolution): Promise<void> {
  await tx
    .updateTable('solicitud')
    .set({ estado: 'aprobada', resuelta_por: by.por, resuelta: by.en })
    .where('empresa_id', '=', empresaId)
    .where('estado', '=', 'pendiente')
    .where('nuevo_ambiente', '=', ambiente)
    .execute();
}
