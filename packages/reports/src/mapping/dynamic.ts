import { type MappedReport, mappingFields } from './fields.ts';

/**
 * Mapping of the columns of any workbook to the fields of the reports. @source specification 002 §3, Dynamic mapping
 */
export interface DynamicMapping {
  readonly nombreArchivo: string;
  readonly hojaSeleccionada: string;
  readonly columnasDetectadas: readonly string[];
  /** Header of a column → field of the 606. */
  readonly mapeo606: Readonly<Record<string, string>>;
  /** Header of a column → field of the 607. */
  readonly mapeo607: Readonly<Record<string, string>>;
}

/** Dynamic mapping of a company that has not saved one. */
export const emptyDynamicMapping: DynamicMapping = {
  nombreArchivo: '',
  hojaSeleccionada: '',
  columnasDetectadas: [],
  mapeo606: {},
  mapeo607: {},
};

/** Faults of a dynamic mapping, in Spanish: columns that were not detected, and fields that do not exist. */
export function dynamicMappingFaults(dinamico: DynamicMapping): string[] {
  const detected = new Set(dinamico.columnasDetectadas);
  return (['606', '607'] as const).flatMap((reporte) =>
    Object.entries(mappingOf(dinamico, reporte)).flatMap(([columna, campoId]) => {
      if (!detected.has(columna)) return [`${reporte}: la columna «${columna.slice(0, 60)}» no está en la hoja`];
      if (!mappingFields[reporte].some(({ id }) => id === campoId))
        return [`${reporte}: el campo «${campoId.slice(0, 60)}» no existe`];
      return [];
    }),
  );
}

/** Mapping of the columns to one report. */
const mappingOf = ({ mapeo606, mapeo607 }: DynamicMapping, reporte: MappedReport) =>
  reporte === '606' ? mapeo606 : mapeo607;
