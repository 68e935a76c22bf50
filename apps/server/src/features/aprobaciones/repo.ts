import { sql } from 'kysely';
import type { Row } from '../../db/schema.ts';
import type { Tx } from '../../db/transactions.ts';
import type { HeldEmpresa } from '../clientes/service.ts';

/** A request and whose it is, as the company is now. */
export interface SolicitudRow
  extends Pick<Row<'solicitud'>, 'id' | 'tipo' | 'estado' | 'nuevo_ambiente' | 'pedida_por' | 'pedida'> {
  readonly empresa: HeldEmpresa;
}

const columns = sql`s.id, s.tipo, s.estado, s.nuevo_ambiente, s.pedida_por, s.pedida,
  json_build_object('id', e.id, 'rnc', e.rnc, 'razon_social', e.razon_social, 'ambiente', e.ambiente,
    'id_externo', e.id_externo) as empresa
  from solicitud s join empresa e on e.id = s.empresa_id`;

/** What waits, the oldest first. */
export async function listPending(tx: Tx, limit: number): Promise<SolicitudRow[]> {
  const { rows } = await sql<SolicitudRow>`
    select ${columns} where s.estado = 'pendiente' order by s.pedida, s.id limit ${limit}`.execute(tx);
  return rows;
}

/** A request; others who would resolve it, or change its company, wait until the transaction ends. */
export async function holdSolicitud(tx: Tx, id: string): Promise<SolicitudRow | undefined> {
  const { rows } = await sql<SolicitudRow>`select ${columns} where s.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function closeSolicitud(
  tx: Tx,
  id: string,
  estado: 'aprobada' | 'rechazada',
  by: { readonly por: string; readonly en: Date },
): Promise<void> {
  await tx
    .updateTable('solicitud')
    .set({ estado, resuelta_por: by.por, resuelta: by.en })
    .where('id', '=', id)
    .execute();
}

export async function approveEmpresa(tx: Tx, id: string, aprobada: Date): Promise<void> {
  await tx.updateTable('empresa').set({ aprobada }).where('id', '=', id).execute();
}

/** Removes a company that nobody ever entered: it has a request and users, and nothing else. */
export async function deleteEmpresa(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('solicitud').where('empresa_id', '=', id).execute();
  await tx.deleteFrom('usuario').where('empresa_id', '=', id).execute();
  await tx.deleteFrom('empresa').where('id', '=', id).where('aprobada', 'is', null).execute();
}
