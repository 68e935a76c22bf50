import { type Ambiente, ambientes } from '@timbre/contract/tables';
import { onlyGiven } from '../../lib/search-params.ts';

/** The four tabs. The last one has Rangos NC and the ranges of every type of e-CF. @source seeds/000 §2.7 */
export const tabs = [
  { id: 'general', nombre: 'General' },
  { id: 'mapeo', nombre: 'Mapeo de Datos' },
  { id: 'fechas', nombre: 'Asignar Fechas' },
  { id: 'rangos', nombre: 'Secuencias' },
] as const;

/** The tabs of Mapeo de Datos. */
export const mapeos = [
  { id: 'id-externo', nombre: 'ID Externo' },
  { id: 'itbis', nombre: 'Asignar ID de ITBIS' },
  { id: 'campos', nombre: 'Campos Representación Impresa' },
] as const;

/** The open tabs, from the search parameters; the first of each by default. */
export interface Search {
  tab?: (typeof tabs)[number]['id'];
  mapeo?: (typeof mapeos)[number]['id'];
  /** The environment of the sequences shown; the company's own by default. */
  ambiente?: Ambiente;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export const readSearch = (search: Record<string, unknown>): Search =>
  onlyGiven({
    tab: tabs.find(({ id }) => id === search.tab)?.id,
    mapeo: mapeos.find(({ id }) => id === search.mapeo)?.id,
    ambiente: ambientes.find((one) => one === search.ambiente),
  });
