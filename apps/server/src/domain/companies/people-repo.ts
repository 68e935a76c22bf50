import { sql } from 'kysely';
import type { StoredPassword } from '../../platform/crypto/password-filter.ts';
import type { Tx } from '../../platform/db/transactions.ts';

// SQL of `persona`, apart from its second factor (second-factor-repo.ts). The table is not accessible with a company's rights.

/** A person to be stored. */
interface NewPersona {
  readonly id: string;
  /** In lower case; for the platform's administrator, their log-in name. */
  readonly correo: string;
  readonly password: StoredPassword;
  /** Chosen by the person, so that no other person knows it. */
  readonly propia: boolean;
  readonly esRoot: boolean;
}

/** Stores a person, unless the e-mail is taken. Returns whether the person was stored. */
export async function insertPersona(tx: Tx, { id, correo, password, propia, esRoot }: NewPersona): Promise<boolean> {
  const stored = await tx
    .insertInto('persona')
    .values({ id, correo, ...password, contrasena_propia: propia, es_root: esRoot })
    .onConflict((conflict) => conflict.column('correo').doNothing())
    .returning('id')
    .execute();
  return stored.length === 1;
}

/** The stored form of a person's password. */
interface PasswordRow {
  readonly id: string;
  readonly contrasena_hash: string;
  readonly contrasena_filtro: Buffer | null;
  readonly contrasena_propia: boolean;
  readonly totp: boolean;
  readonly es_root: boolean;
}

const passwordColumns = [
  'id',
  'contrasena_hash',
  'contrasena_filtro',
  'contrasena_propia',
  'es_root',
  sql<boolean>`totp_desde is not null`.as('totp'),
] as const;

/** Undefined if the person no longer exists. */
export const passwordOf = (tx: Tx, personaId: string): Promise<PasswordRow | undefined> =>
  tx.selectFrom('persona').select(passwordColumns).where('id', '=', personaId).executeTakeFirst();

/** Who a person is; undefined if they no longer exist. */
export const findPersona = (tx: Tx, personaId: string): Promise<{ correo: string } | undefined> =>
  tx.selectFrom('persona').select('correo').where('id', '=', personaId).executeTakeFirst();

export const findByCorreo = (tx: Tx, correo: string): Promise<PasswordRow | undefined> =>
  tx.selectFrom('persona').select(passwordColumns).where('correo', '=', correo).executeTakeFirst();

/** As {@link findByCorreo}, and prevents the deletion of the person until the transaction ends. */
export const keepByCorreo = (tx: Tx, correo: string): Promise<PasswordRow | undefined> =>
  tx.selectFrom('persona').select(passwordColumns).where('correo', '=', correo).forKeyShare().executeTakeFirst();

/** Locks a person until the transaction ends. */
export async function holdPersona(tx: Tx, personaId: string): Promise<void> {
  await tx.selectFrom('persona').select('id').where('id', '=', personaId).forUpdate().execute();
}

/**
 * Also ends the links with which another one could be chosen.
 *
 * @param propia whether the person chose the password
 */
export async function setPassword(tx: Tx, personaId: string, stored: StoredPassword, propia: boolean): Promise<void> {
  await tx.deleteFrom('enlace').where('persona_id', '=', personaId).execute();
  await tx
    .updateTable('persona')
    .set({ ...stored, contrasena_propia: propia })
    .where('id', '=', personaId)
    .execute();
}

/** Stores the filter that detects wrong passwords without a hash, unless the password was changed meanwhile. */
export async function setFilter(tx: Tx, personaId: string, hash: string, filter: Buffer): Promise<void> {
  await tx
    .updateTable('persona')
    .set({ contrasena_filtro: filter })
    .where('id', '=', personaId)
    .where('contrasena_hash', '=', hash)
    .execute();
}

/** Deletes a person without any membership, of a company or of an organisation. */
export async function deleteWithoutMembership(tx: Tx, personaId: string): Promise<void> {
  await tx
    .deleteFrom('persona')
    .where('id', '=', personaId)
    .where('es_root', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('membresia').select('id').whereRef('membresia.persona_id', '=', 'persona.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('organizacion_miembro')
            .select('id')
            .whereRef('organizacion_miembro.persona_id', '=', 'persona.id'),
        ),
      ),
    )
    .execute();
}

/** The platform's administrator of that name; without a name, any of them. */
export function findRoot(tx: Tx, login: string | undefined) {
  let roots = tx
    .selectFrom('persona')
    .select(['id', 'correo', 'contrasena_hash'])
    .where('es_root', '=', true)
    .orderBy('creado')
    .limit(1);
  if (login !== undefined) roots = roots.where('correo', '=', login.toLowerCase());
  return roots.executeTakeFirst();
}

/** Sets the password of the platform's administrators. Returns their ids. */
export async function setRootPasswords(tx: Tx, stored: StoredPassword): Promise<string[]> {
  const rows = await tx.updateTable('persona').set(stored).where('es_root', '=', true).returning('id').execute();
  return rows.map(({ id }) => id);
}
