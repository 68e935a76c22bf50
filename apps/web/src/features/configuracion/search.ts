import { type Ambiente, ambientes, type DatoDeEmpresa, datoDeEmpresa, tipoNombre } from '@timbre/contract/tables';
import { onlyDefined } from '../../lib/search-params.ts';

/**
 * The tabs: the four of the specification, of which Secuencias has Rangos NC and the ranges of every type, and Webhooks
 * and Correo.
 *
 * @source specification 000 §2.7
 */
export const tabs = [
  { id: 'general', nombre: 'General', guide: 'empresa' },
  { id: 'mapeo', nombre: 'Mapeo de Datos', guide: 'empresa#campos-pdf' },
  { id: 'fechas', nombre: 'Asignar Fechas', guide: 'secuencias' },
  { id: 'rangos', nombre: 'Secuencias', guide: 'secuencias' },
  { id: 'webhooks', nombre: 'Webhooks', guide: 'webhooks' },
  { id: 'correo', nombre: 'Correo', guide: 'correo' },
] as const;

/** The parts of Mapeo de Datos, on one page. */
const mapeos = ['id-externo', 'itbis', 'campos'] as const;

/** The parts of General that an address may name. */
const partes = ['ambiente', 'certificado', 'enlaces'] as const;
export type Parte = (typeof partes)[number];

/** The open tab, from the search parameters; the first by default. */
interface Search {
  tab?: (typeof tabs)[number]['id'];
  /** The part of Mapeo de Datos to scroll to. */
  mapeo?: (typeof mapeos)[number];
  /** The part of General to focus. */
  parte?: Parte;
  /** The environment of the sequences shown; the company's own by default. */
  ambiente?: Ambiente;
  /** The fact of the company, in General, whose field gets the focus. */
  dato?: DatoDeEmpresa;
  /** The type of e-CF whose range is to be registered: its form is open. */
  registrar?: string;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export const readSearch = (search: Record<string, unknown>): Search =>
  onlyDefined({
    tab: tabs.find(({ id }) => id === search.tab)?.id,
    mapeo: mapeos.find((id) => id === search.mapeo),
    parte: partes.find((id) => id === search.parte),
    ambiente: ambientes.find((one) => one === search.ambiente),
    dato: (Object.keys(datoDeEmpresa) as DatoDeEmpresa[]).find((one) => one === search.dato),
    registrar: Object.keys(tipoNombre).find((tipo) => tipo === String(search.registrar)),
  });

/** Where the guide explains the open tab. */
export const guideOf = (search: Record<string, unknown>): string =>
  (tabs.find(({ id }) => id === search.tab) ?? tabs[0]).guide;
