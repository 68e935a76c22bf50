import { featureMenu } from '@timbre/contract/tables';
import { displayFecha } from '@timbre/values';
import { messageOf, Refusal } from '../../lib/api.ts';
import type { Reporte } from './api.ts';
import type { Tipo } from './search.ts';

export const title = featureMenu.reportes.titulo;

/** A report as the specification writes it in its messages. */
export const nombreDe = (tipo: Tipo): string => (tipo === 'it1' ? 'IT-1' : tipo);

/** A day as the calls write it, as it is shown: `2026-08-31` → `31/08/2026`. */
export const dayOf = (iso: string | undefined): string => (iso ? displayFecha(iso) : '');

/** A refusal that the specification words by itself. */
const ownWords = new Set(['reportes/sin-606-607', 'reportes/fechas', 'reportes/orden', 'reportes/sin-datos']);
const said = (error: Error): string | undefined =>
  error instanceof Refusal && ownWords.has(error.problem.code) ? error.problem.title : undefined;

/** Why a report was not generated. @source specification 002 §8 */
export const generationFailure = (tipo: Tipo, error: Error): string =>
  said(error) ?? `Error al generar reporte ${nombreDe(tipo)}: ${messageOf(error)}`;

/** What a person downloads of a report. */
export type Download = 'csv' | 'plantilla' | 'oficial' | 'clasico' | 'expediente';

/** Why a file was not downloaded. @source specification 002 §8 */
export function downloadFailure(tipo: Tipo, what: Download, error: Error): string {
  const own = said(error);
  if (own) return own;
  const name = nombreDe(tipo);
  if (what === 'csv') return `Error al exportar reporte ${name}: ${messageOf(error)}`;
  if (what === 'plantilla') return `Error al descargar plantilla ${name}: ${messageOf(error)}`;
  if (what === 'expediente') return `Error al descargar el expediente: ${messageOf(error)}`;
  return tipo === '607'
    ? `Error al descargar formato DGII 607: ${messageOf(error)}`
    : `Error generando archivo TXT DGII: ${messageOf(error)}`;
}

/** The dates of a report: `01/08/2026 al 31/08/2026`. */
export const datesOf = ({ fechaDesde, fechaHasta }: Pick<Reporte, 'fechaDesde' | 'fechaHasta'>): string =>
  `${dayOf(fechaDesde)} al ${dayOf(fechaHasta)}`;

/** Where a row comes from. */
export const fuentes = {
  emitido: 'e-CF emitido',
  recibido: 'e-CF recibido',
  cargado: 'Cargado de papel',
  quickbooks: 'QuickBooks',
} as const satisfies Record<string, string>;
