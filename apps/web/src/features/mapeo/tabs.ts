import { onlyDefined, textParam } from '../../lib/search-params.ts';

/** The tabs, in the order of the specification. @source specification 002 §2 */
export const tabs = [
  { id: 'excel-flexible', nombre: 'Excel Flexible' },
  { id: '606', nombre: '606 (Gastos)' },
  { id: '607', nombre: '607 (Ingresos)' },
  { id: 'tipos606', nombre: 'Tipos B&S' },
  { id: 'tipos607', nombre: 'Tipos Ingresos' },
  { id: 'campos-formulario', nombre: 'Campos del PDF' },
  { id: 'stats', nombre: 'Estadísticas' },
] as const;
export type Tab = (typeof tabs)[number]['id'];

/** The tabs whose accounts can be mapped automatically. */
export type Destino = '606' | '607' | 'tipos606' | 'tipos607';
export const destinoOf = (tab: Tab): Destino | undefined =>
  tab === '606' || tab === '607' || tab === 'tipos606' || tab === 'tipos607' ? tab : undefined;

/** The search parameters of the screen. */
interface Search {
  readonly tab?: Tab;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export function readSearch(search: Record<string, unknown>): Search {
  const tab = textParam(search.tab, 20);
  return onlyDefined<Search>({ tab: tabs.find(({ id }) => id === tab)?.id });
}
