import type { procesar } from '@timbre/contract';
import type { EjecucionRow } from './repo.ts';

/** @source specification 002 §4, "Process reports" */
const estados = {
  en_proceso: 'En Proceso',
  completado: 'Completado',
  error: 'Error',
  cancelado: 'Cancelado',
} as const satisfies Record<EjecucionRow['estado'], (typeof procesar.estadosDeEjecucion)[number]>;

/** An execution as the contract shows it. */
export const ejecucionView = (row: EjecucionRow): procesar.Ejecucion => ({
  ID: row.id,
  Estado: estados[row.estado],
  TipoReporte: row.tipo,
  FechaEjecucion: row.creado.toISOString(),
  FechaInicio: row.desde,
  FechaFin: row.hasta,
  RegistrosProcesados: row.procesados,
  TotalRegistros: row.total,
  fallos: row.fallos,
  omitidos: row.omitidos,
  restanteSegundos: secondsLeft(row),
  mensaje: row.mensaje,
  avisos: row.avisos,
  usuario: row.por,
});

function secondsLeft({ estado, total, procesados, ms_por_documento: pace }: EjecucionRow): number | null {
  if (estado !== 'en_proceso' || total === null || pace === null) return null;
  return Math.ceil((Math.max(0, total - procesados) * pace) / 1_000);
}
