import type { Ambiente, empresa } from '@timbre/contract';
import { sql } from 'kysely';
import { newId } from '../../platform/db/id.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Accounts } from './accounts.ts';

type DatosEmpresa = empresa.DatosEmpresa;

/** HMAC of the company's Secret Key; null if it has none. */
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

/** Replaces the data of a company (`datos`). */
export async function storeDatos(tx: Tx, empresaId: string, datos: DatosEmpresa): Promise<void> {
  await tx
    .updateTable('empresa')
    .set({ datos: JSON.stringify(datos) })
    .where('id', '=', empresaId)
    .execute();
}

export type CampoNombreItem = NonNullable<Row<'empresa'>['campo_nombre_item']>;

/** The field that names a product on the printed representation; null until one is chosen. */
export async function campoNombreItemOf(tx: Tx, empresaId: string): Promise<CampoNombreItem | null> {
  const row = await tx
    .selectFrom('empresa')
    .select('campo_nombre_item')
    .where('id', '=', empresaId)
    .executeTakeFirstOrThrow();
  return row.campo_nombre_item;
}

/** Type of the logos that printed forms leave out: a PDF has no such pictures. */
export const notPrinted = 'image/webp';

/** Whether the company has a logo that its printed forms show. */
export async function hasLogo(tx: Tx, empresaId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('logo')
    .select('tipo')
    .where('empresa_id', '=', empresaId)
    .where('tipo', '<>', notPrinted)
    .executeTakeFirst();
  return row !== undefined;
}

export async function storeCampoNombreItem(tx: Tx, empresaId: string, campo: CampoNombreItem): Promise<void> {
  await tx.updateTable('empresa').set({ campo_nombre_item: campo }).where('id', '=', empresaId).execute();
}

/** A company to be registered. */
interface NewEmpresa {
  readonly rnc: string;
  readonly razonSocial: string;
  readonly datos?: DatosEmpresa;
  readonly ambiente: Ambiente;
  readonly demo: boolean;
}

/** Registers a company, with its own data key and event record. Returns its id. */
export async function createEmpresa(
  ctx: Pick<Accounts, 'clock' | 'keyring' | 'events'>,
  tx: Tx,
  empresa: NewEmpresa,
): Promise<string> {
  const id = newId(ctx.clock.now());
  const { rnc, razonSocial, datos, ambiente, demo } = empresa;
  const row = {
    id,
    rnc,
    razon_social: razonSocial,
    datos: JSON.stringify(datos ?? {}),
    ambiente,
    demo,
    llave_envuelta: ctx.keyring.newDataKey(id),
  };
  await tx.insertInto('empresa').values(row).execute();
  await ctx.events.begin(tx, id);
  return id;
}

/** The id of the company with that RNC. */
export async function findIdByRnc(tx: Tx, rnc: string): Promise<string | undefined> {
  return (await tx.selectFrom('empresa').select('id').where('rnc', '=', rnc).executeTakeFirst())?.id;
}

/** The ids of all companies. */
export const listEmpresaIds = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('empresa').select('id').execute()).map(({ id }) => id);

/** Whether any company exists. */
export const isAnyEmpresa = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('empresa').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Whether a company exists that is not of a demonstration. */
export const isAnyReal = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('empresa').select('id').where('demo', '=', false).limit(1).executeTakeFirst()) !== undefined;

/** How many companies of demonstrations were made. */
export async function countDemo(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from empresa where demo`.execute(tx);
  return rows[0]!.n;
}

/** The shop of the newest demonstration, and which one it is, from 0; undefined if there is none. */
export async function newestDemo(tx: Tx): Promise<{ readonly id: string; readonly nth: number } | undefined> {
  const { rows } = await sql<{ id: string; n: number }>`
    select id, (select count(*) from empresa where demo)::integer as n from empresa where demo
    order by creada desc, id limit 1`.execute(tx);
  const [newest] = rows;
  return newest && { id: newest.id, nth: Math.ceil(newest.n / 2) - 1 };
}

/** The demonstration company and its user of that name; undefined if there is none. */
export async function findDemo(tx: Tx, nombreUsuario: string) {
  const { rows } = await sql<{ empresaId: string; rnc: string; contrasena_hash: string }>`
    select e.id as "empresaId", e.rnc, p.contrasena_hash
    from empresa e join membresia m on m.empresa_id = e.id join persona p on p.id = m.persona_id
    where e.demo and m.nombre_usuario = ${nombreUsuario}`.execute(tx);
  return rows[0];
}
