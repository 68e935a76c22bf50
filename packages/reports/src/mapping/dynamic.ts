import { type MappedReport, mappingFields } from './fields.ts';

/** How the columns of a workbook of anybody feed the reports. @source specification 002 §3, Dynamic mapping */
export interface DynamicMapping {
  readonly nombreArchivo: string;
  readonly hojaSeleccionada: string;
  readonly columnasDetectadas: readonly string[];
  /** Header of a column → field of the 606. */
  readonly mapeo606: Readonly<Record<string, string>>;
  /** Header of a column → field of the 607. */
  readonly mapeo607: Readonly<Record<string, string>>;
}

/** The flexible mapping of a company that has saved none. */
export const emptyDynamicMapping: DynamicMapping = {
  nombreArchivo: '',
  hojaSeleccionada: '',
  columnasDetectadas: [],
  mapeo606: {},
  mapeo607: {},
};

/** The pairs of column and field that cannot be: a column that was not detected, or a field that does not exist. In Spanish. */
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

/** The columns of one report. */
export const mappingOf = ({ mapeo606, mapeo607 }: DynamicMapping, reporte: MappedReport) =>
  reporte === '606' ? mapeo606 : mapeo607;
