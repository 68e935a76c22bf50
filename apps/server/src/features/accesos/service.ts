import { alcanza, type MenuItem, menuItemOf, menuItems, puedeAbrir } from '@timbre/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import type { Actor, SessionCaller } from '../../http/caller.ts';
import { refuse } from '../../http/problem.ts';
import { recordActOnEmpresa } from '../clientes/record.ts';
import * as repo from './repo.ts';

/** Every item, as items: the table's own type knows each one's fields and no others. */
export const items: readonly MenuItem[] = menuItems;

const maxExternal = 5_000;

/**
 * What a company reaches. People of a company find their own alone.
 *
 * @throws Problem `recurso/no-encontrado`
 */
export async function viewAccesos(ctx: Context, caller: SessionCaller, rnc: string): Promise<repo.AccesosRow> {
  const find = (tx: Tx) => repo.findAccesos(tx, rnc, false);
  const { empresaId } = caller;
  const found = empresaId === null ? await ctx.db.system(find) : await ctx.db.tenant(empresaId, find);
  return found ?? refuse('recurso/no-encontrado');
}

/** An item to be given or taken away; clients of the specification call its id either way. */
export interface Toggle {
  readonly menuId?: string | undefined;
  readonly itemId?: string | undefined;
  readonly habilitado: boolean;
}

/**
 * Sets what a company reaches. Items that do not come stay as they are.
 *
 * @throws Problem `recurso/no-encontrado`; `peticion/invalida` for an item that does not exist or comes twice;
 * `acceso/fijo` for one that cannot change
 */
export async function saveAccesos(ctx: Context, rnc: string, toggles: readonly Toggle[], by: Actor) {
  const wanted = readToggles(toggles);
  return ctx.db.system(async (tx) => {
    const row = (await repo.findAccesos(tx, rnc, true)) ?? refuse('recurso/no-encontrado');
    const changed = [...wanted].filter(([item, habilitado]) => alcanza(item, row.accesos) !== habilitado);
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

/** The items that are to change, once each; those that cannot are refused unless they come as they are. */
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
 * Whether the caller may open an item, named by its id or by an address; one that is no item's is open to all.
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
  return { permitido: puedeAbrir(item, caller.rol, accesos), menuId: item.id };
}

/** What was set for the caller's company; nothing for the platform's administrator. */
export async function ownAccesos(
  ctx: Context,
  { empresaId }: SessionCaller,
): Promise<Readonly<Record<string, boolean>>> {
  return empresaId === null ? {} : (await ctx.issuers.of(empresaId)).accesos;
}

/** The approved companies in order of name. */
export const listExternal = (ctx: Context) => ctx.db.system((tx) => repo.listExternal(tx, maxExternal));
