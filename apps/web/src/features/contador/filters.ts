import type { contador } from '@timbre/contract';
import { daysBetween, parseISODate } from '@timbre/values';
import { isCompany } from '../../lib/matching.ts';
import { onlyDefined, textParam } from '../../lib/search-params.ts';

export type Cliente = contador.Cliente;
export type NombreDeReporte = '606' | '607' | 'IT1';
export const reportes = ['606', '607', 'IT1'] as const satisfies readonly NombreDeReporte[];

/** The filters of the list that count, in their order. */
export const filtros = {
  vence: 'Vence en 7 días',
  responder: 'Por responder',
  problemas: 'Rechazados o sin confirmar',
  recibidas: 'Recibidas sin respuesta',
  terminar: 'Certificado o rango por terminar',
  quickbooks: 'QuickBooks caído',
  permiso: 'Esperan permiso',
} as const;
export type Filtro = keyof typeof filtros;

/** The parts of the strip of a report. The IT-1 has `espera` in the place of `por_responder`. */
export const partes = ['presentado', 'listo', 'por_responder', 'sin_empezar'] as const;
export type Parte = (typeof partes)[number];

/** The filters and the order of the list, as search parameters. */
export interface Filters {
  buscar?: string;
  filtro?: Filtro;
  /** A part of the strip: `606.listo`. */
  parte?: `${NombreDeReporte}.${Parte}`;
  orden?: 'nombre' | 'urgente';
  agrupar?: 'no';
  /** yyyyMM; undefined: the month that is due. */
  periodo?: string;
}

/** A change of some of them; undefined removes one. */
export type Change = { [Name in keyof Filters]?: Filters[Name] | undefined };

/** Parses the search parameters. They are untrusted input: invalid values are left out. */
export function readFilters(search: Record<string, unknown>): Filters {
  const [reporte, parte] = String(search.parte ?? '').split('.');
  const isPart = reportes.some((one) => one === reporte) && partes.some((one) => one === parte);
  const periodo = textParam(search.periodo, 6);
  return onlyDefined<Filters>({
    buscar: textParam(search.buscar, 64),
    filtro: (Object.keys(filtros) as Filtro[]).find((one) => one === search.filtro),
    parte: isPart ? (`${reporte}.${parte}` as Filters['parte']) : undefined,
    orden: (['nombre', 'urgente'] as const).find((one) => one === search.orden),
    agrupar: search.agrupar === 'no' ? 'no' : undefined,
    periodo: /^20\d{2}(0[1-9]|1[0-2])$/.test(periodo ?? '') ? periodo : undefined,
  });
}

/** The days on which the reports of the month are due, and today: yyyy-MM-dd. */
export interface Vencimientos {
  readonly vencen: Readonly<Record<NombreDeReporte, string>>;
  readonly hoy: string;
}

/** Days from one day to another, yyyy-MM-dd. */
export const daysTo = (hoy: string, day: string): number => daysBetween(parseISODate(hoy)!, parseISODate(day)!);

/** The part of the strip in which a company is; undefined if it has not to file that report. */
export function parteOf({ cifras }: Cliente, reporte: NombreDeReporte): Parte | undefined {
  const estado = cifras?.reportes[reporte].estado;
  if (estado === undefined || estado === 'no_aplica') return undefined;
  return estado === 'espera' ? 'por_responder' : estado;
}

/** Whether a report of the company is not filed and is due within seven days, or overdue. */
const isDue = (cliente: Cliente, { vencen, hoy }: Vencimientos): boolean =>
  reportes.some((reporte) => {
    const parte = parteOf(cliente, reporte);
    return parte !== undefined && parte !== 'presentado' && daysTo(hoy, vencen[reporte]) <= 7;
  });

/** Whether a filter that counts includes a company. */
export function includes(filtro: Filtro, cliente: Cliente, due: Vencimientos): boolean {
  const { cifras } = cliente;
  if (filtro === 'permiso') return cliente.estado === 'pendiente';
  if (cifras === null) return false;
  const rules: Record<Exclude<Filtro, 'permiso'>, () => boolean> = {
    vence: () => isDue(cliente, due),
    responder: () => (['606', '607'] as const).some((one) => cifras.reportes[one].estado === 'por_responder'),
    problemas: () => cifras.rechazados + cifras.sinConfirmar > 0,
    recibidas: () => cifras.recibidas > 0,
    terminar: () => cifras.avisos.some(({ tipo }) => tipo !== 'quickbooks'),
    quickbooks: () => cifras.avisos.some(({ tipo }) => tipo === 'quickbooks'),
  };
  return rules[filtro]();
}

/** How many companies each filter includes. */
export const countsOf = (clientes: readonly Cliente[], due: Vencimientos): Readonly<Record<Filtro, number>> =>
  Object.fromEntries(
    (Object.keys(filtros) as Filtro[]).map((filtro) => [
      filtro,
      clientes.filter((cliente) => includes(filtro, cliente, due)).length,
    ]),
  ) as Record<Filtro, number>;

/** How many companies are in each part of the strip of a report. */
export const stripOf = (clientes: readonly Cliente[], reporte: NombreDeReporte): Readonly<Record<Parte, number>> =>
  Object.fromEntries(
    partes.map((parte) => [parte, clientes.filter((cliente) => parteOf(cliente, reporte) === parte).length]),
  ) as Record<Parte, number>;

/** The companies that all filters include. */
export function narrowed(clientes: readonly Cliente[], filters: Filters, due: Vencimientos): Cliente[] {
  const { buscar, filtro, parte } = filters;
  const [reporte, which] = (parte?.split('.') ?? []) as [NombreDeReporte?, Parte?];
  return clientes.filter(
    (cliente) =>
      (filtro === undefined || includes(filtro, cliente, due)) &&
      (reporte === undefined || parteOf(cliente, reporte) === which) &&
      (buscar === undefined || isCompany(buscar, cliente.nombre, cliente.rnc)),
  );
}

/** How much a company asks for: the higher, the sooner. */
export function urgencyOf({ cifras }: Cliente, due: Vencimientos): number {
  if (cifras === null) return -1;
  const points = (n: number, each: number) => (n > 0 ? each : 0);
  const ofReports = reportes.reduce((sum, reporte) => {
    const { estado } = cifras.reportes[reporte];
    const left = daysTo(due.hoy, due.vencen[reporte]);
    const near = left < 0 ? 3 : left <= 7 ? 2 : 1;
    return sum + near * { presentado: 0, no_aplica: 0, listo: 1, espera: 1, sin_empezar: 3, por_responder: 4 }[estado];
  }, 0);
  const urgent = cifras.avisos.filter(({ urgente }) => urgente).length;
  return (
    ofReports + points(cifras.rechazados, 8) + points(cifras.sinConfirmar, 4) + urgent * 6 + points(cifras.recibidas, 2)
  );
}

/** The companies in an order. */
export function ordered(clientes: readonly Cliente[], orden: 'nombre' | 'urgente', due: Vencimientos): Cliente[] {
  const byName = (a: Cliente, b: Cliente) => a.nombre.localeCompare(b.nombre, 'es');
  return orden === 'nombre'
    ? clientes.toSorted(byName)
    : clientes.toSorted((a, b) => urgencyOf(b, due) - urgencyOf(a, due) || byName(a, b));
}
