import { type MenuItem, menuItems, secciones } from '@timbre/contract/tables';
import type { Acceso } from './api.ts';

/** The items that were set, by id. */
export type Toggles = Readonly<Record<string, boolean>>;

const items: readonly MenuItem[] = menuItems;

/** Returns the reason why an item cannot be changed; undefined when it can. */
export function lockOf({ menuId, soloRoot }: Acceso): string | undefined {
  if (soloRoot) return 'Solo del administrador de la plataforma';
  if (items.find(({ id }) => id === menuId)?.fijo) return 'Siempre habilitado';
  return undefined;
}

/** Groups the items by section, in the order of the menu. Empty sections are left out. */
export function sectionsOf(accesos: readonly Acceso[]): { seccion: string; accesos: Acceso[] }[] {
  return secciones
    .map((seccion) => ({ seccion, accesos: accesos.filter((acceso) => acceso.seccion === seccion) }))
    .filter((section) => section.accesos.length > 0);
}

/** Counts the enabled items among those that a company can have, with the percentage. */
export function countEnabled(accesos: readonly Acceso[]): { enabled: number; total: number; percent: number } {
  const possible = accesos.filter(({ soloRoot }) => !soloRoot);
  const enabled = possible.filter(({ habilitado }) => habilitado).length;
  const total = possible.length;
  return { enabled, total, percent: total === 0 ? 0 : Math.round((enabled * 100) / total) };
}

/** Returns the changes that set all these items to a value. Locked items are not changed. */
export const allTo = (accesos: readonly Acceso[], habilitado: boolean): Toggles =>
  Object.fromEntries(
    accesos
      .filter((acceso) => acceso.habilitado !== habilitado && lockOf(acceso) === undefined)
      .map(({ menuId }) => [menuId, habilitado]),
  );

/** Returns the changes that restore the items to their state in `before`. */
export function differences(now: readonly Acceso[], before: readonly Acceso[]): Toggles {
  const were = new Map(before.map(({ menuId, habilitado }) => [menuId, habilitado]));
  return Object.fromEntries(
    now
      .filter(({ menuId, habilitado }) => were.has(menuId) && were.get(menuId) !== habilitado)
      .map(({ menuId, habilitado }) => [menuId, !habilitado]),
  );
}

/** Returns the changes that set the items to the state that they have for another company. */
export const copyOf = (now: readonly Acceso[], theirs: readonly Acceso[]): Toggles =>
  differences(
    now.filter((acceso) => lockOf(acceso) === undefined),
    theirs,
  );

/** The current state of every item that can be changed. */
export const asTheyAre = (accesos: readonly Acceso[]): Toggles =>
  Object.fromEntries(
    accesos.filter((acceso) => lockOf(acceso) === undefined).map(({ menuId, habilitado }) => [menuId, habilitado]),
  );

/** Returns the items with the changes applied. */
export const withToggles = (accesos: readonly Acceso[], toggles: Toggles): Acceso[] =>
  accesos.map((acceso) => ({ ...acceso, habilitado: toggles[acceso.menuId] ?? acceso.habilitado }));
