import { offers } from '@timbre/authority';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/transactions.ts';
import type { ReceiptKey } from './receipts-repo.ts';
import type { Days, Scope } from './scope.ts';

/** A received e-CF that the DGII has not accepted yet: it is in no report. */
export interface Unconfirmed extends ReceiptKey {
  readonly documentoId: string;
}

/** The documents `r` of some days that the DGII has neither accepted nor rejected; none where nobody can be asked. */
const waiting = ({ empresaId, ambiente }: Scope, { desde, hasta }: Days): RawBuilder<unknown> => sql`
  recibido r where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and ${offers('consultaEstado', ambiente)}
    and r.fecha_emision between ${desde}::date and ${hasta}::date
    and (r.estado_dgii is null or r.estado_dgii not in ('aceptado', 'aceptado_condicional', 'rechazado'))
    and r.respuesta is distinct from 'rechazada'`;

/** How many received e-CF of some days wait for the DGII. */
export async function countUnconfirmed(tx: Tx, scope: Scope, days: Days): Promise<number> {
  const { rows } = await sql<{ cuantos: number }>`
    select count(*)::integer as cuantos from ${waiting(scope, days)}`.execute(tx);
  return rows[0]!.cuantos;
}

/** The received e-CF of some days that wait for the DGII, at most so many. */
export async function listUnconfirmed(tx: Tx, scope: Scope, days: Days, most: number): Promise<Unconfirmed[]> {
  const { rows } = await sql<Unconfirmed>`
    select r.id as "documentoId", r.rnc_emisor as emisor, r.encf as ncf from ${waiting(scope, days)}
    order by r.fecha_emision, r.encf, r.id limit ${most}`.execute(tx);
  return rows;
}
