import { type MappedReport, mappingFields } from './fields.ts';
import type { AccountMapping } from './mapping.ts';

/** Progress of the mapping of a report. */
interface MappingProgress {
  readonly mapeados: number;
  readonly total: number;
  /** Whole per cent. */
  readonly porciento: number;
  /** Names of the fields that still need an account. */
  readonly faltan: readonly string[];
}

/**
 * Counts how many of the fields that need an account (11 in the 606, 13 in the 607) have one. @source specification
 * 002 §5
 */
export function progressOf(reporte: MappedReport, mapeo: AccountMapping): MappingProgress {
  const mapping = reporte === '606' ? mapeo.mapping606 : mapeo.mapping607;
  const needed = mappingFields[reporte].filter(({ requiereMapeo }) => requiereMapeo);
  const faltan = needed.filter(({ id }) => (mapping[id] ?? []).length === 0).map(({ nombre }) => nombre);
  const mapeados = needed.length - faltan.length;
  return { mapeados, total: needed.length, porciento: Math.round((100 * mapeados) / needed.length), faltan };
}

/** Parts that must not be empty, with the message if they are. @source specification 002 §5 */
const partes = [
  ['mapping606', 'El mapeo del reporte 606 está vacío'],
  ['mapping607', 'El mapeo del reporte 607 está vacío'],
  ['mapeoTipos606', 'La clasificación de tipos de bienes y servicios (606) está vacía'],
  ['mapeoTipos607', 'La clasificación de tipos de ingresos (607) está vacía'],
] as const satisfies readonly (readonly [keyof AccountMapping, string])[];

/** True if a part of the mapping has no accounts. */
const isEmpty = (part: AccountMapping[keyof AccountMapping]): boolean =>
  Object.values(part).every((value) => Array.isArray(value) && value.length === 0);

/** Reasons why a mapping cannot be processed, in Spanish; empty if it is valid. @source specification 002 §5 */
export const mappingFaults = (mapeo: AccountMapping): string[] =>
  partes.filter(([part]) => isEmpty(mapeo[part])).map(([, message]) => message);

/** Statistics of a mapping and its catalogue. @source specification 002 §3, Statistics */
interface MappingStatistics {
  readonly totalCuentas: number;
  readonly cuentasMapeadas: number;
  readonly cuentasSinMapear: number;
  /** Accounts that feed a field of each report. */
  readonly distribucionPorReporte: { readonly reporte606: number; readonly reporte607: number };
}

/** Counts the accounts of the catalogue that feed a field or are classified. */
export function mappingStatistics(
  cuentas: readonly { readonly id: string }[],
  mapeo: AccountMapping,
): MappingStatistics {
  const in606 = new Set(Object.values(mapeo.mapping606).flat());
  const in607 = new Set(Object.values(mapeo.mapping607).flat());
  const mapped = new Set([
    ...in606,
    ...in607,
    ...Object.keys(mapeo.mapeoTipos606),
    ...Object.keys(mapeo.mapeoTipos607),
  ]);
  const cuentasMapeadas = cuentas.filter(({ id }) => mapped.has(id)).length;
  return {
    totalCuentas: cuentas.length,
    cuentasMapeadas,
    cuentasSinMapear: cuentas.length - cuentasMapeadas,
    distribucionPorReporte: { reporte606: in606.size, reporte607: in607.size },
  };
}

/** Size of each part of a mapping: pairs of field and account, or classified accounts. */
export const accountCounts = (mapeo: AccountMapping): Readonly<Record<keyof AccountMapping, number>> => ({
  mapping606: Object.values(mapeo.mapping606).flat().length,
  mapping607: Object.values(mapeo.mapping607).flat().length,
  mapeoTipos606: Object.keys(mapeo.mapeoTipos606).length,
  mapeoTipos607: Object.keys(mapeo.mapeoTipos607).length,
});
