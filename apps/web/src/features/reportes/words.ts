import { featureMenu } from '@timbre/contract/tables';
import { displayFecha, type Periodo } from '@timbre/values';
import { messageOf, Refusal, wordsOf } from '../../lib/api.ts';
import { monthPeriod, periodName } from '../../lib/period.ts';
import { UserFacingError } from '../../lib/user-facing-error.ts';
import type { Reporte } from './api.ts';
import type { Tipo } from './search.ts';

export const title = featureMenu.reportes.titulo;

/** The name of a report in the messages of the specification. */
export const nombreDe = (tipo: Tipo): string => (tipo === 'it1' ? 'IT-1' : tipo);

/** Formats a date of the calls for display: `2026-08-31` → `31/08/2026`. */
export const dayOf = (iso: string | undefined): string => (iso ? displayFecha(iso) : '');

/** A month inside a sentence: `agosto`, `agosto 2025`. */
export const nombreDelMes = (periodo: Periodo): string => periodName(monthPeriod(periodo), Date.now()).toLowerCase();

/** Refusals whose text is shown alone, as the specification requires. Without rows, each file has its own text. */
const ownWords = new Set(['reportes/sin-606-607', 'reportes/fechas', 'reportes/orden', 'reportes/sin-datos']);
function ownMessage(error: Error): string | undefined {
  if (error instanceof NoRows) return error.message;
  if (!(error instanceof Refusal) || !ownWords.has(error.problem.code)) return undefined;
  return error.problem.detail ?? error.problem.title;
}

/** The reason of a failure; for an unexpected response, also its status. */
const reasonOf = (error: Error): string =>
  error instanceof Refusal && wordsOf(error) === undefined
    ? `Error del servidor (${error.problem.status}): ${messageOf(error)}`
    : messageOf(error);

/** Why a report was not generated. @source specification 002 §8 */
export const generationFailure = (tipo: Tipo, error: Error): string =>
  ownMessage(error) ?? `Error al generar reporte ${nombreDe(tipo)}: ${reasonOf(error)}`;

/** Why a template could not be generated. @source specification 002 §8, docs/design/reports.md#replacements */
function templateReason(error: Error): string {
  if (!(error instanceof Refusal))
    return `Error generando plantilla Excel - verifique conexión de red. ${messageOf(error)}`;
  if (error.problem.status === 503) return `Generador de plantillas no disponible. ${reasonOf(error)}`;
  return reasonOf(error);
}

/** Why the template is not available before the report is generated. @source specification 002 §8 */
export const noTemplate = (tipo: Tipo): string =>
  `No hay datos con NCF válidos para generar la plantilla. Primero genere el reporte ${nombreDe(tipo)}.`;

/** A report without rows has no TXT. @source specification 002 §8 */
export class NoRows extends UserFacingError {
  override readonly name = 'NoRows';
  constructor(tipo: Tipo) {
    super(
      tipo === '607'
        ? 'No hay datos disponibles para generar el formato DGII'
        : 'No hay datos para generar el archivo TXT',
    );
  }
}

/** The files of a report that the user can download. `en cero`: the official TXT of a month without lines. */
export type Download = 'csv' | 'plantilla' | 'oficial' | 'clasico' | 'en cero' | 'expediente';

/**
 * How a month is filed whose TXT has no lines.
 *
 * @param rows of its report; more than zero if other documents report all of them
 * @source dgii.gov.do, formatoEnvioDatos: «Declaraciones en Cero»
 */
export const withoutLines = (rows: number): string =>
  rows === 0
    ? 'Un mes sin comprobantes se presenta en la Oficina Virtual, en «Declaraciones en Cero». Su TXT lleva solo el encabezado, con 0 líneas.'
    : 'El TXT lleva solo el encabezado, con 0 líneas: la DGII recibió los e-CF al emitirse, y el consumo por debajo del límite va en su resumen. Ninguna fuente publicada confirma si un mes así se presenta en cero: pregúntelo a la DGII.';

/** Why a file was not downloaded. @source specification 002 §8 */
export function downloadFailure(tipo: Tipo, what: Download, error: Error): string {
  const own = ownMessage(error);
  if (own) return own;
  const name = nombreDe(tipo);
  if (what === 'csv') return `Error al exportar reporte ${name}: ${reasonOf(error)}`;
  if (what === 'plantilla') return `Error al descargar plantilla ${name}: ${templateReason(error)}`;
  if (what === 'expediente') return `Error al descargar el expediente: ${reasonOf(error)}`;
  return tipo === '607'
    ? `Error al descargar formato DGII 607: ${reasonOf(error)}`
    : `Error generando archivo TXT DGII: ${reasonOf(error)}`;
}

/** The dates of a report: `01/08/2026 al 31/08/2026`. */
export const datesOf = ({ fechaDesde, fechaHasta }: Pick<Reporte, 'fechaDesde' | 'fechaHasta'>): string =>
  `${dayOf(fechaDesde)} al ${dayOf(fechaHasta)}`;

/** The sources of rows. */
export const fuentes = {
  emitido: 'e-CF emitido',
  recibido: 'e-CF recibido',
  cargado: 'Cargado de papel',
  quickbooks: 'QuickBooks',
} as const satisfies Record<string, string>;
