import type { Rol } from '@timbre/contract';
import type { Row } from '../../db/schema.ts';
import type { Tx } from '../../db/transactions.ts';

export type UsuarioRow = Pick<Row<'usuario'>, (typeof columns)[number]>;

const columns = ['id', 'nombre_usuario', 'correo', 'rol', 'creado', 'ultimo_acceso'] as const;

/** The people of a company, the first one first. */
export const listUsuarios = (tx: Tx, empresaId: string, limit: number): Promise<UsuarioRow[]> =>
  tx
    .selectFrom('usuario')
    .select(columns)
    .where('empresa_id', '=', empresaId)
    .orderBy('creado')
    .orderBy('id')
    .limit(limit)
    .execute();

export const findUsuario = (tx: Tx, empresaId: string, id: string): Promise<UsuarioRow | undefined> =>
  tx.selectFrom('usuario').select(columns).where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst();

/** The ids of a company's administrators, who stay so until the transaction ends. */
export async function holdAdministrators(tx: Tx, empresaId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('usuario')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('rol', '=', 'administrador')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export async function setRol(tx: Tx, empresaId: string, id: string, rol: Rol): Promise<void> {
  await tx.updateTable('usuario').set({ rol }).where('empresa_id', '=', empresaId).where('id', '=', id).execute();
}

/** Their sessions go with them. */
export async function deleteUsuario(tx: Tx, empresaId: string, id: string): Promise<void> {
  await tx.deleteFrom('usuario').where('empresa_id', '=', empresaId).where('id', '=', id).execute();
}

/** Whoever has a password: of any company, or of none. */
export const findPassword = (tx: Tx, id: string) =>
  tx
    .selectFrom('usuario as u')
    .leftJoin('empresa as e', 'e.id', 'u.empresa_id')
    .select(['u.id', 'u.empresa_id', 'u.nombre_usuario', 'u.correo', 'e.rnc'])
    .where('u.id', '=', id)
    .executeTakeFirst();

export async function setPassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.updateTable('usuario').set({ contrasena_hash: passwordHash }).where('id', '=', id).execute();
}
