import type { Alcance } from '@timbre/route';
import type { NewRow } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

// SQL of `clave_api`: the integration keys of companies.

interface KeyRow {
  id: string;
  empresa_id: string;
  ultimo_uso: Date | null;
  ultimos: string;
  alcances: Alcance[];
}

/** The integration key, unless it is revoked. */
export async function findKey(tx: Tx, hmac: Buffer): Promise<KeyRow | undefined> {
  return await tx
    .selectFrom('clave_api')
    .select(['id', 'empresa_id', 'ultimo_uso', 'ultimos', 'alcances'])
    .where('hmac', '=', hmac)
    .where('revocada', 'is', null)
    .executeTakeFirst();
}

/** Whether a key is valid and still has these scopes. */
export async function isKeyOpen(tx: Tx, empresaId: string, id: string, alcances: readonly Alcance[]): Promise<boolean> {
  const row = await tx
    .selectFrom('clave_api')
    .select('alcances')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('revocada', 'is', null)
    .executeTakeFirst();
  return row !== undefined && alcances.every((alcance) => row.alcances.includes(alcance));
}

export async function touchKey(tx: Tx, empresaId: string, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('clave_api')
    .set({ ultimo_uso: now })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute();
}

/** Last four characters of the valid integration keys, by company. */
export async function openKeys(tx: Tx, empresaIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (empresaIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('clave_api')
    .select(['empresa_id', 'ultimos'])
    .where('empresa_id', 'in', empresaIds)
    .where('revocada', 'is', null)
    .execute();
  return new Map(rows.map(({ empresa_id, ultimos }) => [empresa_id, ultimos]));
}

/** The scopes of the valid integration key of a company; none if it has no key. */
export async function scopesOf(tx: Tx, empresaId: string): Promise<Alcance[]> {
  const row = await tx
    .selectFrom('clave_api')
    .select('alcances')
    .where('empresa_id', '=', empresaId)
    .where('revocada', 'is', null)
    .executeTakeFirst();
  return row?.alcances ?? [];
}

/** Replaces the scopes of the valid integration key. Returns its last four characters; undefined if there is none. */
export async function storeScopes(tx: Tx, empresaId: string, alcances: Alcance[]): Promise<string | undefined> {
  const row = await tx
    .updateTable('clave_api')
    .set({ alcances })
    .where('empresa_id', '=', empresaId)
    .where('revocada', 'is', null)
    .returning('ultimos')
    .executeTakeFirst();
  return row?.ultimos;
}

/** Revokes the integration keys of the company. Returns the last four characters of those that were valid. */
export async function revokeKeys(tx: Tx, empresaId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('clave_api')
    .set({ revocada: now })
    .where('empresa_id', '=', empresaId)
    .where('revocada', 'is', null)
    .returning('ultimos')
    .execute();
  return rows.map(({ ultimos }) => ultimos);
}

export const insertKey = async (tx: Tx, row: NewRow<'clave_api'>): Promise<void> => {
  await tx.insertInto('clave_api').values(row).execute();
};
