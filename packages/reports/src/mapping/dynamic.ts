import { formatOf } from '../layout/formats.ts';
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

/** A field that a column of a workbook may feed. */
interface DynamicTarget {
  readonly id: string;
  readonly nombre: string;
}

/** Fields that identify a receipt, which no account feeds: a workbook has a row for each. */
const identity: readonly DynamicTarget[] = [
  { id: 'rnc_cedula', nombre: 'RNC o cédula' },
  { id: 'razonSocial', nombre: 'Nombre' },
  { id: 'ncf', nombre: 'NCF' },
  { id: 'ncf_modificado', nombre: 'NCF modificado' },
  { id: 'fecha_comprobante', nombre: 'Fecha del comprobante' },
  { id: 'montoTotal', nombre: 'Monto total, con impuestos' },
];

/** The fields that a workbook may feed: what identifies a receipt, its dates and kinds, and the fields of the mapping. */
export const dynamicTargets: Readonly<Record<MappedReport, readonly DynamicTarget[]>> = {
  '606': [
    ...identity,
    { id: 'fecha_pago', nombre: 'Fecha de pago' },
    { id: 'tipo_bienes_servicios', nombre: 'Tipo de bienes y servicios' },
    ...mappingFields['606'],
  ],
  '607': [
    ...identity,
    { id: 'fecha_retencion', nombre: 'Fecha de retención' },
    ...mappingFields['607'],
    { id: 'permuta', nombre: '22 Permuta' },
    { id: 'otras_formas', nombre: '23 Otras formas de venta' },
  ],
};

/** Names of the specification for fields of the layouts that it does not name by their number. */
const named: Readonly<Record<MappedReport, Readonly<Record<string, string>>>> = {
  '606': { monto_facturado_bienes: 'monto_bienes', monto_facturado_servicios: 'monto_servicios' },
  '607': {
    monto_facturado_ventas: 'monto_facturado',
    itbis_facturado_ventas: 'itbis_facturado',
    tipo_bienes_servicios: 'tipo_ingreso',
  },
};

/**
 * The field of the layout that a target stands for: `campo12` is that with number 12.
 * @param id of a target; one that is no field of the layout is returned as it is
 */
export function layoutKeyOf(reporte: MappedReport, id: string): string {
  const numero = /^campo(\d{1,2})$/.exec(id)?.[1];
  if (numero === undefined) return named[reporte][id] ?? id;
  return formatOf(reporte).fields.find((field) => field.numero === Number(numero))?.key ?? id;
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
      if (!dynamicTargets[reporte].some(({ id }) => id === campoId))
        return [`${reporte}: el campo «${campoId.slice(0, 60)}» no existe`];
      return [];
    }),
  );
}

/** Mapping of the columns to one report. */
const mappingOf = ({ mapeo606, mapeo607 }: DynamicMapping, reporte: MappedReport) =>
  reporte === '606' ? mapeo606 : mapeo607;
