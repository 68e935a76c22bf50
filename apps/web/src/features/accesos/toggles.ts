import { type MenuItem, menuItems, secciones } from '@timbre/contract/tables';
import type { Acceso } from './api.ts';

/** Items that are set, by id. */
export type Toggles = Readonly<Record<string, boolean>>;

const items: readonly MenuItem[] = menuItems;

/** Why an item cannot be changed; undefined when it can. */
export function lockOf({ menuId, soloRoot }: Acceso): string | undefined {
  if (soloRoot) return 'Solo del administrador de la plataforma';
  if (items.find(({ id }) => id === menuId)?.fijo) return 'Siempre habilitado: ninguna empresa puede quedarse sin él';
  return undefined;
}

/** The items by section, in the order of the menu; sections without items are left out. */
export function sectionsOf(accesos: readonly Acceso[]): { seccion: string; accesos: Acceso[] }[] {
  return secciones
    .map((seccion) => ({ seccion, accesos: accesos.filter((acceso) => acceso.seccion === seccion) }))
    .filter((section) => section.accesos.length > 0);
}

/** How many of the items that a company can have are enabled, and what percent. */
export function countEnabled(accesos: readonly Acceso[]): { enabled: number; total: number; percent: number } {
  const possible = accesos.filter(({ soloRoot }) => !soloRoot);
  const enabled = possible.filter(({ habilitado }) => habilitado).length;
  const total = possible.length;
  return { enabled, total, percent: total === 0 ? 0 : Math.round((enabled * 100) / total) };
}

/** What must change so that all these items are as said; the locked ones are not touched. */
export const allTo = (accesos: readonly Acceso[], habilitado: boolean): Toggles =>
  Object.fromEntries(
    accesos
      .filter((acceso) => acceso.habilitado !== habilitado && lockOf(acceso) === undefined)
      .map(({ menuId }) => [menuId, habilitado]),
  );

/** What must change so that they are again as they were. */
export function differences(now: readonly Acceso[], before: readonly Acceso[]): Toggles {
  const were = new Map(before.map(({ menuId, habilitado }) => [menuId, habilitado]));
  return Object.fromEntries(
    now
      .filter(({ menuId, habilitado }) => were.has(menuId) && were.get(menuId) !== habilitado)
      .map(({ menuId, habilitado }) => [menuId, !habilitado]),
  );
}

/** All that can be changed, as it is. */
export const asTheyAre = (accesos: readonly Acceso[]): Toggles =>
  Object.fromEntries(
    accesos.filter((acceso) => lockOf(acceso) === undefined).map(({ menuId, habilitado }) => [menuId, habilitado]),
  );

/** The items with some of them set. */
export const withToggles = (accesos: readonly Acceso[], toggles: Toggles): Acceso[] =>
  accesos.map((acceso) => ({ ...acceso, habilitado: toggles[acceso.menuId] ?? acceso.habilitado }));
