import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';

// SQL of a person's second factor, in `persona`.

/** A person's second factor. */
interface TotpRow {
  id: string;
  correo: string;
  /** Encrypted key; also of a second factor that is still being set up. */
  totp_cifrado: Buffer | null;
  /** Company whose key encrypts it; null: the platform's. */
  totp_empresa: string | null;
  totp_pendiente: Buffer | null;
  totp_desde: Date | null;
  totp_paso: number | null;
  /** Number of recovery codes left. */
  quedan: number;
}

export async function findTotp(tx: Tx, personaId: string): Promise<TotpRow | undefined> {
  return tx
    .selectFrom('persona')
    .select(['id', 'correo', 'totp_cifrado', 'totp_empresa', 'totp_pendiente', 'totp_desde', 'totp_paso'])
    .select(sql<number>`cardinality(recuperacion)`.as('quedan'))
    .where('id', '=', personaId)
    .executeTakeFirst();
}

/** Marks a time step as used. Returns whether this call did so: of two calls with the same code, only one does. */
export async function useStep(tx: Tx, personaId: string, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('persona')
    .set({ totp_paso: step })
    .where('id', '=', personaId)
    .where('totp_desde', 'is not', null)
    .where((eb) => eb.or([eb('totp_paso', 'is', null), eb('totp_paso', '<', step)]))
    .returning('id')
    .execute();
  return used.length === 1;
}

/** Uses up a recovery code. Returns how many are left; undefined if it is not one of them. */
export async function useRecoveryCode(tx: Tx, personaId: string, hmac: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ quedan: number }>`
    update persona set recuperacion = array_remove(recuperacion, ${hmac}::bytea)
    where id = ${personaId} and totp_desde is not null and ${hmac}::bytea = any(recuperacion)
    returning cardinality(recuperacion) as quedan`.execute(tx);
  return rows[0]?.quedan;
}

export async function setPending(tx: Tx, personaId: string, sealed: Buffer): Promise<void> {
  await tx.updateTable('persona').set({ totp_pendiente: sealed }).where('id', '=', personaId).execute();
}

/** Activates the pending second factor with its codes. Returns whether it was still the pending one. */
export async function activate(
  tx: Tx,
  personaId: string,
  sealed: Buffer,
  { now, step, codes }: { readonly now: Date; readonly step: number; readonly codes: readonly Buffer[] },
): Promise<boolean> {
  const { rows } = await sql`
    update persona set totp_cifrado = totp_pendiente, totp_empresa = null, totp_pendiente = null, totp_desde = ${now}, totp_paso = ${step},
      recuperacion = ${codes}::bytea[]
    where id = ${personaId} and totp_pendiente = ${sealed}::bytea returning id`.execute(tx);
  return rows.length === 1;
}

/** Replaces the recovery codes. Returns false if there is no second factor. */
export async function setCodes(tx: Tx, personaId: string, codes: readonly Buffer[]): Promise<boolean> {
  const { rows } = await sql`
    update persona set recuperacion = ${codes}::bytea[]
    where id = ${personaId} and totp_desde is not null returning id`.execute(tx);
  return rows.length === 1;
}

/** Removes the second factor. Returns false if there was none. */
export async function removeTotp(tx: Tx, personaId: string): Promise<boolean> {
  const { rows } = await sql`
    update persona set totp_cifrado = null, totp_empresa = null, totp_pendiente = null, totp_desde = null, totp_paso = null, recuperacion = '{}'
    where id = ${personaId} and totp_desde is not null returning id`.execute(tx);
  return rows.length === 1;
}
