import { ambienteDe, ambienteVisible } from '@timbre/contract/tables';
import { onlyDefined, textParam } from '../../lib/search-params.ts';

/** The environments of the figures, by their names on the screen and on the server. @source specification 000 §2.6 */
export const filtros = { TODOS: undefined, PRUEBA: 'testecf', CERTIFICACION: 'certecf', PRODUCCION: 'ecf' } as const;
export type Filtro = keyof typeof filtros;

/** The label of each of {@link filtros}. */
export const filtroVisible: Readonly<Record<Filtro, string>> = {
  TODOS: 'todos',
  PRUEBA: ambienteVisible.testecf,
  CERTIFICACION: ambienteVisible.certecf,
  PRODUCCION: ambienteVisible.ecf,
};

/** Parses a text as one of {@link filtros}. */
export const filtroOf = (text: unknown): Filtro | undefined =>
  (Object.keys(filtros) as Filtro[]).find((filtro) => filtro === text);

/** Returns the filter of an environment in any spelling; `PRUEBA` when it is unknown. @source specification 000 §4 */
export const filtroDeAmbiente = (ambiente: string): Filtro =>
  (Object.keys(filtros) as Filtro[]).find((filtro) => filtros[filtro] === (ambienteDe(ambiente) ?? 'testecf'))!;

/** The search parameters of Inicio. */
export interface InicioSearch {
  ambiente?: Filtro;
  /** `acceso_denegado` when access was denied: `ruta`, and its item of the menu. @source specification 000 §2.3 */
  error?: string;
  ruta?: string;
  menuId?: string;
}

const longest = 200;

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export const readInicioSearch = (search: Record<string, unknown>): InicioSearch =>
  onlyDefined<InicioSearch>({
    ambiente: filtroOf(search.ambiente),
    error: textParam(search.error, longest),
    ruta: textParam(search.ruta, longest),
    menuId: textParam(search.menuId, longest),
  });
