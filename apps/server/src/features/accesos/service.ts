import { canOpen, isGranted, type MenuItem, menuItemOf, menuItems } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { firstUsers } from '../../domain/companies/memberships-repo.ts';
import * as repo from '../../domain/companies/menu-access-repo.ts';
import { recordActOnEmpresa } from '../../domain/companies/record-act.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor, SessionCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';

/** The menu items under their common type: the table's own type has a different set of fields for each item. */
export const items: readonly MenuItem[] = menuItems;

const maxExternal = 5_000;

/** A company's access to menu items, with its first user as the contact. */
export interface Accesos extends repo.AccesosRow {
  readonly correo: string;
}

async function findAccesos(tx: Tx, rnc: string, held: boolean): Promise<Accesos | undefined> {
  const row = await repo.findAccesos(tx, rnc, held);
  return row && { ...row, correo: (await firstUsers(tx, [row.id])).get(row.id)?.correo ?? '' };
}

/**
 * A company's access to menu items. People of a company may see only that of their own.
 *
 * @throws Problem `recurso/no-encontrado`
 */
export async function viewAccesos(ctx: Context, caller: SessionCaller, rnc: string): Promise<Accesos> {
  const find = (tx: Tx) => findAccesos(tx, rnc, false);
  const { empresaId } = caller;
  const accesos = empresaId === null ? await ctx.db.system(find) : await ctx.db.tenant(empresaId, find);
  return accesos ?? refuse('recurso/no-encontrado');
}

/** A menu item to be granted or denied; clients of the specification use either name for its id. */
interface Toggle {
  readonly menuId?: string | undefined;
  readonly itemId?: string | undefined;
  readonly habilitado: boolean;
}

/**
 * Sets a company's access to menu items. Items not listed remain as they are.
 *
 * @throws Problem `recurso/no-encontrado`; `peticion/invalida` for an item that does not exist or is listed twice;
 * `acceso/fijo` for one that cannot change
 */
export async function saveAccesos(ctx: Context, rnc: string, toggles: readonly Toggle[], by: Actor) {
  const wanted = readToggles(toggles);
  return ctx.db.system(async (tx) => {
    const row = (await findAccesos(tx, rnc, true)) ?? refuse('recurso/no-encontrado');
    const changed = [...wanted].filter(([item, habilitado]) => isGranted(item, row.accesos) !== habilitado);
    if (changed.length === 0) return row;
    const accesos = { ...row.accesos, ...Object.fromEntries(changed.map(([{ id }, habilitado]) => [id, habilitado])) };
    const en = ctx.clock.now();
    await repo.saveAccesos(tx, row.id, accesos, { por: by.por, en });
    const namesOf = (habilitado: boolean) =>
      changed.flatMap(([{ nombre }, value]) => (value === habilitado ? [nombre] : []));
    const datos = { habilitados: namesOf(true), deshabilitados: namesOf(false), ...by };
    await recordActOnEmpresa(ctx, tx, row, { tipo: 'accesos.cambiados', sujeto: row.id, datos }, 'accesos');
    return { ...row, accesos, accesos_por: by.por, accesos_en: en };
  });
}

/**
 * The items to change, each once. An item that cannot change is refused, unless it is listed with its present value.
 */
function readToggles(toggles: readonly Toggle[]): ReadonlyMap<MenuItem, boolean> {
  const wanted = new Map<MenuItem, boolean>();
  for (const { menuId, itemId, habilitado } of toggles) {
    const id = menuId ?? itemId;
    const item = items.find((each) => each.id === id);
    if (item === undefined || (menuId !== undefined && itemId !== undefined && menuId !== itemId))
      return refuse('peticion/invalida', `No hay una opción de menú «${id ?? ''}»`);
    if (wanted.has(item)) refuse('peticion/invalida', `La opción «${item.nombre}» viene dos veces`);
    if (item.soloRoot && habilitado)
      refuse('acceso/fijo', `«${item.nombre}» es solo del administrador de la plataforma`);
    if (item.fijo === true && !habilitado) refuse('acceso/fijo', `«${item.nombre}» no se puede quitar`);
    if (!item.soloRoot && item.fijo !== true) wanted.set(item, habilitado);
  }
  return wanted;
}

/**
 * Whether the caller may open an item, named by its id or by an address. An address that belongs to no item is open to
 * all.
 *
 * @throws Problem `recurso/no-encontrado` when the RNC is not of the caller's company
 */
export async function checkAcceso(
  ctx: Context,
  caller: SessionCaller,
  rnc: string,
  { menuId, ruta }: { readonly menuId?: string | undefined; readonly ruta?: string | undefined },
) {
  const { accesos } = await viewAccesos(ctx, caller, rnc);
  const item = menuId === undefined ? menuItemOf(ruta ?? '') : items.find(({ id }) => id === menuId);
  if (item === undefined) return { permitido: true, menuId: null };
  return { permitido: canOpen(item, caller.rol, accesos), menuId: item.id };
}

/** The settings of the caller's company; none for the platform's administrator. */
export async function ownAccesos(
  ctx: Context,
  { empresaId }: SessionCaller,
): Promise<Readonly<Record<string, boolean>>> {
  return empresaId === null ? {} : (await ctx.issuers.of(empresaId)).accesos;
}

/** The companies, ordered by name, each with the e-mail of its first user. */
export const listExternal = (ctx: Context) =>
  ctx.db.system(async (tx) => {
    const rows = await repo.listExternal(tx, maxExternal);
    const ids = rows.map(({ id }) => id);
    const users = await firstUsers(tx, ids);
    return rows.map(({ id, rnc, razon_social: nombre }) => ({ rnc, nombre, email: users.get(id)?.correo ?? '' }));
  });
