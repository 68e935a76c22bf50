import { sql } from 'kysely';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';

// SQL of `token_autoridad`: the tokens of the authority that callers obtained here.

/** Maximum number of tokens of a company; the ones that expire first make room. */
const mostTokens = 100;

/** Stores a token. Deletes the company's expired ones, and those above the maximum. */
export async function putToken(tx: Tx, row: NewRow<'token_autoridad'>, now: Date): Promise<void> {
  const { empresa_id, hmac: _, ...holder } = row;
  await tx
    .insertInto('token_autoridad')
    .values(row)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'hmac']).doUpdateSet(holder))
    .execute();
  await sql`
    delete from token_autoridad where empresa_id = ${empresa_id} and (expira <= ${now} or hmac not in (
      select hmac from token_autoridad where empresa_id = ${empresa_id} order by expira desc limit ${mostTokens}))`.execute(
    tx,
  );
}

/** The holder of a token that is valid now, in any company. */
export const findToken = (
  tx: Tx,
  hmac: Buffer,
  now: Date,
): Promise<Pick<Row<'token_autoridad'>, 'titular' | 'es_sesion'> | undefined> =>
  tx
    .selectFrom('token_autoridad')
    .select(['titular', 'es_sesion'])
    .where('hmac', '=', hmac)
    .where('expira', '>', now)
    .orderBy('expira', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function deleteTokens(tx: Tx, empresaId: string): Promise<void> {
  await tx.deleteFrom('token_autoridad').where('empresa_id', '=', empresaId).execute();
}
