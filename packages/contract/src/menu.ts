import type { Policy } from '@timbre/route';
import { featureMenu } from './menu.generated.ts';
import { puede, type Rol } from './roles.ts';

export { featureMenu };

/** Sections of the side menu, in their order. @source docs/specification.md §2.2 */
export const secciones = ['Principal', 'Facturas', 'Reportes', 'Seguridad', 'Administración'] as const;
type Seccion = (typeof secciones)[number];

/** An item of the side menu. */
export interface MenuItem {
  readonly id: string;
  readonly nombre: string;
  /** The title of its screen, shown before the code of the screen has loaded. */
  readonly titulo?: string;
  readonly ruta: string;
  /** Other addresses of the same screen. */
  readonly otrasRutas?: readonly string[];
  /** Name of a Tabler icon. */
  readonly icono: string;
  readonly seccion: Seccion;
  /** Its place within the section: from 1, each place taken once and none left out. */
  readonly lugar: number;
  /** Only for the platform's administrator; it cannot be granted or taken away. */
  readonly soloRoot: boolean;
  /** Policy that the roles of a company must satisfy to see the item. */
  readonly policy: Policy;
  /** A company cannot lose access to it. */
  readonly fijo?: true;
}

const order = ({ seccion, lugar }: MenuItem) => secciones.indexOf(seccion) * 100 + lugar;

/**
 * Every item of the side menu in its order, with the names and addresses of the specification. Each feature declares its own,
 * `menu`. @source docs/specification.md §2.2
 */
export const menuItems = [...Object.values(featureMenu)].sort((a, b) => order(a) - order(b));

export type MenuId = (typeof menuItems)[number]['id'];

/** The item with this address, or with the longest address that the path begins with; undefined when there is none. */
export function menuItemOf(ruta: string): MenuItem | undefined {
  const path = ruta
    .toLowerCase()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  const candidates = menuItems.flatMap((item: MenuItem) =>
    [item.ruta, ...(item.otrasRutas ?? [])].map((address) => ({ item, address })),
  );
  return candidates
    .filter(({ address }) => path === address || path.startsWith(`${address}/`))
    .sort((a, b) => b.address.length - a.address.length)[0]?.item;
}

/**
 * Whether a company has access to an item.
 *
 * @param accesos the company's settings by item; an item without an entry is enabled
 */
export const isGranted = (item: MenuItem, accesos: Readonly<Record<string, boolean>>): boolean =>
  item.fijo === true || (accesos[item.id] ?? true);

/**
 * Whether a person may open an item. The server checks it on every call of the item; the browser, on every navigation.
 *
 * @param accesos as in {@link isGranted}, of the person's company
 */
export function canOpen(item: MenuItem, rol: Rol | 'root', accesos: Readonly<Record<string, boolean>>): boolean {
  if (rol === 'root') return true;
  return !item.soloRoot && puede(rol, item.policy) && isGranted(item, accesos);
}
