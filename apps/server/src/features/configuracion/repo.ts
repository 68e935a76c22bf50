import type { Ambiente } from '@timbre/contract';
import type { NewRow, Row } from '../../db/schema.ts';
import type { Tx } from '../../db/transactions.ts';

/** Last four characters of the integration key that opens; undefined when there is none. */
export async function openKey(tx: Tx, empresaId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('clave_api')
    .select('ultimos')
    .where('empresa_id', '=', empresaId)
    .where('revocada', 'is', null)
    .executeTakeFirst();
  return row?.ultimos;
}

/** Ends the integration keys of the company. Gives the last four characters of those that still opened. */
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

/** What is kept of the company's Secret Key; null when it has none. */
export async function secretOf(tx: Tx, empresaId: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('empresa')
    .select('secreto_hmac')
    .where('id', '=', empresaId)
    .executeTakeFirstOrThrow();
  return row.secreto_hmac;
}

export const saveEmpresa = async (
  tx: Tx,
  empresaId: string,
  change: Partial<Pick<Row<'empresa'>, 'id_externo' | 'secreto_hmac' | 'secreto_ultimos'>>,
): Promise<void> => {
  await tx.updateTable('empresa').set(change).where('id', '=', empresaId).execute();
};

/** The environment that the company asked for and nobody has decided on. */
export async function pendingAmbiente(tx: Tx, empresaId: string): Promise<Ambiente | undefined> {
  const row = await tx
    .selectFrom('solicitud')
    .select('nuevo_ambiente')
    .where('empresa_id', '=', empresaId)
    .where('tipo', '=', 'ambiente')
    .where('estado', '=', 'pendiente')
    .executeTakeFirst();
  return row?.nuevo_ambiente;
}

/** Stores a request in the place of the one that waits: whoever is looking at that one cannot approve this one unseen. */
export async function replaceRequest(tx: Tx, row: NewRow<'solicitud'>): Promise<void> {
  await tx
    .deleteFrom('solicitud')
    .where('empresa_id', '=', row.empresa_id)
    .where('tipo', '=', row.tipo)
    .where('estado', '=', 'pendiente')
    .execute();
  await tx.insertInto('solicitud').values(row).execute();
}

/** Writes down that the Secret Key was known in this session. */
export async function markSecretValidated(tx: Tx, sesionId: string, now: Date): Promise<void> {
  await tx.updateTable('sesion').set({ secreto_validado: now }).where('id', '=', sesionId).execute();
}

/** When the Secret Key was last known in this session. */
export async function secretValidatedAt(tx: Tx, sesionId: string): Promise<Date | null> {
  const row = await tx.selectFrom('sesion').select('secreto_validado').where('id', '=', sesionId).executeTakeFirst();
  return row?.secreto_validado ?? null;
}
