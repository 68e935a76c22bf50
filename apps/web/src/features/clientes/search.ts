import { onlyDefined, textParam } from '../../lib/search-params.ts';
import type { Cliente } from './api.ts';

/** Filters of the list of companies. */
export const vistas = {
  produccion: { nombre: 'En producción', holds: ({ ambiente }: Cliente) => ambiente === 'Produccion' },
  pruebas: { nombre: 'Sin pasar a producción', holds: ({ ambiente }: Cliente) => ambiente !== 'Produccion' },
  'sin-certificado': { nombre: 'Sin certificado vigente', holds: (cliente: Cliente) => lacksCertificate(cliente) },
  'con-rechazos': { nombre: 'Con rechazos', holds: ({ facturasRechazadas }: Cliente) => facturasRechazadas > 0 },
} as const;
export type Vista = keyof typeof vistas;

/** Orders of the list; by name if none is set. */
export const ordenes = {
  emitidas: { nombre: 'Más facturas emitidas', figure: ({ facturasEmitidas }: Cliente) => facturasEmitidas },
  rechazadas: { nombre: 'Más rechazos', figure: ({ facturasRechazadas }: Cliente) => facturasRechazadas },
} as const;
export type Orden = keyof typeof ordenes;

/** Whether a company cannot sign: it has no certificate, or an expired one. */
export const lacksCertificate = ({ certificado }: Cliente): boolean => certificado === null || certificado.vencido;

/** The search parameters of Administración de Clientes. */
export interface Search {
  buscar?: string;
  ver?: Vista;
  orden?: Orden;
}

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export const readSearch = (search: Record<string, unknown>): Search =>
  onlyDefined<Search>({
    buscar: textParam(search.buscar, 100),
    ver: (Object.keys(vistas) as Vista[]).find((one) => one === search.ver),
    orden: (Object.keys(ordenes) as Orden[]).find((one) => one === search.orden),
  });

/** Returns the companies to show, in order. The server has searched them and ordered them by name. */
export function shownOf(clientes: readonly Cliente[], { ver, orden }: Search): Cliente[] {
  const shown = clientes.filter((cliente) => ver === undefined || vistas[ver].holds(cliente));
  const figure = orden && ordenes[orden].figure;
  return figure ? shown.sort((a, b) => figure(b) - figure(a)) : shown;
}
