import type { accesos } from '@timbre/contract';
import { type MenuItem, menuItemOf, menuItems, puedeAbrir, secciones } from '@timbre/contract/tables';
import type { AnswerOf } from '@timbre/route';
import type { Rol } from '../lib/session.ts';

type Answer = AnswerOf<typeof accesos.menuDelUsuario>;
/** An item as the menu shows it. */
export type Entry = Answer['menuItems'][number];

/**
 * The menu when the server does not give it: every item that the role may open.
 *
 * @param rol undefined while it is not known: nothing that is only for the platform's administrator
 */
export const builtInMenu = (rol: Rol | undefined): Entry[] =>
  (menuItems as readonly MenuItem[])
    .filter((item) => (rol === undefined ? !item.soloRoot : puedeAbrir(item, rol, {})))
    .map(({ id, nombre, icono, ruta, seccion, soloRoot, disponible }) => ({
      id,
      nombre,
      icono,
      ruta,
      seccion,
      soloRoot,
      habilitado: disponible,
      ...(!disponible && { motivo: 'Aún no está disponible' }),
    }));

/** What remains when nothing was set. @source seeds/000 §4 */
const leastItems: readonly string[] = ['inicio', 'configuracion'];

/**
 * What the menu shows for an answer of the server.
 *
 * @param answer undefined when it did not come
 */
export function shownMenu(answer: Answer | undefined, rol: Rol | undefined) {
  const empty = answer?.menuItems.length === 0;
  const builtIn = builtInMenu(rol).filter(({ id }) => !empty || leastItems.includes(id));
  const given = answer === undefined || !answer.success || empty ? builtIn : answer.menuItems;
  const items = given.filter(({ soloRoot }) => !soloRoot || rol === 'root');
  const order = answer?.secciones.length ? answer.secciones : [...secciones];
  const sections = order
    .map((nombre) => ({ nombre, items: items.filter(({ seccion }) => seccion === nombre) }))
    .filter((section) => section.items.length > 0);
  return { sections, items: sections.flatMap((section) => section.items), empty };
}

/** Who asks, and what the menu says of their company. */
interface Asker {
  readonly rol: Rol | undefined;
  readonly rncEmisor: string;
  /** By item; undefined when the menu did not come. */
  readonly accesos: Readonly<Record<string, boolean>> | undefined;
}

/**
 * The item of an address that may not be opened; undefined when it may. What cannot be known is allowed, since the server
 * decides each call; but nobody without a company enters a company's screens. A screen that is not built yet is nobody's.
 */
export function deniedItem(pathname: string, { rol, rncEmisor, accesos = {} }: Asker): MenuItem | undefined {
  const item = menuItemOf(pathname);
  if (item === undefined || !item.disponible || rol === undefined || rol === 'root' || item.fijo) return undefined;
  return rncEmisor !== '' && puedeAbrir(item, rol, accesos) ? undefined : item;
}
