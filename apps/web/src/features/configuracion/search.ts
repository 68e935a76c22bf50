import { type Ambiente, ambientes } from '@timbre/contract/tables';
import { onlyGiven } from '../../lib/search-params.ts';

/** The four tabs, in the words of the specification. @source seeds/000 §2.7 */
export const tabs = [
  { id: 'general', nombre: 'General' },
  { id: 'mapeo', nombre: 'Mapeo de Datos' },
  { id: 'fechas', nombre: 'Asignar Fechas' },
  { id: 'rangos', nombre: 'Rangos NC' },
] as const;

/** The tabs of Mapeo de Datos. */
export const mapeos = [
  { id: 'id-externo', nombre: 'ID Externo' },
  { id: 'itbis', nombre: 'Asignar ID de ITBIS' },
  { id: 'campos', nombre: 'Campos Representación Impresa' },
] as const;

/** What is open, as the address carries it: the first of each where nothing is said. */
export interface Search {
  tab?: (typeof tabs)[number]['id'];
  mapeo?: (typeof mapeos)[number]['id'];
  /** Whose sequences are shown; the company's own environment where nothing is said. */
  ambiente?: Ambiente;
}

/** Reads an address written by us or by anybody: what is not understood is left out. */
export const readSearch = (search: Record<string, unknown>): Search =>
  onlyGiven({
    tab: tabs.find(({ id }) => id === search.tab)?.id,
    mapeo: mapeos.find(({ id }) => id === search.mapeo)?.id,
    ambiente: ambientes.find((one) => one === search.ambiente),
  });
