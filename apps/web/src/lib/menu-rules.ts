import type { accesos } from '@timbre/contract';
import { canOpen, type MenuItem, menuItemOf, menuItems, secciones } from '@timbre/contract/tables';
import type { AnswerOf } from '@timbre/route';
import type { Rol } from './session.ts';

type Answer = AnswerOf<typeof accesos.menuDelUsuario>;
/** An item as the menu shows it. */
export type Entry = Answer['menuItems'][number];

/**
 * The menu when the server's is not available: every item that the role may open.
 *
 * @param rol undefined while it is unknown: the items only for the platform's administrator are left out
 */
export const builtInMenu = (rol: Rol | undefined): Entry[] =>
  (menuItems as readonly MenuItem[])
    .filter((item) => (rol === undefined ? !item.soloRoot : canOpen(item, rol, {})))
    .map(({ id, nombre, icono, ruta, seccion, soloRoot }) => ({
      id,
      nombre,
      icono,
      ruta,
      seccion,
      soloRoot,
      habilitado: true,
    }));

/** The items of a company whose access was never set. @source specification 000 §4 */
const leastItems: readonly string[] = ['inicio', 'configuracion'];

/**
 * Returns the items that the menu shows for a response of the server.
 *
 * @param answer undefined when it did not arrive
 * @param severalCompanies whether the user has a list of companies, which the item `contador` opens
 */
export function shownMenu(answer: Answer | undefined, rol: Rol | undefined, severalCompanies = false) {
  const empty = answer?.menuItems.length === 0;
  const builtIn = builtInMenu(rol).filter(({ id }) => !empty || leastItems.includes(id));
  const chosen = answer === undefined || !answer.success || empty ? builtIn : answer.menuItems;
  const items = chosen.filter(
    ({ id, soloRoot }) => (!soloRoot || rol === 'root') && (id !== 'contador' || severalCompanies || rol === 'root'),
  );
  const order = answer?.secciones.length ? answer.secciones : [...secciones];
  const sections = order
    .map((nombre) => ({ nombre, items: items.filter(({ seccion }) => seccion === nombre) }))
    .filter((section) => section.items.length > 0);
  return { sections, items: sections.flatMap((section) => section.items), empty };
}

/** The role of the user, and the access of their company from the menu's response. */
interface Asker {
  readonly rol: Rol | undefined;
  readonly rncEmisor: string;
  /** By item; undefined when the menu did not arrive. */
  readonly accesos: Readonly<Record<string, boolean>> | undefined;
}

/**
 * Returns the item of an address that may not be opened; undefined when it may. Items with unknown access are allowed,
 * since the server authorises each call. A user without a company, however, cannot open a company's screens.
 */
export function deniedItem(pathname: string, { rol, rncEmisor, accesos = {} }: Asker): MenuItem | undefined {
  const item = menuItemOf(pathname);
  if (item === undefined || rol === undefined || rol === 'root' || item.fijo) return undefined;
  return rncEmisor !== '' && canOpen(item, rol, accesos) ? undefined : item;
}
