import { ambienteDe } from '@timbre/contract/tables';
import { onlyGiven, textParam } from '../../lib/search-params.ts';

/** Environments of the figures, in the screen's words, and their names in the server's. @source seeds/000 §2.6 */
export const filtros = { TODOS: undefined, PRUEBA: 'testecf', CERTIFICACION: 'certecf', PRODUCCION: 'ecf' } as const;
export type Filtro = keyof typeof filtros;

/** A text as one of {@link filtros}. */
export const filtroOf = (text: unknown): Filtro | undefined =>
  (Object.keys(filtros) as Filtro[]).find((filtro) => filtro === text);

/** The filter of an environment, however it is written; `PRUEBA` when it means none. @source seeds/000 §4 */
export const filtroDeAmbiente = (ambiente: string): Filtro =>
  (Object.keys(filtros) as Filtro[]).find((filtro) => filtros[filtro] === (ambienteDe(ambiente) ?? 'testecf'))!;

/** What the address of Inicio carries. */
export interface InicioSearch {
  ambiente?: Filtro;
  /** `acceso_denegado` when something could not be opened: `ruta`, and its item of the menu. @source seeds/000 §2.3 */
  error?: string;
  ruta?: string;
  menuId?: string;
}

const longest = 200;

/** Reads an address written by us or by anybody: what is not understood is left out. */
export const readInicioSearch = (search: Record<string, unknown>): InicioSearch =>
  onlyGiven<InicioSearch>({
    ambiente: filtroOf(search.ambiente),
    error: textParam(search.error, longest),
    ruta: textParam(search.ruta, longest),
    menuId: textParam(search.menuId, longest),
  });
