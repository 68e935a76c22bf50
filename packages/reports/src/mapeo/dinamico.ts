import { camposDe, type ReporteDeMapeo } from './campos.ts';

/** How the columns of a workbook of anybody feed the reports. @source specification 002 §3, Dynamic mapping */
export interface MapeoDinamico {
  readonly nombreArchivo: string;
  readonly hojaSeleccionada: string;
  readonly columnasDetectadas: readonly string[];
  /** Header of a column → field of the 606. */
  readonly mapeo606: Readonly<Record<string, string>>;
  /** Header of a column → field of the 607. */
  readonly mapeo607: Readonly<Record<string, string>>;
}

/** The flexible mapping of a company that has saved none. */
export const dinamicoVacio: MapeoDinamico = {
  nombreArchivo: '',
  hojaSeleccionada: '',
  columnasDetectadas: [],
  mapeo606: {},
  mapeo607: {},
};

/** The pairs of column and field that cannot be: a column that was not detected, or a field that does not exist. In Spanish. */
export function faltasDeDinamico(dinamico: MapeoDinamico): string[] {
  const detected = new Set(dinamico.columnasDetectadas);
  return (['606', '607'] as const).flatMap((reporte) =>
    Object.entries(mapeoDe(dinamico, reporte)).flatMap(([columna, campoId]) => {
      if (!detected.has(columna)) return [`${reporte}: la columna «${columna.slice(0, 60)}» no está en la hoja`];
      if (!camposDe[reporte].some(({ id }) => id === campoId))
        return [`${reporte}: el campo «${campoId.slice(0, 60)}» no existe`];
      return [];
    }),
  );
}

/** The columns of one report. */
export const mapeoDe = ({ mapeo606, mapeo607 }: MapeoDinamico, reporte: ReporteDeMapeo) =>
  reporte === '606' ? mapeo606 : mapeo607;
